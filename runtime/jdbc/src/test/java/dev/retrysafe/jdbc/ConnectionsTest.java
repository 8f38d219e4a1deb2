package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.WriteReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How connections are borrowed, given back, waited for and lost. */
@Execution(CONCURRENT)
@ParameterizedClass
@MethodSource("databases")
class ConnectionsTest {

    private static final Duration BUDGET = Duration.ofSeconds(2);

    private final Database database;

    ConnectionsTest(Database database) {
        this.database = database;
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    /** Does not wait long for what does not come. What must come is asked of a patient one. */
    private static JdbcEffectStore hasty(DataSource dataSource) {
        return Database.built(JdbcEffectStore.builder(dataSource).budget(BUDGET));
    }

    private static EffectStoreException failureOf(Runnable command) {
        return failureOf(BUDGET, command);
    }

    private static EffectStoreException failureOf(Duration budget, Runnable command) {
        long start = System.nanoTime();
        EffectStoreException failure = catchThrowableOfType(EffectStoreException.class, command::run);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(budget.plusSeconds(20));
        assertThat(failure).isNotNull();
        return failure;
    }

    @Test
    void anExhaustedPoolIsWaitedForWithinTheBudget() throws Exception {
        try (HikariDataSource pool = database.pool(settings -> settings.setMaximumPoolSize(1));
                JdbcEffectStore store = hasty(pool)) {
            ClaimRequest request = attempt(operation());
            try (Connection taken = pool.getConnection()) {
                assertThat(taken.isValid(1)).isTrue();
                EffectStoreException failure = failureOf(() -> store.claim(request));
                assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
                assertThat(failure)
                        .hasMessageContaining("claim")
                        .hasMessageContaining("2000 ms")
                        .hasMessageContaining("no connection came from the DataSource")
                        .hasMessageContaining("nothing took place");
                // Also for those that wait behind it.
                assertThat(failureOf(() -> store.look(request)).reason()).isEqualTo(Reason.UNAVAILABLE);
            }
            // Had the claim come late, this would not be the first. On a slow machine it may have to be sent again.
            ClaimRequest next = attempt(request.operation());
            await().ignoreExceptionsInstanceOf(EffectStoreException.class)
                    .untilAsserted(() -> assertThat(store.claim(next)).isEqualTo(new ClaimReply.Claimed(1)));
        }
    }

    @Test
    void moreCommandsThanConnectionsWaitTheirTurn() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        try (JdbcEffectStore narrow = JdbcEffectStore.builder(database.pool())
                .budget(Database.PATIENCE)
                .connectionsAtMost(1)
                .build()) {
            List<Callable<ClaimReply>> calls = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                calls.add(() -> narrow.claim(attempt(operation())));
            }
            for (Future<ClaimReply> call : callers.invokeAll(calls)) {
                assertThat(call.get()).isEqualTo(new ClaimReply.Claimed(1));
            }
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void aConnectionGoesBackAsItCame() throws Exception {
        for (boolean autoCommit : new boolean[] {true, false}) {
            try (HikariDataSource pool = database.pool(settings -> {
                settings.setMaximumPoolSize(1);
                settings.setAutoCommit(autoCommit);
                settings.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
            })) {
                String before = state(pool);
                try (JdbcEffectStore store = Database.store(pool)) {
                    Claim owner = held(attempt(operation()), 1);
                    assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
                    assertThat(state(pool)).isEqualTo(before);
                    new Row(database, owner.request().operation()).set("format", "2");
                    assertThat(failureOf(() -> store.renew(owner)).reason()).isEqualTo(Reason.UNKNOWN_FORMAT);
                    assertThat(state(pool)).isEqualTo(before);
                }
            }
        }
    }

    private String state(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            String lockWait = switch (database.dialect()) {
                case POSTGRESQL ->
                    "SELECT CAST(EXTRACT(EPOCH FROM CAST(current_setting('lock_timeout') AS interval)) AS int)";
                case MARIADB -> "SELECT @@SESSION.innodb_lock_wait_timeout";
                case H2 -> "SELECT LOCK_TIMEOUT()";
            };
            return connection.getAutoCommit() + " " + connection.getTransactionIsolation() + " "
                    + Dialect.number(connection, lockWait) + " " + connection.getNetworkTimeout();
        }
    }

    @Test
    void aStricterDefaultIsolationChangesNothing() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        try (HikariDataSource pool =
                        database.pool(settings -> settings.setTransactionIsolation("TRANSACTION_SERIALIZABLE"));
                JdbcEffectStore store =
                        JdbcEffectStore.builder(pool).budget(Database.PATIENCE).build()) {
            OperationId operation = operation();
            List<Callable<ClaimReply>> calls = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                calls.add(() -> store.claim(attempt(operation)));
            }
            List<ClaimReply> replies = new ArrayList<>();
            for (Future<ClaimReply> call : callers.invokeAll(calls)) {
                replies.add(call.get());
            }
            assertThat(replies).filteredOn(ClaimReply.Claimed.class::isInstance).hasSize(1);
            assertThat(replies)
                    .filteredOn(ClaimReply.InProgress.class::isInstance)
                    .hasSize(15);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void aRowThatSomebodyLocksIsWaitedForWithinTheBudget() throws Exception {
        try (JdbcEffectStore store = Database.store(database.pool());
                JdbcEffectStore hasty = hasty(database.pool())) {
            Claim owner = held(attempt(operation()), 1);
            store.claim(owner.request());
            try (Connection other = database.pool().getConnection();
                    PreparedStatement statement =
                            other.prepareStatement("UPDATE retrysafe_record SET lost = lost WHERE id = ?")) {
                other.setAutoCommit(false);
                // By its key alone, or some databases lock every row that they look at.
                statement.setBytes(1, owner.request().operation().hash());
                assertThat(statement.executeUpdate()).isEqualTo(1);
                EffectStoreException failure = failureOf(() -> hasty.commit(owner, outcome("T-1")));
                assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
                assertThat(failure).hasMessageContaining("commit").hasMessageContaining("nothing took place");
                other.rollback();
                other.setAutoCommit(true);
            }
            assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        }
    }

