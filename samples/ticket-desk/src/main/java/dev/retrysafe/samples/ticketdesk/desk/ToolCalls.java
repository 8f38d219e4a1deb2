package dev.retrysafe.samples.ticketdesk.desk;

import dev.retrysafe.CallContext;
import dev.retrysafe.CommitReceipt;
import dev.retrysafe.Decision;
import dev.retrysafe.Outcome;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffects;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Runs a tool by its name and says, as a JSON-ready map, what came of it. */
@Component
class ToolCalls {

    private final TicketDesk desk;

    ToolCalls(TicketDesk desk) {
        this.desk = desk;
    }

    /**
     * Runs a tool.
     *
     * @param tool the tool's name
     * @param body the arguments, a JSON object
     * @param context what the front of the desk, not the model, says about the call
     * @return decision, receipt and result; or the error in Retrysafe's shape
     */
    Map<String, Object> call(String tool, String body, CallContext context) {
        try {
            Arguments arguments = Arguments.parse(tool, body);
            return switch (tool) {
                case "create_ticket" -> {
                    String approval = arguments.text("approvalId");
                    CreateTicket request = arguments.value("request", CreateTicket.class);
                    yield observed(context, () -> desk.createTicket(approval, request));
                }
                case "refund_payment" -> {
                    String approval = arguments.text("approvalId");
                    RefundPayment request = arguments.value("request", RefundPayment.class);
                    yield observed(context, () -> desk.refundPayment(approval, request));
                }
                case "find_ticket" -> {
                    Map<String, Object> answer = new LinkedHashMap<>();
                    desk.findTicket(arguments.text("id")).ifPresent(ticket -> answer.put("result", ticket));
                    yield answer;
                }
                default ->
                    throw new BadArgumentsException(
                            "UnknownTool",
                            tool,
                            "there is no such tool; there are create_ticket, refund_payment and find_ticket");
            };
        } catch (BadArgumentsException e) {
            return e.toMap();
        }
    }

    private static Map<String, Object> observed(CallContext context, Callable<?> call) {
        try {
            Outcome<?> outcome = context.call(() -> SideEffects.attempt(call));
            Throwable failure = outcome.failure();
            if (failure != null) {
                return failed(outcome, failure);
            }
            Map<String, Object> body = new LinkedHashMap<>();
            CommitReceipt receipt = outcome.receipt();
            if (receipt != null) {
                body.put("receipt", receipt.toMap());
            }
            put(body, "result", outcome.value());
            return answer(outcome.decision(), body);
        } catch (Exception e) {
            throw new IllegalStateException("what a tool throws is told, not thrown", e);
        }
    }

    /** The protocol's words; where the tool itself failed its failure, beside the doubt if there is one. */
    private static Map<String, Object> failed(Outcome<?> outcome, Throwable failure) {
        if (failure instanceof SideEffectException) {
            return answer(outcome.decision(), outcome.toMap());
        }
        Map<String, Object> body = outcome.decision() == Decision.IN_DOUBT ? outcome.toMap() : new LinkedHashMap<>();
        body.put("failure", failure.toString());
        return answer(outcome.decision(), body);
    }

    private static Map<String, Object> answer(Decision decision, Map<String, Object> body) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("decision", decision.name().toLowerCase(Locale.ROOT));
        answer.putAll(body);
        return answer;
    }

    private static void put(Map<String, Object> body, String name, @Nullable Object value) {
        if (value != null) {
            body.put(name, value);
        }
    }
}
