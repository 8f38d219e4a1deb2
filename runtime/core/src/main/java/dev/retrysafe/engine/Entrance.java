package dev.retrysafe.engine;

import dev.retrysafe.ToolScope;
import dev.retrysafe.observe.Incident;
import org.jspecify.annotations.Nullable;

/** Enters the method of an attempt. The thread is left as it was found, whatever the method left open on it. */
final class Entrance {

    private final Listeners listeners;

    Entrance(Listeners listeners) {
        this.listeners = listeners;
    }

    /**
     * Runs the method.
     *
     * @return its result
     * @throws Throwable what it throws
     */
    @Nullable
    Object proceed(Attempt attempt, Invocation call) throws Throwable {
        try (ToolScope.Scope scope = ToolScope.enclose(attempt, () -> leftOpen(attempt))) {
            return call.proceed();
        }
    }

    private void leftOpen(Attempt attempt) {
        listeners.incident(
                Incident.Kind.SCOPE_LEFT_OPEN,
                attempt,
                "its method left a ToolScope or a CallContext open on thread \""
                        + Thread.currentThread().getName()
                        + "\"; it was closed. Close scopes where they were opened (try-with-resources does)",
                null);
    }
}
