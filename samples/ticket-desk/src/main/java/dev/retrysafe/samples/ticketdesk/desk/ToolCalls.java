package dev.retrysafe.samples.ticketdesk.desk;

import dev.retrysafe.CallContext;
import dev.retrysafe.CommitReceipt;
import dev.retrysafe.Decision;
import dev.retrysafe.Outcome;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffects;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            Outcome<?> outcome = context.call(() -> SideEffects.observe(call));
            Map<String, Object> body = new LinkedHashMap<>();
            CommitReceipt receipt = outcome.receipt();
            if (receipt != null) {
                body.put("receipt", receipt.toMap());
            }
            put(body, "result", outcome.value());
            return answer(outcome.decision(), body);
        } catch (SideEffectException e) {
            return answer(e.decision(), e.toMap());
        } catch (Exception e) {
            return failed(e);
        }
    }

    /** The tool's own failure. Whether its effect is in doubt stands among the suppressed exceptions. */
    private static Map<String, Object> failed(Exception failure) {
        Map<String, Object> body = Stream.of(failure.getSuppressed())
                .filter(SideEffectInDoubtException.class::isInstance)
                .map(doubt -> ((SideEffectInDoubtException) doubt).toMap())
                .findFirst()
                .orElseGet(LinkedHashMap::new);
        Decision decision = body.isEmpty() ? Decision.EXECUTE : Decision.IN_DOUBT;
        body.put("failure", failure.toString());
        return answer(decision, body);
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
