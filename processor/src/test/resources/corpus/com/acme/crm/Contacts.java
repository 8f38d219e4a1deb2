package com.acme.crm;

import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.annotation.TenantScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A CRM: records, lists, maps and nested values. */
public class Contacts {
    public record Contact(String id, String name, Optional<String> email, Set<String> tags) {}

    public record ContactForm(String name, Optional<String> email, List<Phone> phones, Map<String, String> fields) {}

    public record Phone(Kind kind, String number) {}

    public enum Kind {
        MOBILE,
        OFFICE
    }

    public record Workspace(@TenantScope String slug, String title) {}

    @SideEffect(
            key = "{ctx.tenant}:{ctx.operation}",
            fingerprint = "*",
            receipt = @Receipt(system = "crm", id = "id"))
    public Contact createContact(ContactForm form) {
        return new Contact("c-1", form.name(), form.email(), Set.of());
    }

    @SideEffect(key = "{ctx.tenant}:{contactId}:{ctx.approval}", fingerprint = {"*", "!reason"})
    public Contact renameContact(String contactId, String name, String reason) {
        return new Contact(contactId, name, Optional.empty(), Set.of(reason));
    }

    @SideEffect(key = "{ctx.tenant}:{winner}:{loser}", fingerprint = "*")
    public void mergeContacts(long winner, long loser) {}

    @SideEffect(key = "{workspace.slug}:{ctx.operation}", fingerprint = {"*", "!workspace.title"})
    public List<Contact> importContacts(Workspace workspace, List<ContactForm> forms) {
        return forms.stream()
                .map(form -> new Contact("c", form.name(), form.email(), Set.of()))
                .toList();
    }

    @SideEffect(key = "{ctx.tenant}:{contactId}:{ctx.turn}", fingerprint = "*")
    public Optional<Contact> tagContact(String contactId, Set<String> tags) {
        return Optional.of(new Contact(contactId, "", Optional.empty(), tags));
    }

    @SideEffect(key = "{ctx.tenant}:contact-{contactId}:note-{ctx.operation}", fingerprint = "*")
    public String addNote(String contactId, String text) {
        return contactId + text;
    }

    @SideEffect(key = "{ctx.tenant}:{accountId}:stage", fingerprint = "*", tool = "set_stage")
    public void moveToStage(String accountId, Stage stage) {}

    public enum Stage {
        LEAD,
        CUSTOMER,
        LOST
    }
}
