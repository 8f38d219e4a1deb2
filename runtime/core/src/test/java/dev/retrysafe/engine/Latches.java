package dev.retrysafe.engine;

import java.util.concurrent.CountDownLatch;

/** Waits where nothing may be thrown that is checked. */
final class Latches {

    private Latches() {}

    static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
