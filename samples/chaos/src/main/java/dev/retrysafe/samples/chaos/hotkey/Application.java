package dev.retrysafe.samples.chaos.hotkey;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.CallContext;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.redis.RedisEffectStore;
import dev.retrysafe.samples.chaos.worker.ToolCall;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.postgresql.ds.PGSimpleDataSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** An application as users have it: a pool of ten connections, or a Redis client, that the store shares with its own work. */
final class Application implements AutoCloseable {

    private static final int POOL = 10;

    private final AtomicLong connectionsOpened = new AtomicLong();

    private final AtomicLong askedForHot = new AtomicLong();

    private final Callable<?> ownWork;

    private final Runnable closing;

    private final SideEffectEngine engine;

    private final HotTools tools;

    private final ToolRegistry registry = new ToolRegistry();

    Application(String address, HotTools tools, Duration waitAtMost) {
        this.tools = tools;
        EffectStore store;
        if (address.startsWith("jdbc:")) {
            HikariDataSource pool = pool(address);
            store = JdbcEffectStore.builder(pool).build();
            ownWork = () -> query(pool);
            closing = pool::close;
        } else {
            Config config = new Config();
            config.useSingleServer().setAddress(address);
            RedissonClient client = Redisson.create(config);
            store = RedisEffectStore.builder(client).build();
            ownWork = () -> client.getBucket("the application's own").isExists();
            closing = client::shutdown;
        }
        engine = SideEffectEngine.builder()
                .store(counted(store))
                .namespace("hot-key")
                .waitAtMost(waitAtMost)
                .build();
    }

    /** A pool that opens all its connections at once, so that each one more replaces a broken one. */
    private HikariDataSource pool(String address) {
        PGSimpleDataSource source = new PGSimpleDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                connectionsOpened.incrementAndGet();
                return super.getConnection();
            }
        };
        source.setUrl(address);
        source.setUser("postgres");
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(POOL);
        return new HikariDataSource(config);
    }

    private static boolean query(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.execute("SELECT 1");
        }
    }

    private EffectStore counted(EffectStore store) {
        return (EffectStore) Proxy.newProxyInstance(
                Application.class.getClassLoader(), new Class<?>[] {EffectStore.class}, (proxy, method, arguments) -> {
                    if (arguments != null
                            && arguments[0] instanceof ClaimRequest asked
                            && asked.operation().tenant().equals(HotKey.HOT_TENANT)) {
                        askedForHot.incrementAndGet();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    /** Calls a tool for a tenant. */
    Object call(String tool, String tenant, String decision) throws Throwable {
        Method method = HotTools.class.getDeclaredMethod(tool, String.class);
        ToolMethod known = registry.find(HotTools.class, method);
        if (known == null) {
            throw new IllegalStateException("no generated code for " + method);
        }
        try (CallContext.Scope scope =
                CallContext.builder().tenant(tenant).build().open()) {
            return String.valueOf(engine.call(new ToolCall(known, tools, method, decision)));
        }
    }

    /** What the application does beside, on the same connections. */
    void ownWork() throws Exception {
        Object unused = ownWork.call();
    }

    /** How many of the application's connections were lost. */
    long broken() {
        return Math.max(0, connectionsOpened.get() - POOL);
    }

    /** How many commands the retries of the hot operation caused so far. */
    long asked() {
        return askedForHot.get();
    }

    @Override
    public void close() {
        engine.close();
        closing.run();
    }
}
