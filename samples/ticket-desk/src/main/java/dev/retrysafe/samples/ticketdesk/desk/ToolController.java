package dev.retrysafe.samples.ticketdesk.desk;

import dev.retrysafe.CallContext;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * Takes calls as {@code POST /tools/<tool>}. The headers are set by the desk's own front, which has authenticated the
 * caller: a model writes the body and nothing else.
 */
@RestController
class ToolController {

    private final ToolCalls calls;

    ToolController(ToolCalls calls) {
        this.calls = calls;
    }

    @PostMapping("/tools/{tool}")
    ResponseEntity<Map<String, Object>> call(
            @PathVariable("tool") String tool,
            @RequestHeader(name = "X-Tenant", required = false) @Nullable String tenant,
            @RequestHeader(name = "X-Actor", required = false) @Nullable String actor,
            @RequestHeader(name = "X-Conversation", required = false) @Nullable String conversation,
            @RequestHeader(name = "X-Issued-At", required = false) @Nullable String issuedAt,
            @RequestBody(required = false) @Nullable String body) {
        CallContext.Builder context = CallContext.builder();
        ifPresent(tenant, context::tenant);
        ifPresent(actor, context::actor);
        ifPresent(conversation, context::conversation);
        try {
            ifPresent(issuedAt, value -> context.issuedAt(Instant.parse(value)));
        } catch (DateTimeParseException e) {
            BadArgumentsException bad = new BadArgumentsException(
                    "BadHeader", tool, "X-Issued-At is not a time such as 2026-01-31T12:00:00Z");
            return ResponseEntity.badRequest().body(bad.toMap());
        }
        Map<String, Object> answer = calls.call(tool, body == null ? "" : body, context.build());
        return ResponseEntity.status(status(answer)).body(answer);
    }

    /** What is absent stays absent: a key that needs it is then refused by name. */
    private static void ifPresent(@Nullable String value, Consumer<String> use) {
        if (value != null && !value.isBlank()) {
            use.accept(value);
        }
    }

    private static HttpStatus status(Map<String, Object> answer) {
        return switch (String.valueOf(answer.get("status"))) {
            case "rejected" -> HttpStatus.BAD_REQUEST;
            case "conflict" -> HttpStatus.UNPROCESSABLE_CONTENT;
            case "in_progress", "in_doubt", "not_stored" -> HttpStatus.CONFLICT;
            case "store_unavailable" -> HttpStatus.SERVICE_UNAVAILABLE;
            default -> answer.containsKey("failure") ? HttpStatus.BAD_GATEWAY : HttpStatus.OK;
        };
    }
}
