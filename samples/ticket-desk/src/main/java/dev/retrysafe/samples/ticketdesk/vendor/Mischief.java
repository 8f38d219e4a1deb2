package dev.retrysafe.samples.ticketdesk.vendor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the vendor was told to do to its next order. It strikes once. */
final class Mischief {

    private static final Duration LONGEST_HOLD = Duration.ofMinutes(1);

    enum Kind {
        NONE,
        /** The connection is closed without an answer. */
        DROP,
        /** The answer comes after a while. */
        LATE,
        /** The answer comes when {@link #release()} is called. */
        HOLD,
        /** The order gets lost: it is held back, never placed and never answered. */
        LOSE
    }

    private record Armed(Kind kind, Duration delay) {}

    private static final Armed NOTHING = new Armed(Kind.NONE, Duration.ZERO);

    private Armed armed = NOTHING;

    private CountDownLatch struck = new CountDownLatch(1);

    private CountDownLatch released = new CountDownLatch(1);

    synchronized void arm(Kind kind, Duration delay) {
        armed = new Armed(kind, kind == Kind.LATE ? delay : LONGEST_HOLD);
        struck = new CountDownLatch(1);
        released = new CountDownLatch(1);
    }

    /**
     * Strikes, if armed to lose an order. Called before it is placed.
     *
     * @return whether to place the order
     */
    boolean place() throws InterruptedException {
        return !strike(Kind.LOSE);
    }

    /**
     * Strikes, if armed otherwise. Called when the effect is in the ledger and before it is answered.
     *
     * @return whether to answer
     */
    boolean answer() throws InterruptedException {
        strike(Kind.LATE);
        strike(Kind.HOLD);
        return !strike(Kind.DROP);
    }

    private boolean strike(Kind kind) throws InterruptedException {
        Armed now;
        CountDownLatch end;
        synchronized (this) {
            if (armed.kind != kind) {
                return false;
            }
            now = armed;
            armed = NOTHING;
            end = released;
            struck.countDown();
        }
        if (kind != Kind.DROP) {
            // Released or not, it goes on then.
            var unused = end.await(now.delay.toMillis(), TimeUnit.MILLISECONDS);
        }
        return true;
    }

    /** Waits until it has struck. */
    boolean awaitStruck(Duration atMost) throws InterruptedException {
        CountDownLatch latch;
        synchronized (this) {
            latch = struck;
        }
        return latch.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    synchronized void release() {
        released.countDown();
    }
}
