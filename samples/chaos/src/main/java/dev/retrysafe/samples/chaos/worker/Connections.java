package dev.retrysafe.samples.chaos.worker;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.redis.RedisEffectStore;
import dev.retrysafe.samples.chaos.plan.Plan;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Opens what workers keep their records in: {@code redis://…}, {@code cluster:redis://…,redis://…} or {@code jdbc:…}. */
final class Connections {

    private static final String CLUSTER = "cluster:";

    private static final String JDBC = "jdbc:";

    private static final Duration COMMAND_BUDGET = Duration.ofMillis(Plan.STORE_PATIENCE_MILLIS);

    private static final long START_MILLIS = 30_000;

    private static final long PAUSE_MILLIS = 200;

    private Connections() {}

    static EffectStore store(String address) throws InterruptedException {
        if (!address.startsWith(JDBC)) {
            RedissonClient client = insist(() -> Redisson.create(config(address)));
            return RedisEffectStore.builder(client)
                    .commandBudget(COMMAND_BUDGET)
                    // A master that is killed must not take with it what it had confirmed.
                    .minReplicas(address.startsWith(CLUSTER) ? 1 : 0)
                    .build();
        }
        HikariDataSource pool = pool(address);
        return insist(() -> JdbcEffectStore.builder(pool).budget(COMMAND_BUDGET).build());
    }

    static NaiveGuard.Keys keys(String address) throws Exception {
        if (!address.startsWith(JDBC)) {
            return new NaiveRedisKeys(insist(() -> Redisson.create(config(address))));
        }
        return new NaiveJdbcKeys(pool(address));
    }

    private static HikariDataSource pool(String address) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address);
        config.setUsername("postgres");
        config.setMaximumPoolSize(8);
        config.setMinimumIdle(2);
        config.setConnectionTimeout(COMMAND_BUDGET.toMillis());
        config.setValidationTimeout(COMMAND_BUDGET.toMillis() / 2);
        config.setInitializationFailTimeout(-1);
        config.addDataSourceProperty("socketTimeout", "5");
        config.addDataSourceProperty("connectTimeout", "1");
        return new HikariDataSource(config);
    }

    private static Config config(String address) {
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        if (address.startsWith(CLUSTER)) {
            config.useClusterServers()
                    .addNodeAddress(address.substring(CLUSTER.length()).split(",", -1))
                    .setScanInterval(500)
                    .setMasterConnectionMinimumIdleSize(2)
                    .setMasterConnectionPoolSize(8)
                    .setSlaveConnectionMinimumIdleSize(1)
                    .setSlaveConnectionPoolSize(2)
                    .setSubscriptionConnectionMinimumIdleSize(1);
        } else {
            config.useSingleServer()
                    .setAddress(address)
                    .setConnectionMinimumIdleSize(2)
                    .setConnectionPoolSize(16)
                    .setSubscriptionConnectionMinimumIdleSize(1);
        }
        return config;
    }

    private interface Opening<T> {
        T open();
    }

    /** A worker may be started again while the store is down. */
    private static <T> T insist(Opening<T> opening) throws InterruptedException {
        long deadline = System.currentTimeMillis() + START_MILLIS;
        while (true) {
            try {
                return opening.open();
            } catch (org.redisson.client.RedisException | EffectStoreException e) {
                if (System.currentTimeMillis() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }
}
