package dev.retrysafe.engine;

import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A tool without annotations, written as the processor would: arguments are approval id, severity and a note. */
class TicketTool extends ToolMethod {

    private static final byte[] APPROVAL = CanonicalWriter.memberName("approvalId");

    private static final byte[] SEVERITY = CanonicalWriter.memberName("severity");

    TicketTool() {
        this("create_ticket", ResultType.of(Ticket.class), builder -> builder);
    }

    TicketTool(String name, ResultType<?> type, UnaryOperator<ToolDefinition.Builder> more) {
        super(
                more.apply(ToolDefinition.builder(name, "Desk", "createTicket")
                                .key("{ctx.tenant}:{approvalId}")
                                .fingerprint("aa", "*", "!note")
                                .receiptSystem("linear"))
                        .build(),
                type,
                String.class,
                String.class,
                String.class);
    }

    @Override
    public void effect(CanonicalWriter w, @Nullable Object[] arguments) {
        int effect = w.beginObject();
        w.member(APPROVAL);
        w.text((String) Objects.requireNonNull(arguments[0]));
        w.member(SEVERITY);
        w.text((String) Objects.requireNonNull(arguments[1]));
        w.endObject(effect);
    }

    @Override
    public void key(KeyWriter k, @Nullable Object[] arguments) {
        k.tenant().context("tenant").separator().text("approvalId", (String) arguments[0]);
    }

    @Override
    public @Nullable String remoteId(Object result) {
        return result instanceof Ticket ticket ? ticket.id() : null;
    }

    @Override
    public @Nullable String remoteUrl(Object result) {
        return result instanceof Ticket ticket ? ticket.url() : null;
    }
}
