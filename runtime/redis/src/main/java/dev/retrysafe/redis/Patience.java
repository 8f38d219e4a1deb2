package dev.retrysafe.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for something that was sent, whatever happens to the waiting thread: its answer decides what became of it. */
final class Patience {

    private Patience() {}

    /** Waits without being interrupted; an interrupt that comes meanwhile is kept for the caller. */
    static <T> T await(Future<T> sent, Duration atMost) throws ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + atMost.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return sent.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Lets time pass, likewise without being interrupted. */
    static void pause(Duration time) {
        try {
            await(new CompletableFuture<>(), time);
        } catch (TimeoutException e) {
            // That it takes the whole time is what it is for.
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes this future", e);
        }
    }
}
