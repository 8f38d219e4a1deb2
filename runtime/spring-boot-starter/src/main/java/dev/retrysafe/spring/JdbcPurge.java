package dev.retrysafe.spring;

import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.store.EffectStore;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Deletes expired records of a store in a database now and then. They count for nothing: it only gives back their space. */
final class JdbcPurge implements SmartInitializingSingleton, AutoCloseable {

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
                    thread.scheduleWithFixedDelay(new PurgeRun(records::purge), millis, millis, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
