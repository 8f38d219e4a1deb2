package dev.retrysafe.samples.chaos.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Waits for what other processes do. */
public final class Until {

    private static final long POLL_MILLIS = 20;

    private Until() {}

    /** Something to wait for. */
    public interface Condition {

        /**
         * Asks.
         *
         * @return whether it holds
         * @throws IOException when it never will
         */
        boolean holds() throws IOException;
    }

    /**
     * Waits.
     *
     * @param what for the message
     * @param seconds at most
     * @param condition what to wait for
     * @throws IOException when it does not come about
     */
    public static void holds(String what, int seconds, Condition condition) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("waited " + seconds + " s in vain until " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting until " + what, e);
            }
        }
    }
}
