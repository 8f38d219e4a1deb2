package dev.retrysafe.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs what follows the completion of a method's future. Commits block, and the threads that complete futures (a client's
 * event loop, say) must not. There is one thread for each future that completes at the time, so no more than the
 * application has calls under way, each with a claim of its own. A smaller bound could stand still for ever: what callers
 * hang on their futures runs on these threads too, and may wait for another tool's.
 */
final class Completions {

    private final Executor threads;

    static Completions on(Threads threads) {
        return new Completions(Executors.newCachedThreadPool(threads.named("retrysafe-completion")));
    }

    Completions(Executor threads) {
        this.threads = threads;
    }

    /** Runs it, on this thread where no other can be had. */
    void run(Runnable end) {
        try {
            threads.execute(end);
        } catch (RejectedExecutionException | Error e) {
            // The system has no thread left: the receipt is still worth a try.
            end.run();
        }
    }
}
