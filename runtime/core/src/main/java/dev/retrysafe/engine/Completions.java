package dev.retrysafe.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs what follows the completion of a method's future. Commits block, and the threads that complete futures (a client's
 * event loop, say) must not. What callers hang on their own futures is run apart from commits, with as many threads as it
 * wants: it may wait for another tool, whose commit must not wait for it.
 */
final class Completions {

    /** A commit that is not answered keeps a thread for all of its budget; the lease is renewed meanwhile. */
    private static final int COMMITS = 64;

    private final Executor commits;

    private final Executor answers;

    static Completions on(Threads threads) {
        return new Completions(threads.bounded(COMMITS, "retrysafe-completion"), threads.unbounded("retrysafe-answer"));
    }

    Completions(Executor commits, Executor answers) {
        this.commits = commits;
        this.answers = answers;
    }

    /** Ends an attempt, on this thread where no other can be had. */
    void end(Runnable end) {
        run(commits, end);
    }

    /** Completes a caller's future, likewise. */
    void answer(Runnable answer) {
        run(answers, answer);
    }

    private static void run(Executor threads, Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException | Error e) {
            // The system has no thread left: the receipt is still worth a try.
            task.run();
        }
    }
}
