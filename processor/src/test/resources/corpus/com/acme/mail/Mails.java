package com.acme.mail;

import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Mail and messages: bytes, templates with values. */
public class Mails {
    public record Attachment(String name, byte[] content) {}

    public record Mail(List<String> to, String subject, String body, List<Attachment> attachments) {}

    public record Sent(String providerId) {}

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = {"*", "!mail.attachments.content"},
            receipt = @Receipt(system = "smtp", id = "providerId"))
    public Sent sendMail(String approvalId, Mail mail) {
        return new Sent("m1");
    }

    @SideEffect(key = "{ctx.tenant}:{campaign}:{recipient}", fingerprint = "*")
    public void sendTemplate(String campaign, String recipient, Locale locale, Map<String, String> values) {}

    @SideEffect(key = "{ctx.tenant}:{channel}:{ctx.operation}", fingerprint = "*", tool = "slack-post")
    public Map<String, List<String>> post(String channel, CharSequence text) {
        return new LinkedHashMap<>();
    }

    @SideEffect(key = "{ctx.tenant}:{phone}:{ctx.turn}", fingerprint = "*")
    public String sendSMSNow(String phone, String text) {
        return text;
    }

    @SideEffect(key = "{ctx.tenant}:{ctx.operation}:{fingerprint}", fingerprint = "*")
    public void notifyPeople(List<String> people, String text) {}

    @SideEffect(key = "{ctx.tenant}:{list}:{address}", fingerprint = "*")
    public boolean unsubscribe(String list, String address) {
        return true;
    }
}
