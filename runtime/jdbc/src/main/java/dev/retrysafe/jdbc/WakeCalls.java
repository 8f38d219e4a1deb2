package dev.retrysafe.jdbc;

import dev.retrysafe.store.EffectStore.Watch;
import dev.retrysafe.store.OperationId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells those who watch this store what this store did. What other processes do, they see when they look again: plain JDBC
 * has no notification.
 */
final class WakeCalls {

    private final Map<OperationId, Map<Object, Runnable>> watches = new ConcurrentHashMap<>();

    Watch watch(OperationId operation, Runnable changed) {
        Object watch = new Object();
        watches.compute(operation, (o, others) -> {
            Map<Object, Runnable> all = others == null ? new ConcurrentHashMap<>() : others;
            all.put(watch, changed);
            return all;
        });
        changed.run();
        return () -> watches.computeIfPresent(operation, (o, all) -> {
            all.remove(watch);
            return all.isEmpty() ? null : all;
        });
    }

    void wake(OperationId operation) {
        watches.getOrDefault(operation, Map.of()).values().forEach(Runnable::run);
    }
}
