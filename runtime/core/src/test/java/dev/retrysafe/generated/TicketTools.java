package dev.retrysafe.generated;

import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tools as an application has them. */
class TicketTools {

    record CreateTicket(
            String title,
            @Nullable String note,
            Severity severity,
            List<Label> labels,
            Map<String, Integer> counts,
            Optional<String> assignee) {}

    record Label(String name, int weight) {}

    enum Severity {
        LOW,
        HIGH
    }

    record Ticket(String id, @Nullable String url) {}

    @SideEffect(
            key = "tenant_{ctx.tenant}:conversation_{ctx.conversation}:approval_{approvalId}",
            fingerprint = {"*", "!request.note"},
            ttl = "72h",
            receipt = @Receipt(system = "linear", id = "id", url = "url"))
    public Ticket createTicket(String approvalId, CreateTicket request) {
        return new Ticket(approvalId, request.title());
    }
}
