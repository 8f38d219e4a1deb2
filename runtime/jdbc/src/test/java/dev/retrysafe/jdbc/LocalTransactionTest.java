package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.ResultClassifier.Verdict;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.OperationId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tools whose rows and records are committed together, in a transaction that the store opens. */
@ParameterizedClass
@MethodSource("databases")
class LocalTransactionTest {

    private static final Duration SOON = Duration.ofMillis(500);

    /** Far less than the store waits for a row at least. */
    private static final Duration AT_ONCE = Duration.ofMillis(150);

    private final Database database;

    private final OwnTransactions transactions;

    private final JdbcEffectStore store;

    private final SideEffectEngine engine;

    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final AtomicInteger runs = new AtomicInteger();

    private final String approval = "approval-" + System.nanoTime();

    LocalTransactionTest(Database database) {
        this.database = database;
        database.execute("CREATE TABLE IF NOT EXISTS entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)");
        this.transactions = new OwnTransactions(database.pool());
        this.store = Database.patient(database.pool())
                .localTransactions(transactions)
                .build();
        this.engine = BookEntry.engine(store, settings -> settings);
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    private static void awaitLetIn(CountDownLatch entered) throws InterruptedException {
        assertThat(entered.await(60, TimeUnit.SECONDS)).as("let in").isTrue();
    }

    /** How many transactions are under way, those included that wait for a row. */
    private int transactionsUnderWay() {
        return database.pool().getHikariPoolMXBean().getActiveConnections();
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        engine.close();
        store.close();
    }

    private String insert() throws SQLException {
        runs.incrementAndGet();
        return BookEntry.insert(transactions.connection(), approval, 10);
    }

    private String book() throws Exception {
        return BookEntry.call(engine, approval, 10, this::insert);
    }

    private String entries() {
        return database.query("SELECT COUNT(*) FROM entry WHERE approval = '" + approval + "'");
    }

    private String records() {
        return database.query("SELECT COUNT(*) FROM retrysafe_record WHERE operation_key LIKE '%" + approval + "%'");
    }

    @Test
    void rowAndReceiptAreThereTogetherAndARetryGetsTheReceipt() throws Exception {
        String answer = BookEntry.call(engine, approval, 10, () -> {
            String inserted = insert();
            assertThat(entries()).as("seen by others").isEqualTo("0");
            assertThat(records()).as("seen by others").isEqualTo("0");
            return inserted;
        });
        assertThat(answer).isEqualTo("entries: 1");
        assertThat(entries()).isEqualTo("1");
        assertThat(records()).isEqualTo("1");
        assertThat(book()).isEqualTo("entries: 1");
        assertThatThrownBy(() -> BookEntry.call(engine, approval, 11, this::insert))
                .isInstanceOf(SideEffectConflictException.class);
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void anExceptionTakesRowAndRecordBackAndARetryExecutes() throws Exception {
        IllegalStateException thrown = new IllegalStateException("no such account");
        assertThatThrownBy(() -> BookEntry.call(engine, approval, 10, () -> {
                    insert();
                    throw thrown;
                }))
                .isSameAs(thrown)
                .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
        assertThat(entries()).isEqualTo("0");
        assertThat(records()).isEqualTo("0");
        assertThat(BookEntry.call(engine, approval, 11, this::insert)).isEqualTo("entries: 1");
        assertThat(runs).hasValue(2);
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void anEngineThatIsClosedWhileATransactionBeginsEntersNoMethod() {
        List<SideEffectEngine> closing = new ArrayList<>();
        TransactionSource meanwhile = new TransactionSource() {
            @Override
            public void check(DataSource records) {
                transactions.check(records);
            }

            @Override
            public Transaction begin(Duration atMost) throws SQLException {
                closing.forEach(SideEffectEngine::close);
                return transactions.begin(atMost);
            }
        };
        try (JdbcEffectStore otherStore = Database.patient(database.pool())
                        .localTransactions(meanwhile)
                        .build();
                SideEffectEngine other = BookEntry.engine(otherStore, settings -> settings)) {
            closing.add(other);
            assertThatThrownBy(() -> BookEntry.call(other, approval, 10, this::insert))
                    .isInstanceOfSatisfying(
                            SideEffectStoreException.class,
                            e -> assertThat(e.code()).isEqualTo("EngineClosed"));
        }
        assertThat(runs).hasValue(0);
        assertThat(records()).isEqualTo("0");
    }

    @Test
    void case_33_anErrorTakesRowAndRecordBack() throws Exception {
        assertThatThrownBy(() -> BookEntry.call(engine, approval, 10, () -> {
                    insert();
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(records()).isEqualTo("0");
        assertThat(book()).isEqualTo("entries: 1");
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void aFinalFailureIsStoredAndItsRowsAreNot() throws Exception {
        Callable<String> closed = () -> {
            insert();
            throw new BookEntry.Closed("the books are closed");
        };
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> BookEntry.call(engine, approval, 10, closed))
                    .isInstanceOf(BookEntry.Closed.class)
                    .hasMessage("the books are closed");
        }
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("0");
        assertThat(records()).isEqualTo("1");
    }

    @Test
    void whoComesMeanwhileWaitsForTheRowAndGetsTheReceipt() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Future<String> owner = callers.submit(() -> BookEntry.call(engine, approval, 10, () -> {
            entered.countDown();
            go.await();
            return insert();
        }));
        awaitLetIn(entered);
        Future<String> other = callers.submit(this::book);
        await().pollDelay(SOON).untilAsserted(() -> assertThat(other).isNotDone());
        go.countDown();
        assertThat(owner.get(60, TimeUnit.SECONDS)).isEqualTo("entries: 1");
        assertThat(other.get(60, TimeUnit.SECONDS)).isEqualTo("entries: 1");
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void whoWaitedTooLongIsToldThatItIsInProgress() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (SideEffectEngine hasty = BookEntry.engine(store, settings -> settings.waitAtMost(Duration.ofSeconds(1)));
                SideEffectEngine atOnce = BookEntry.engine(store, settings -> settings.waitAtMost(Duration.ZERO))) {
            Future<String> owner = callers.submit(() -> BookEntry.call(engine, approval, 10, () -> {
                entered.countDown();
                go.await();
                return insert();
            }));
            awaitLetIn(entered);
            for (SideEffectEngine impatient : List.of(hasty, atOnce)) {
                assertThatThrownBy(() -> BookEntry.call(impatient, approval, 10, this::insert))
                        .isInstanceOf(SideEffectInProgressException.class);
            }
            go.countDown();
            assertThat(owner.get(60, TimeUnit.SECONDS)).isEqualTo("entries: 1");
            assertThat(BookEntry.call(hasty, approval, 10, this::insert)).isEqualTo("entries: 1");
        }
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("1");
    }

    /** As another retry does for a moment: nobody runs, so nobody is told that somebody does. */
    @Test
    void whoMeetsARetryAtACommittedRecordGetsTheReceiptHoweverShortItsWait() throws Exception {
        assertThat(book()).isEqualTo("entries: 1");
        for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(100))) {
            // A slow machine may hold the row for longer than anybody waits for it.
            boolean answered = false;
            for (int scene = 0; !answered && scene < 5; scene++) {
                answered = meetsARetry(wait);
            }
            assertThat(answered).isTrue();
        }
        assertThat(runs).hasValue(1);
    }

    /** Whether it waited for the row and got the receipt, and not the news that the row was held for too long. */
    private boolean meetsARetry(Duration wait) throws Exception {
        try (SideEffectEngine hasty = BookEntry.engine(store, settings -> settings.waitAtMost(wait));
                Connection retry = database.pool().getConnection()) {
            retry.setAutoCommit(false);
            lockRecord(retry);
            Future<String> other = callers.submit(() -> BookEntry.call(hasty, approval, 10, this::insert));
            await().pollInterval(Duration.ofMillis(10)).until(() -> other.isDone() || transactionsUnderWay() == 2);
            await().pollDelay(AT_ONCE).until(() -> true);
            boolean waited = !other.isDone();
            retry.rollback();
            retry.setAutoCommit(true);
            try {
                assertThat(other.get(60, TimeUnit.SECONDS)).isEqualTo("entries: 1");
            } catch (ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(SideEffectInProgressException.class);
                return false;
            }
            assertThat(waited).as("it waited for the row").isTrue();
            return true;
        }
    }

    private void lockRecord(Connection connection) throws SQLException {
        OperationId operation = new OperationId("default", "acme", "book_entry", "acme:" + approval + ":book_entry");
        try (PreparedStatement lock =
                connection.prepareStatement("SELECT state FROM retrysafe_record WHERE id = ? FOR UPDATE")) {
            lock.setBytes(1, operation.hash());
            try (ResultSet row = lock.executeQuery()) {
                assertThat(row.next()).isTrue();
            }
        }
    }

    /** Or else all that waited for a failing call would run it, one after the other. */
    @Test
    void whoWaitedForACallThatRolledBackExecutesNothing() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Future<String> owner = callers.submit(() -> BookEntry.call(engine, approval, 10, () -> {
            insert();
            entered.countDown();
            go.await();
            throw new IllegalStateException("no such account");
        }));
        awaitLetIn(entered);
        List<Future<String>> others = new ArrayList<>();
        List<SideEffectEngine> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SideEffectEngine process = BookEntry.engine(store, settings -> settings);
            processes.add(process);
            others.add(callers.submit(() -> BookEntry.call(process, approval, 10, this::insert)));
        }
        // Each has come to the row that the owner holds, and waits there.
        await().during(SOON).until(() -> transactionsUnderWay() == 1 + others.size());
        assertThat(others).noneMatch(Future::isDone);
        go.countDown();
        assertThatThrownBy(() -> owner.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
        for (Future<String> other : others) {
            assertThatThrownBy(() -> other.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SideEffectInProgressException.class);
        }
        processes.forEach(SideEffectEngine::close);
        assertThat(runs).hasValue(1);
        assertThat(book()).isEqualTo("entries: 1");
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void case_27_sixteenCallersOfTwoProcessesWorthOfEnginesAreOneRow() throws Exception {
        try (JdbcEffectStore otherStore = Database.patient(database.pool())
                        .localTransactions(transactions)
                        .build();
                SideEffectEngine other = BookEntry.engine(otherStore, settings -> settings)) {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                SideEffectEngine mine = i % 2 == 0 ? engine : other;
                answers.add(callers.submit(() -> {
                    start.await();
                    try {
                        return BookEntry.call(mine, approval, 10, this::insert);
                    } catch (SideEffectInProgressException e) {
                        // Databases let one of several that wait for a row go with a deadlock.
                        return BookEntry.call(mine, approval, 10, this::insert);
                    }
                }));
            }
            start.countDown();
            for (Future<String> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("entries: 1");
            }
        }
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void theMethodCannotEndTheTransactionByMistake() throws Exception {
        assertThat(BookEntry.call(engine, approval, 10, () -> {
                    try (Connection lent = transactions.connection()) {
                        for (SqlAction ending :
                                List.<SqlAction>of(lent::commit, lent::rollback, () -> lent.setAutoCommit(true))) {
                            assertThatThrownBy(ending::run)
                                    .isInstanceOf(SQLException.class)
                                    .hasMessageContaining("refused in a LOCAL_TRANSACTION tool");
                        }
                    }
                    return insert();
                }))
                .isEqualTo("entries: 1");
        assertThat(entries()).isEqualTo("1");
        assertThatThrownBy(transactions::connection)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no LOCAL_TRANSACTION tool runs on this thread");
    }

    private interface SqlAction {
        void run() throws SQLException;
    }

    @Test
    void theMethodSeesItsOwnSettingsAndTheConnectionGoesBackAsItCame() throws Exception {
        try (HikariDataSource pool = database.pool(settings -> settings.setMaximumPoolSize(1))) {
            OwnTransactions own = new OwnTransactions(pool);
            String before;
            int isolation;
            try (Connection connection = pool.getConnection()) {
                before = lockWait(connection);
                isolation = connection.getTransactionIsolation();
            }
            try (JdbcEffectStore narrow =
                            Database.patient(pool).localTransactions(own).build();
                    SideEffectEngine mine = BookEntry.engine(narrow, settings -> settings)) {
                String unused = BookEntry.call(mine, approval, 10, () -> {
                    assertThat(lockWait(own.connection())).isEqualTo(boundedBy(before, Duration.ofMinutes(15)));
                    assertThat(own.connection().getTransactionIsolation())
                            .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
                    return BookEntry.insert(own.connection(), approval, 10);
                });
                assertThatThrownBy(() -> BookEntry.call(mine, approval + "-2", 10, () -> {
                            throw new IllegalStateException("no such account");
                        }))
                        .isInstanceOf(IllegalStateException.class);
            }
            try (Connection connection = pool.getConnection()) {
                assertThat(lockWait(connection)).isEqualTo(before);
                assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
                assertThat(connection.getAutoCommit()).isTrue();
            }
        }
    }

    /** None, where there is none by itself, becomes the longest that the tool may run. */
    private static String boundedBy(String before, Duration runAtMost) {
        return before.equals("0") ? Long.toString(runAtMost.toMillis()) : before;
    }

    private String lockWait(Connection connection) throws SQLException {
        String query = switch (database.dialect()) {
            case POSTGRESQL -> "SELECT setting FROM pg_settings WHERE name = 'lock_timeout'";
            case MARIADB -> "SELECT @@SESSION.innodb_lock_wait_timeout";
            case H2 -> "SELECT LOCK_TIMEOUT()";
        };
        return Long.toString(Dialect.number(connection, query));
    }

    @Test
    void anExhaustedPoolRefusesTheCallWithinThePoolsTime() throws Exception {
        try (HikariDataSource pool = database.pool(settings -> {
                    settings.setMaximumPoolSize(1);
                    settings.setConnectionTimeout(1_000);
                    settings.setInitializationFailTimeout(-1);
                });
                JdbcEffectStore narrow = Database.built(JdbcEffectStore.builder(pool)
                        .localTransactions(new OwnTransactions(pool))
                        .budget(Duration.ofSeconds(3)));
                SideEffectEngine mine = BookEntry.engine(narrow, settings -> settings);
                Connection taken = await().ignoreExceptionsInstanceOf(SQLException.class)
                        .until(pool::getConnection, connection -> true)) {
            assertThat(taken.isClosed()).isFalse();
            long start = System.nanoTime();
            SideEffectStoreException refused = catchThrowableOfType(
                    SideEffectStoreException.class, () -> BookEntry.call(mine, approval, 10, this::insert));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            assertThat(refused).isNotNull();
            assertThat(refused.effectMayHaveHappened()).isFalse();
            assertThat(refused.code()).isEqualTo("StoreUnavailable");
            assertThat(refused.retryable()).isTrue();
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    void case_32_anInterruptedMethodsReceiptIsStored() throws Exception {
        String answer = BookEntry.call(engine, approval, 10, () -> {
            String inserted = insert();
            Thread.currentThread().interrupt();
            return inserted;
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isEqualTo("entries: 1");
        assertThat(book()).isEqualTo("entries: 1");
        assertThat(entries()).isEqualTo("1");
        assertThat(runs).hasValue(1);
    }

    @Test
    void anInnerOperationStandsWhenTheOuterRollsBack() throws Exception {
        String inner = approval + "-inner";
        Callable<String> outer = () -> {
            String unused = BookEntry.call(engine, inner, 10, () -> {
                runs.incrementAndGet();
                return BookEntry.insert(transactions.connection(), inner, 10);
            });
            insert();
            throw new IllegalStateException("no such account");
        };
        for (int i = 1; i <= 2; i++) {
            assertThatThrownBy(() -> BookEntry.call(engine, approval, 10, outer))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(runs).hasValue(1 + i);
        }
        assertThat(entries()).isEqualTo("0");
        assertThat(database.query("SELECT COUNT(*) FROM entry WHERE approval = '" + inner + "'"))
                .isEqualTo("1");
    }

    @Test
    void aResultThatIsNoCommitTakesTheRowBack() throws Exception {
        for (Verdict verdict : List.of(Verdict.NO_EFFECT, Verdict.IN_DOUBT)) {
            try (SideEffectEngine judging =
                    BookEntry.engine(store, settings -> settings.resultClassifier((tool, result) -> verdict))) {
                assertThat(BookEntry.call(judging, approval, 10, this::insert)).isEqualTo("entries: 1");
            }
            assertThat(entries()).isEqualTo("0");
            assertThat(records()).isEqualTo("0");
        }
        assertThat(book()).isEqualTo("entries: 1");
        assertThat(runs).hasValue(3);
    }

    @Test
    void whatAnEarlierVersionLeftInDoubtStaysSo() throws Exception {
        assertThatThrownBy(() -> BookEntry.call(engine, BookEntry.BEFORE_IT_WAS_LOCAL, approval, 10, () -> {
                    throw new IllegalStateException("read timed out");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(this::book).isInstanceOf(SideEffectInDoubtException.class);
        assertThat(runs).hasValue(0);
    }

    @Test
    void aStoreWithoutTransactionsOfTheApplicationsRefusesTheTool() {
        try (JdbcEffectStore without = Database.store(database.pool());
                SideEffectEngine mine = BookEntry.engine(without, settings -> settings)) {
            assertThatThrownBy(() -> BookEntry.call(mine, approval, 10, this::insert))
                    .isInstanceOfSatisfying(
                            SideEffectRejectedException.class,
                            e -> assertThat(e.code()).isEqualTo("UnsupportedByStore"));
        }
        assertThat(runs).hasValue(0);
    }
}
