package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for a condition, with a time-out that says what did not come. */
final class Until {

    private static final Duration PAUSE = Duration.ofMillis(20);

    /** A condition that looks at the outside world. */
    interface Condition {
        boolean holds() throws IOException;
    }

    private Until() {}

    static void holds(String what, Duration atMost, Condition condition) throws IOException, TimeoutException {
        holds(() -> what, atMost, condition);
    }

    static void holds(Supplier<String> what, Duration atMost, Condition condition)
            throws IOException, TimeoutException {
        long start = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - start > atMost.toNanos()) {
                throw new TimeoutException("not within " + atMost.toSeconds() + " s: " + what.get());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
