package dev.retrysafe.test;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;

/** The clock by which a store under test decides. */
public interface StoreClock {

    /**
     * The store's time.
     *
     * @return now; for a server's clock a few seconds' difference does not matter
     */
    Instant now();

    /**
     * Returns when the store's clock has moved on.
     *
     * @param time by how much at least
     */
    void pass(Duration time);

    /**
     * The clock of a store that keeps real time: time passes by waiting for it.
     *
     * @return the clock
     */
    static StoreClock real() {
        return new StoreClock() {
            @Override
            public Instant now() {
                return Instant.now();
            }

            @Override
            public void pass(Duration time) {
                long start = System.nanoTime();
                // However long it takes: a machine may stand still meanwhile.
                await().forever().pollDelay(time).until(() -> System.nanoTime() - start > time.toNanos());
            }
        };
    }
}
