package dev.retrysafe.engine;

import dev.retrysafe.tool.ToolMethod;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** One call of a tool, as a thin skin (interceptor, aspect, adapter) hands it to the engine. */
public interface Invocation {

    /**
     * The tool that is called.
     *
     * @return the tool
     */
    ToolMethod tool();

    /**
     * The method's arguments. Key and fingerprint are taken from them once, before the method runs.
     *
     * @return the arguments in order; not changed by the engine
     */
    @Nullable
    Object[] arguments();

    /**
     * The object whose method is called, not its proxy.
     *
     * @return the target; null for none
     */
    @Nullable
    Object target();

    /**
     * Where the call was intercepted: the skin and the method that it advises. A call that comes through another point
     * with the same target and arguments (a {@code super} call, a second skin) joins the running attempt; one through the
     * same point is a tool calling itself.
     *
     * @return a value with {@code equals}
     */
    Object joinPoint();

    /**
     * Whether this is the {@code super} call of a running method that overrides the one called here. It joins the
     * running attempt whatever its arguments.
     *
     * @param running the running method's join point, with the same target
     * @return whether the running method overrides this one
     */
    default boolean isOverriddenBy(Object running) {
        return false;
    }

    /**
     * How the method stands to a transaction of its caller's. Asked on the caller's thread, before the store is. One that
     * would be joined refuses the call ({@code JoinsCallersTransaction}).
     *
     * @param subscriber Reactor's context of whoever subscribes, for a tool that returns a {@code Mono}: its method runs on
     *     another thread, so what is bound to this one is not there. Null for any other tool
     * @return {@code NONE} where the skin knows nothing of transactions
     */
    default CallersTransaction callersTransaction(@Nullable Object subscriber) {
        return CallersTransaction.NONE;
    }

    /**
     * Runs the method. Called at most once, on the caller's thread; for a tool that returns a {@code Mono} once for each
     * subscription, on any thread, and by several at a time.
     *
     * @return its result
     * @throws Throwable what it throws
     */
    @Nullable
    Object proceed() throws Throwable;

    /**
     * A call of a tool without annotations, whose {@link ToolMethod} its user wrote.
     *
     * @param tool the tool
     * @param body what causes the effect
     * @param arguments what the tool reads key and fingerprint from
     * @return the invocation
     */
    static Invocation direct(ToolMethod tool, Callable<?> body, @Nullable Object... arguments) {
        return new DirectInvocation(tool, body, arguments);
    }
}
