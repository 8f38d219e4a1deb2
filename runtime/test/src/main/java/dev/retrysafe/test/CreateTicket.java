package dev.retrysafe.test;

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

/**
 * A tool for tests of an engine on a store, as the processor would write it: one ticket per tenant and approval. Its severity is
 * the fingerprint, and its number the remote id.
 */
public final class CreateTicket extends ToolMethod {

    /** The tool, for {@link SideEffectEngine#check(ToolMethod)}. */
    public static final CreateTicket TOOL = new CreateTicket();

    private static final byte[] SEVERITY = CanonicalWriter.memberName("severity");

    private CreateTicket() {
        super(
                ToolDefinition.builder("create_ticket", "Desk", "createTicket").build(),
                ResultType.of(String.class),
                String.class,
                String.class);
    }

    /**
     * Calls it for the tenant "acme".
     *
     * @param engine what guards it
     * @param approval the key, besides the tenant
     * @param severity the fingerprint
     * @param body the effect: the ticket's number
     * @return the number of this ticket, or of the one that there was
     * @throws Exception the body's, or the engine's
     */
    public static String call(SideEffectEngine engine, String approval, String severity, Callable<String> body)
            throws Exception {
        return call(engine, CallContext.builder().tenant("acme").build(), approval, severity, body);
    }

    /**
     * Calls it.
     *
     * @param engine what guards it
     * @param context whose call it is: names a tenant
     * @param approval the key, besides the tenant
     * @param severity the fingerprint
     * @param body the effect: the ticket's number
     * @return the number of this ticket, or of the one that there was
     * @throws Exception the body's, or the engine's
     */
    public static String call(
            SideEffectEngine engine, CallContext context, String approval, String severity, Callable<String> body)
            throws Exception {
        try (CallContext.Scope scope = context.open()) {
            return (String) Objects.requireNonNull(engine.call(Invocation.direct(TOOL, body, approval, severity)));
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError("neither an Exception nor an Error", t);
        }
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
        k.tenant().context("tenant").separator().text("approval", (String) arguments[0]);
    }

    @Override
    public @Nullable String remoteId(Object result) {
        return (String) result;
    }
}
