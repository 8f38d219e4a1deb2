package dev.retrysafe.test;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A watch that counts what it was told. */
public final class Notified implements AutoCloseable {

    private static final Duration IN_PLACE = Duration.ofSeconds(60);

    private final Semaphore calls = new Semaphore(0);

    private final EffectStore.Watch watch;

    private Notified(EffectStore store, OperationId operation) {
        watch = store.watch(operation, calls::release);
    }

    /**
     * Watches an operation.
     *
     * @param store the store
     * @param operation the operation
     * @return the watch, which is in place, as far as the store knows
     * @throws InterruptedException when the thread is interrupted
     */
    public static Notified of(EffectStore store, OperationId operation) throws InterruptedException {
        Notified notified = new Notified(store, operation);
        if (!notified.within(IN_PLACE)) {
            notified.close();
            throw new AssertionError("the store said for " + IN_PLACE + " nothing of a watch being in place");
        }
        return notified;
    }

    /**
     * Waits for a notification since the watch was in place, or since this last returned.
     *
     * @param atMost the longest wait
     * @return whether there was one
     * @throws InterruptedException when the thread is interrupted
     */
    public boolean within(Duration atMost) throws InterruptedException {
        boolean called = calls.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
        calls.drainPermits();
        return called;
    }

    @Override
    public void close() {
        watch.close();
    }
}
