package dev.retrysafe.samples.ticketdesk.demo;

import dev.retrysafe.samples.ticketdesk.demo.Desk.Caller;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One call as the story makes it.
 *
 * @param tool the tool's name
 * @param caller who calls
 * @param arguments the arguments
 * @param operation what the vendor's ledger would call its effect
 */
record Ask(String tool, Caller caller, Map<String, ?> arguments, String operation) {

    static Ask ticket(Caller caller, String approval, String severity, String note) {
        Map<String, String> request = new LinkedHashMap<>();
        request.put("title", "Checkout is down");
        request.put("severity", severity);
        request.put("note", note);
        return new Ask(
                "create_ticket",
                caller,
                Map.of("approvalId", approval, "request", request),
                "ticket " + (caller.tenant() == null ? "(no tenant)" : caller.tenant()) + "/" + caller.conversation()
                        + "/" + approval);
    }

    static Ask refund(Caller caller, String approval, String payment, String amount) {
        return new Ask(
                "refund_payment",
                caller,
                Map.of(
                        "approvalId",
                        approval,
                        "request",
                        Map.of("paymentId", payment, "amount", amount, "currency", "EUR", "reason", "charged twice")),
                "refund " + caller.tenant() + "/" + payment + "/" + approval);
    }

    Answer of(Desk desk) throws InterruptedException {
        return desk.call(tool, caller, arguments);
    }
}
