package dev.retrysafe.samples.chaos.worker;

import java.util.concurrent.TimeUnit;

/**
 * Sleeps for a moment, again and again, and writes down when it slept long: then this process stood still, because it was
 * paused or because the machine had no time for it. Leases lapse and answers come late then, and that is nobody's fault.
 */
final class Pulse {

    private static final long BEAT_MILLIS = 50;

    /** Well below what a lease can lose before it lapses. */
    private static final long GAP_MILLIS = 400;

    private Pulse() {}

    static void start(WorkerLog log) {
        Thread pulse = new Thread(() -> beat(log), "pulse");
        pulse.setDaemon(true);
        pulse.start();
    }

    private static void beat(WorkerLog log) {
        long last = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                TimeUnit.MILLISECONDS.sleep(BEAT_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            long now = System.nanoTime();
            long micros = TimeUnit.NANOSECONDS.toMicros(now - last);
            if (micros > TimeUnit.MILLISECONDS.toMicros(GAP_MILLIS)) {
                log.stoodStill(micros);
            }
            last = now;
        }
    }
}
