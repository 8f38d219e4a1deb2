package dev.retrysafe.redis;

import dev.retrysafe.CallContext;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.engine.Invocation;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A tool as the processor would generate it, and one call of it. */
final class CreateTicket extends ToolMethod {

    static final CreateTicket TOOL = new CreateTicket();

    private static final byte[] SEVERITY = CanonicalWriter.memberName("severity");

    private CreateTicket() {
        super(
                ToolDefinition.builder("create_ticket", "Desk", "createTicket").build(),
                ResultType.of(String.class),
                String.class,
                String.class);
    }

    @Override
    public void effect(CanonicalWriter w, @Nullable Object[] arguments) {
        int effect = w.beginObject();
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
        return (String) result;
    }

    /** Calls it for the tenant "acme". */
    static String call(SideEffectEngine engine, String approvalId, String severity, Callable<String> body)
            throws Exception {
        return call(engine, CallContext.builder().tenant("acme").build(), approvalId, severity, body);
    }

    static String call(
            SideEffectEngine engine, CallContext context, String approvalId, String severity, Callable<String> body)
            throws Exception {
        try (CallContext.Scope scope = context.open()) {
            return (String) Objects.requireNonNull(engine.call(Invocation.direct(TOOL, body, approvalId, severity)));
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError("neither an Exception nor an Error", t);
        }
    }
}
