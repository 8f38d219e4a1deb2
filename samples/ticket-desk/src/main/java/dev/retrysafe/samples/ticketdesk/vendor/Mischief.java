package dev.retrysafe.samples.ticketdesk.vendor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the vendor was told to do to its next answer, once the effect is in the ledger. It strikes once. */
final class Mischief {

    private static final Duration LONGEST_HOLD = Duration.ofMinutes(1);

    enum Kind {
        NONE,
        /** The connection is closed without an answer. */
        DROP,
        /** The answer comes after a while. */
        LATE,
        /** The answer comes when {@link #release()} is called. */
        HOLD
    }

    private record Armed(Kind kind, Duration delay) {}

    private static final Armed NOTHING = new Armed(Kind.NONE, Duration.ZERO);

    private Armed armed = NOTHING;

    private CountDownLatch held = new CountDownLatch(1);

    private CountDownLatch released = new CountDownLatch(1);

    synchronized void arm(Kind kind, Duration delay) {
        armed = new Armed(kind, kind == Kind.HOLD ? LONGEST_HOLD : delay);
        held = new CountDownLatch(1);
        released = new CountDownLatch(1);
    }

    /**
     * Strikes, if armed. Called when the effect is committed and before it is answered.
     *
     * @return whether to answer at all
     */
    boolean strike() throws InterruptedException {
        Armed now;
        CountDownLatch end;
        synchronized (this) {
            now = armed;
            armed = NOTHING;
            end = released;
            if (now.kind == Kind.HOLD) {
                held.countDown();
            }
        }
        if (now.kind == Kind.LATE || now.kind == Kind.HOLD) {
            // Released or not, the answer then goes out.
            var unused = end.await(now.delay.toMillis(), TimeUnit.MILLISECONDS);
        }
        return now.kind != Kind.DROP;
    }

    /** Waits until an answer is being held back. */
    boolean awaitHeld(Duration atMost) throws InterruptedException {
        CountDownLatch latch;
        synchronized (this) {
            latch = held;
        }
        return latch.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    synchronized void release() {
        released.countDown();
    }
}
