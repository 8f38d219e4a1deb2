package dev.retrysafe.spring;

import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Deletes expired records of a store in a database now and then. They count for nothing: it only gives back their space. */
final class JdbcPurge implements SmartInitializingSingleton, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("retrysafe");

    /** In one transaction: short enough that nobody waits for it. */
    private static final int BATCH = 1_000;

    private final ObjectProvider<EffectStore> store;

    private final JdbcSettings settings;

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
        Thread purge = new Thread(task, "retrysafe-jdbc-purge");
        purge.setDaemon(true);
        return purge;
    });

    JdbcPurge(ObjectProvider<EffectStore> store, JdbcSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    @Override
    public void afterSingletonsInstantiated() {
        Duration every = settings.purgeEvery();
        if (!every.isZero() && store.getIfUnique() instanceof JdbcEffectStore records) {
            long millis = every.toMillis();
            ScheduledFuture<?> unused =
                    thread.scheduleWithFixedDelay(() -> purge(records), millis, millis, TimeUnit.MILLISECONDS);
        }
    }

    private static void purge(JdbcEffectStore records) {
        try {
            int deleted = BATCH;
            while (deleted == BATCH && !Thread.currentThread().isInterrupted()) {
                deleted = records.purge(BATCH);
            }
        } catch (EffectStoreException e) {
            LOG.warn("expired records are not deleted; trying again later: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
