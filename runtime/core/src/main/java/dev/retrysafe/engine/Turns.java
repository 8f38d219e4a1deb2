package dev.retrysafe.engine;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers who were told at the same moment go on a few at a time. Each makes its own result of what was stored, which
 * takes nothing but a processor; a thousand of them at once would leave none for the callers of other operations.
 */
final class Turns {

    /** Listeners are told within a turn: one that stands still must not hold up all others. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final Semaphore turns =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    /**
     * Makes an answer when it is this caller's turn. An interrupt ends the waiting for it, and stays set.
     *
     * @throws Throwable what the answering throws
     */
    @Nullable
    Object take(CallReport.Answering answering) throws Throwable {
        boolean turn = false;
        try {
            turn = turns.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            return answering.answer();
        } finally {
            if (turn) {
                turns.release();
            }
        }
    }
}
