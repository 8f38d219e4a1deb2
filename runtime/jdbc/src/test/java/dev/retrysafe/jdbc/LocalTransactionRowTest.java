package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.engine.SideEffectEngine;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/**
 * The row of local transactions in the matrix of docs/guarantees.md, where the server is stopped and comes back with the
 * data that it had.
 */
@Execution(CONCURRENT)
class LocalTransactionRowTest {

    @TempDir
    private Path data;

    private final AtomicInteger runs = new AtomicInteger();

    private EmbeddedPostgres server;
    private Database database;
    private HikariDataSource pool;
    private OwnTransactions transactions;
    private JdbcEffectStore store;
    private SideEffectEngine engine;

    @BeforeEach
    void start() throws IOException {
        server = server().start();
        database = Database.on(server);
        database.execute("CREATE TABLE entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)");
        pool = database.pool(settings -> {});
        transactions = new OwnTransactions(pool);
        store = Database.patient(pool).localTransactions(transactions).build();
        engine = BookEntry.engine(store, settings -> settings);
    }

    private EmbeddedPostgres.Builder server() {
        return Database.server().setDataDirectory(data).setCleanDataDirectory(false);
    }

    @AfterEach
    void stop() throws IOException {
        engine.close();
        store.close();
        pool.close();
        database.pool().close();
        server.close();
    }

    private void restart() throws IOException {
        await().until(() -> Files.notExists(data.resolve("postmaster.pid")));
        server = server().setPort(server.getPort()).start();
        // A connection that was used half a second ago is lent without a look at it.
        database.pool().getHikariPoolMXBean().softEvictConnections();
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    private String insert() throws Exception {
        runs.incrementAndGet();
        return BookEntry.insert(transactions.connection(), "approval-17", 10);
    }

    private String book(Callable<String> method) throws Exception {
        return BookEntry.call(engine, "approval-17", 10, method);
    }

    private String entries() {
        return database.query("SELECT COUNT(*) FROM entry");
    }

    private String records() {
        return database.query("SELECT COUNT(*) FROM retrysafe_record");
    }

    private SideEffectStoreException refused(SideEffectEngine by, Callable<String> method) {
        SideEffectStoreException refused = catchThrowableOfType(
                SideEffectStoreException.class, () -> BookEntry.call(by, "approval-17", 10, method));
        assertThat(refused).isNotNull();
        assertThat(refused.effectMayHaveHappened()).isFalse();
        assertThat(refused.retryable()).isTrue();
        return refused;
    }

    private void aRetryExecutes() throws Exception {
        assertThat(entries()).isEqualTo("0");
        assertThat(records()).isEqualTo("0");
        runs.set(0);
        assertThat(book(this::insert)).isEqualTo("entries: 1");
        assertThat(book(this::insert)).isEqualTo("entries: 1");
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void storeDownAtClaim() throws Exception {
        try (JdbcEffectStore hasty = Database.built(JdbcEffectStore.builder(pool)
                        .localTransactions(transactions)
                        .budget(Duration.ofSeconds(3)));
                SideEffectEngine down = BookEntry.engine(hasty, settings -> settings)) {
            server.close();
            assertThat(refused(down, this::insert).code()).isEqualTo("StoreUnavailable");
        }
        assertThat(runs).hasValue(0);
        restart();
        aRetryExecutes();
    }

    @Test
    void storeDownAtCommit() throws Exception {
        SideEffectStoreException told = refused(engine, () -> {
            String inserted = insert();
            server.close();
            return inserted;
        });
        assertThat(told.code()).isEqualTo("RolledBack");
        assertThat(runs).hasValue(1);
        restart();
        aRetryExecutes();
    }
}