    /** The pool's own wait begins anew in the store's thread; the caller's interrupt reaches neither. */
    @Test
    void anInterruptedCallerWaitsAndStaysInterrupted() {
        try (JdbcEffectStore store = Database.store(database.pool())) {
            ClaimRequest request = attempt(operation());
            Thread.currentThread().interrupt();
            assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void aConnectionLostAfterTheCommitIsOneStepAllTheSame() {
        AtomicBoolean lose = new AtomicBoolean();
        try (JdbcEffectStore store = Database.store(Awkward.losesAnAnswer(database.pool(), lose))) {
            Claim owner = held(attempt(operation()), 1);
            lose.set(true);
            assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
            assertThat(lose).isFalse();
            lose.set(true);
            assertThat(store.renew(owner)).isEqualTo(new WriteReply.Done(false));
            lose.set(true);
            assertThat(store.commit(owner, outcome("T-1")))
                    .isInstanceOfSatisfying(
                            CommitReply.Stored.class,
                            stored -> assertThat(stored.late()).isFalse());
            assertThat(lose).isFalse();

            Claim freed = held(attempt(operation()), 1);
            store.claim(freed.request());
            lose.set(true);
            assertThat(store.release(freed)).isEqualTo(new WriteReply.Done(false));
            assertThat(store.claim(attempt(freed.request().operation()))).isEqualTo(new ClaimReply.Claimed(2));
        }
    }

    /** What its caller was told of is settled by the same command sent again. */
    @Test
    void aCommandWhoseAnswerIsAlwaysLostMayHaveTakenPlace() {
        AtomicBoolean lose = new AtomicBoolean();
        // Within which even a slow machine commits once.
        Duration budget = Duration.ofSeconds(6);
        try (JdbcEffectStore losing =
                        Database.built(JdbcEffectStore.builder(Awkward.losesAnswers(database.pool(), lose))
                                .budget(budget));
                JdbcEffectStore store = Database.store(database.pool())) {
            Claim owner = held(attempt(operation()), 1);
            lose.set(true);
            // A claim is found by reading what it left, and needs no second commit.
            assertThat(losing.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
            EffectStoreException failure = failureOf(budget, () -> losing.renew(owner));
            assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
            assertThat(failure).hasMessageContaining("may have taken place");
            assertThat(store.renew(owner)).isEqualTo(new WriteReply.Done(false));
            assertThat(store.release(held(owner.request(), 0))).isEqualTo(new WriteReply.Done(false));
            assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Released());
        }
    }

    @Test
    void whatNobodyWaitsForAnyMoreIsNotBegun() throws Exception {
        Semaphore gate = new Semaphore(1);
        try (JdbcEffectStore store = Database.built(JdbcEffectStore.builder(Awkward.slow(database.pool(), gate))
                .budget(BUDGET)
                .connectionsAtMost(1))) {
            gate.acquire();
            Claim owner = held(attempt(operation()), 1);
            assertThat(failureOf(() -> store.claim(owner.request()))).hasMessageContaining("nothing took place");
            gate.release();
            // Its only thread does one thing after the other, so this is answered when the claim has ended.
            await().ignoreExceptionsInstanceOf(EffectStoreException.class)
                    .untilAsserted(
                            () -> assertThat(store.look(attempt(owner.request().operation())))
                                    .isEqualTo(new ClaimReply.Released()));
            assertThat(new Row(database, owner.request().operation()).exists()).isFalse();
        }
    }

    @Test
    void anotherProductIsToldWhenTheStoreIsBuilt() {
        assertThatThrownBy(() -> Database.store(Awkward.ofProduct(database.pool(), "Oracle")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Oracle")
                .hasMessageContaining("PostgreSQL, MariaDB, MySQL and H2");
    }

    @Test
    void aMissingTableIsToldWhenTheStoreIsBuilt() {
        assertThatThrownBy(() ->
                        Database.patient(database.pool()).table("no_such_table").build())
                .isInstanceOfSatisfying(
                        EffectStoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.REFUSED))
                .hasMessageContaining("the table is missing")
                .hasMessageContaining(database.dialect().script());
    }

    @Test
    void aTableThatLacksAColumnIsToldWhenTheStoreIsBuilt() {
        database.execute("CREATE TABLE retrysafe_short (id INT)");
        try {
            assertThatThrownBy(() -> Database.patient(database.pool())
                            .table("retrysafe_short")
                            .build())
                    .isInstanceOf(EffectStoreException.class)
                    .hasMessageContaining("lacks a column")
                    .hasMessageContaining(database.dialect().script());
        } finally {
            database.execute("DROP TABLE retrysafe_short");
        }
    }

    @Test
    void aClosedStoreRefuses() {
        JdbcEffectStore store = Database.store(database.pool());
        store.close();
        assertThat(failureOf(() -> store.claim(attempt(operation()))).reason()).isEqualTo(Reason.REFUSED);
        assertThat(database.pool().isClosed()).isFalse();
    }
}
