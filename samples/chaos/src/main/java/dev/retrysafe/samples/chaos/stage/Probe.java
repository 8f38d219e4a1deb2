package dev.retrysafe.samples.chaos.stage;

import dev.retrysafe.samples.chaos.store.StoreServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Touches the store again and again, and writes down when that took long: on a machine that has no time for its store, or a
 * disk that lags behind, workers get late answers without any fault of the schedule.
 */
final class Probe implements AutoCloseable {

    private static final long BEAT_MILLIS = 100;

    /** Well below what the 600 ms that a worker waits for its store. */
    private static final Duration SLOW = Duration.ofMillis(250);

    private final StoreServer store;

    private final FaultLog log;

    private final Thread thread = new Thread(this::beat, "probe of the store");

    Probe(StoreServer store, FaultLog log) {
        this.store = store;
        this.log = log;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void beat() {
        while (!Thread.currentThread().isInterrupted()) {
            Instant begin = Instant.now();
            try {
                touch();
                if (Duration.between(begin, Instant.now()).compareTo(SLOW) > 0) {
                    log.wasSlow(begin);
                }
                TimeUnit.MILLISECONDS.sleep(BEAT_MILLIS);
            } catch (IOException e) {
                System.err.println("chaos: the log of faults cannot be written: " + e);
                return;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void touch() {
        try {
            store.touch();
        } catch (IOException e) {
            // A fault of the schedule is going on, and stands in the log.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
