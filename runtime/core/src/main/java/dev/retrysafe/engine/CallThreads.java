package dev.retrysafe.engine;

import dev.retrysafe.RunningTool;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Threads for calls whose own thread must not wait: those of tools that return a {@code Mono}, and those of futures that had
 * to wait for a live owner. They ask the store, and enter methods, which may wait for other tools: so a call from inside a
 * running tool always gets a thread. If it had to wait for one, tools that wait for each other would stand still for ever.
 */
final class CallThreads {

    /** Calls that are under way at a time, beside those that they make themselves. */
    static final int MOST = 200;

    private final Executor outermost;

    private final Executor nested;

    CallThreads(Threads threads) {
        outermost = threads.bounded(MOST, "retrysafe-call");
        nested = threads.unbounded("retrysafe-nested-call");
    }

    /**
     * Runs a part of a call.
     *
     * @param outer the tool that calls; null for none
     * @throws Error when no thread can be had; it is not run then
     */
    void execute(@Nullable RunningTool outer, Runnable part) {
        (outer == null ? outermost : nested).execute(part);
    }
}
