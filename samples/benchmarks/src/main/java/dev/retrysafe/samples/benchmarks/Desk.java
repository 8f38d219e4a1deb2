package dev.retrysafe.samples.benchmarks;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;

/** The tools that are measured: one with a flat request, one with a nested one. */
class Desk {

    record Ticket(String title, String component, Severity severity, String assignee, int priority) {}

    enum Severity {
        LOW,
        HIGH
    }

    record Order(
            String customer,
            List<Line> lines,
            Map<String, String> labels,
            Map<Channel, Integer> reminders,
            Payment payment) {}

    record Line(String sku, int quantity, long cents, Unit unit) {}

    enum Unit {
        PIECE,
        METRE
    }

    enum Channel {
        MAIL,
        PHONE
    }

    /** Named for Jackson as the canonical form names it, so that both write the same bytes. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "@type")
    sealed interface Payment {}

    record Card(String token, int instalments) implements Payment {}

    record Invoice(String reference) implements Payment {}

    @SideEffect(key = "tenant_{ctx.tenant}:conversation_{ctx.conversation}:approval_{approvalId}", fingerprint = "*")
    String createTicket(String approvalId, Ticket request) {
        return approvalId + request.title();
    }

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    String placeOrder(String approvalId, Order order) {
        return approvalId + order.customer();
    }
}
