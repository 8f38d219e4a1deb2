package dev.retrysafe.jdbc;

import dev.retrysafe.store.EffectStore.Watch;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Tells the waiters of this store what this store did. What other processes do, they see when they look again: plain JDBC
 * has no notification.
 */
final class WakeCalls {

    private final Map<OperationId, Set<Waiter>> waiters = new ConcurrentHashMap<>();

    Watch watch(OperationId operation) {
        Waiter waiter = new Waiter(operation);
        waiters.compute(operation, (o, others) -> {
            Set<Waiter> all = others == null ? new HashSet<>() : others;
            all.add(waiter);
            return all;
        });
        return waiter;
    }

    void wake(OperationId operation) {
        waiters.computeIfPresent(operation, (o, all) -> {
            all.forEach(Waiter::call);
            return all;
        });
    }

    private final class Waiter implements Watch {

        private final OperationId operation;
        private final Semaphore calls = new Semaphore(0);

        Waiter(OperationId operation) {
            this.operation = operation;
        }

        void call() {
            calls.release();
        }

        @Override
        public boolean await(Duration atMost) throws InterruptedException {
            boolean called = calls.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
            calls.drainPermits();
            return called;
        }

        @Override
        public void close() {
            waiters.computeIfPresent(operation, (o, all) -> {
                all.remove(this);
                return all.isEmpty() ? null : all;
            });
        }
    }
}
