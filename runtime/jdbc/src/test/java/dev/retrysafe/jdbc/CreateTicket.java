package dev.retrysafe.jdbc;

import dev.retrysafe.CallContext;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.engine.Invocation;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A tool as the processor would write it: one effect per approval, its severity being what it is. */
final class CreateTicket extends ToolMethod {

    private static final CreateTicket TOOL = new CreateTicket();

    private static final byte[] SEVERITY = CanonicalWriter.memberName("severity");

    private CreateTicket() {
        super(
                ToolDefinition.builder("create_ticket", "Desk", "createTicket").build(),
                ResultType.of(String.class),
                String.class,
                String.class);
    }

    static SideEffectEngine engine(EffectStore store) {
        SideEffectEngine engine = SideEffectEngine.builder()
                .store(store)
                .lease(Duration.ofSeconds(30))
                .waitAtMost(Duration.ofMinutes(1))
                .commitBudget(Duration.ofMillis(500))
                .build();
        // As at start-up: a person's receipt is kept as long as the tool's.
        engine.check(TOOL);
        return engine;
    }

    /** Calls it for the tenant "acme". */
    static String call(SideEffectEngine engine, String approval, String severity, Callable<String> body)
            throws Exception {
        return call(engine, CallContext.builder().tenant("acme").build(), approval, severity, body);
    }

    static String call(
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
