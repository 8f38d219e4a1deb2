package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.OneLine;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.observe.Incident;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Enters the method of an attempt, with the arguments that were claimed. The thread is left as it was found, whatever the
 * method left open on it.
 */
final class Entrance {

    private final Listeners listeners;

    /** Tools that were seen to change their arguments. */
    private final Set<String> changing = ConcurrentHashMap.newKeySet();

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

    /**
     * Makes sure that the arguments are still those that were claimed. Who holds them may have changed them while the store
     * was asked, or an owner waited for.
     *
     * @throws SideEffectRejectedException when they are not ({@code ArgumentsChanged})
     */
    void confirm(Attempt attempt, Invocation call) {
        attempt.operation().confirm(call, CallContext.current(), attempt.isTakeover());
    }

    /**
     * Reports, once a tool, that the arguments are not the claimed ones any more when the method is done: a retry that
     * passes the same objects asks for another effect.
     *
     * @param context what the call was made under
     */
    void compare(Attempt attempt, Invocation call, @Nullable CallContext context) {
        if (changing.contains(attempt.tool()) || isAsClaimed(attempt, call, context) || !changing.add(attempt.tool())) {
            return;
        }
        listeners.incident(
                Incident.Kind.ARGUMENTS_CHANGED,
                attempt,
                "when its method was done its arguments were others than it was called with, so a retry that passes the same"
                        + " objects is a conflict, or another operation. Neither the method nor its caller may change"
                        + " them: work on a copy",
                null);
    }

    private static boolean isAsClaimed(Attempt attempt, Invocation call, @Nullable CallContext context) {
        try {
            return attempt.operation().isOf(call, context);
        } catch (Throwable unreadable) {
            // The call is done, whatever its arguments have come to.
            return true;
        }
    }

    private void leftOpen(Attempt attempt) {
        listeners.incident(
                Incident.Kind.SCOPE_LEFT_OPEN,
                attempt,
                "its method left a ToolScope or a CallContext open on thread "
                        + OneLine.value(Thread.currentThread().getName())
                        + "; it was closed. Close scopes where they were opened (try-with-resources does)",
                null);
    }
}
