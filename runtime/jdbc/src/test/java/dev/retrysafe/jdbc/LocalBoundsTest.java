package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.engine.SideEffectEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How long the transaction of a local tool may hold what it holds, and wait for what others hold. */
@ParameterizedClass
@MethodSource("databases")
class LocalBoundsTest {

    private static final Duration RUN_AT_MOST = Duration.ofSeconds(1);

    private final Database database;

    /** Of one connection, which is far more patient by itself than the tool may run. */
    private final HikariDataSource pool;

    private final OwnTransactions transactions;

    private final JdbcEffectStore store;

    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final String approval = "approval-" + System.nanoTime();

    LocalBoundsTest(Database database) {
        this.database = database;
        database.execute("CREATE TABLE IF NOT EXISTS entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)");
        database.execute("CREATE TABLE IF NOT EXISTS balance (approval VARCHAR(80) PRIMARY KEY, amount INT NOT NULL)");
        database.execute("INSERT INTO balance (approval, amount) VALUES ('" + approval + "', 0)");
        this.pool = database.pool(settings -> {
            settings.setMaximumPoolSize(1);
            settings.setConnectionInitSql(patience());
        });
        this.transactions = new OwnTransactions(pool);
        this.store = Database.patient(database.pool())
                .localTransactions(transactions)
                .build();
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    private String patience() {
        return switch (database.dialect()) {
            case POSTGRESQL -> "SET lock_timeout = '600s'";
            case MARIADB -> "SET SESSION innodb_lock_wait_timeout = 600";
            case H2 -> "SET LOCK_TIMEOUT 600000";
        };
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        store.close();
        pool.close();
    }

    private SideEffectEngine engine(Duration runAtMost) {
        return BookEntry.engine(store, settings -> settings.runAtMost(runAtMost));
    }

    private String add(Connection connection) throws SQLException {
        String inserted = BookEntry.insert(connection, approval, 10);
        Dialect.run(connection, "UPDATE balance SET amount = amount + 1 WHERE approval = '" + approval + "'");
        return inserted;
    }

    private String balance() {
        return database.query("SELECT amount FROM balance WHERE approval = '" + approval + "'");
    }

    private String entries() {
        return database.query("SELECT COUNT(*) FROM entry WHERE approval = '" + approval + "'");
    }

    private String records() {
        return database.query("SELECT COUNT(*) FROM retrysafe_record WHERE operation_key LIKE '%" + approval + "%'");
    }

    private String settings() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return settings(connection);
        }
    }

    private String settings(Connection connection) throws SQLException {
        return switch (database.dialect()) {
            case POSTGRESQL ->
                setting(connection, "lock_timeout") + " " + setting(connection, "statement_timeout") + " "
                        + setting(connection, "idle_in_transaction_session_timeout");
            case MARIADB ->
                Dialect.number(connection, "SELECT @@SESSION.innodb_lock_wait_timeout") + " "
                        + Dialect.number(connection, "SELECT @@SESSION.max_statement_time");
            case H2 ->
                Dialect.number(connection, "SELECT LOCK_TIMEOUT()") + " "
                        + Dialect.number(
                                connection,
                                "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
                                        + " WHERE SETTING_NAME = 'QUERY_TIMEOUT'");
        };
    }

    private static long setting(Connection connection, String name) throws SQLException {
        return Dialect.number(connection, "SELECT setting FROM pg_settings WHERE name = '" + name + "'");
    }

    /** The caller waits for the tool and the tool for the caller, which no database sees. */
    @Test
    void case_96_aRowThatTheCallerHoldsIsWaitedForNoLongerThanTheToolMayRun() throws Exception {
        String before = settings();
        AtomicReference<@Nullable Throwable> inside = new AtomicReference<>();
        try (SideEffectEngine engine = engine(RUN_AT_MOST);
                Connection callers = database.pool().getConnection()) {
            callers.setAutoCommit(false);
            Dialect.run(callers, "UPDATE balance SET amount = amount + 10 WHERE approval = '" + approval + "'");
            Callable<String> tool = () -> {
                try {
                    return add(transactions.connection());
                } catch (SQLException e) {
                    inside.set(e);
                    throw e;
                }
            };
            Future<@Nullable Throwable> call =
                    this.callers.submit(() -> catchThrowable(() -> BookEntry.call(engine, approval, 10, tool)));
            Throwable thrown = call.get(60, TimeUnit.SECONDS);
            assertThat(thrown).isInstanceOf(SQLException.class).isSameAs(inside.get());
            assertThat(entries()).isEqualTo("0");
            assertThat(records()).isEqualTo("0");
            // The caller's own transaction was not touched.
            callers.commit();
            callers.setAutoCommit(true);
        }
        assertThat(settings()).isEqualTo(before);
        assertThat(balance()).isEqualTo("10");
        try (SideEffectEngine engine = engine(Duration.ofMinutes(15))) {
            assertThat(BookEntry.call(engine, approval, 10, () -> add(transactions.connection())))
                    .isEqualTo("entries: 1");
            assertThat(BookEntry.call(engine, approval, 10, () -> add(transactions.connection())))
                    .isEqualTo("entries: 1");
        }
        assertThat(entries()).isEqualTo("1");
        assertThat(balance()).isEqualTo("11");
        assertThat(settings()).isEqualTo(before);
    }

    @Test
    void case_96_theMethodIsBoundedAndTheConnectionGoesBackAsItCame() throws Exception {
        String before = settings();
        try (SideEffectEngine engine = engine(Duration.ofSeconds(90))) {
            String answer = BookEntry.call(engine, approval, 10, () -> {
                assertThat(settings(transactions.connection()))
                        .isEqualTo(
                                switch (database.dialect()) {
                                    case POSTGRESQL -> "90000 90000 90000";
                                    case MARIADB -> "90 90";
                                    case H2 -> "90000 90000";
                                });
                return add(transactions.connection());
            });
            assertThat(answer).isEqualTo("entries: 1");
            assertThat(settings()).isEqualTo(before);
            assertThat(catchThrowable(() -> BookEntry.call(engine, approval + "-2", 10, () -> {
                        throw new IllegalStateException("no such account");
                    })))
                    .hasMessage("no such account");
            assertThat(settings()).isEqualTo(before);
        }
    }

    /** A bound of the application's that is narrower counts. */
    @Test
    void case_96_whatIsBoundedMoreNarrowlyStaysSo() throws Exception {
        String before = settings();
        try (SideEffectEngine engine = engine(Duration.ofDays(1))) {
            String answer = BookEntry.call(engine, approval, 10, () -> {
                assertThat(settings(transactions.connection()))
                        .startsWith(before.substring(0, before.indexOf(' ')) + " ");
                return add(transactions.connection());
            });
            assertThat(answer).isEqualTo("entries: 1");
        }
        assertThat(settings()).isEqualTo(before);
    }

    /** PostgreSQL ends the session of whoever holds its rows and says nothing. */
    @Test
    void case_96_whoSaysNothingForLongerThanTheToolMayRunHoldsNothingAnyMore() throws Exception {
        if (database.dialect() != Dialect.POSTGRESQL) {
            return;
        }
        try (SideEffectEngine engine = engine(RUN_AT_MOST)) {
            Throwable thrown = catchThrowable(() -> BookEntry.call(engine, approval, 10, () -> {
                long session = Dialect.number(transactions.connection(), "SELECT pg_backend_pid()");
                String inserted = add(transactions.connection());
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> database.query("SELECT COUNT(*) FROM pg_stat_activity WHERE pid = " + session)
                                .equals("0"));
                return inserted;
            }));
            assertThat(thrown)
                    .isInstanceOfSatisfying(
                            SideEffectStoreException.class,
                            e -> assertThat(e.code()).isEqualTo("RolledBack"));
        }
        assertThat(entries()).isEqualTo("0");
        assertThat(records()).isEqualTo("0");
        assertThat(balance()).isEqualTo("0");
    }
}
