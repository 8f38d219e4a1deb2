package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.Outcome;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.test.Attempts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Local transactions that end otherwise than their method thought, on PostgreSQL. */
class LocalCommitTest {

    private final Database database = Database.postgresql();

    private final AtomicInteger runs = new AtomicInteger();

    private final AtomicBoolean lose = new AtomicBoolean();

    private final String approval = "approval-" + System.nanoTime();

    LocalCommitTest() {
        database.execute("CREATE TABLE IF NOT EXISTS entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)");
    }

    /** A store whose transactions come from another DataSource than its own commands: one that loses what it is told to. */
    private final class Books implements AutoCloseable {

        private final OwnTransactions transactions;
        private final JdbcEffectStore store;
        private final SideEffectEngine engine;
        private final List<Incident> incidents = new CopyOnWriteArrayList<>();

        Books(DataSource forTransactions) {
            this(forTransactions, database.pool(), Database.PATIENCE);
        }

        Books(DataSource forTransactions, DataSource forCommands, Duration budget) {
            transactions = new OwnTransactions(forTransactions);
            store = Database.built(JdbcEffectStore.builder(forCommands)
                    .localTransactions(transactions)
                    .budget(budget));
            engine = BookEntry.engine(
                    store,
                    settings -> settings.listener(new SideEffectListener() {
                        @Override
                        public void incident(Incident incident) {
                            incidents.add(incident);
                        }
                    }));
        }

        String book() throws Exception {
            return book(() -> {});
        }

        String book(SqlAction afterwards) throws Exception {
            Callable<String> method = () -> {
                runs.incrementAndGet();
                String inserted = BookEntry.insert(transactions.connection(), approval, 10);
                afterwards.run();
                return inserted;
            };
            return BookEntry.call(engine, approval, 10, method);
        }

        @Override
        public void close() {
            engine.close();
            store.close();
        }
    }

    private interface SqlAction {
        void run() throws SQLException;
    }

    private String entries() {
        return database.query("SELECT COUNT(*) FROM entry WHERE approval = '" + approval + "'");
    }

    private String committedRecords() {
        return database.query(
                "SELECT COUNT(*) FROM retrysafe_record WHERE state = 'COMMITTED' AND operation_key LIKE '%" + approval
                        + "%'");
    }

    private String state() {
        return database.query("SELECT state FROM retrysafe_record WHERE operation_key LIKE '%" + approval + "%'");
    }

    private void rolledBackAndThenExecutes(Books books, SideEffectStoreException refused) throws Exception {
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo("RolledBack");
        assertThat(refused.effectMayHaveHappened()).isFalse();
        assertThat(refused.retryable()).isTrue();
        assertThat(entries()).isEqualTo("0");
        assertThat(committedRecords()).isEqualTo("0");
        assertThat(books.book()).isEqualTo("entries: 1");
        assertThat(runs).hasValue(2);
        assertThat(entries()).isEqualTo("1");
        assertThat(committedRecords()).isEqualTo("1");
    }

    @Test
    void aCommitWhoseAnswerIsLostIsFoundInTheRecord() throws Exception {
        try (Books books = new Books(Awkward.losesAnAnswer(database.pool(), lose))) {
            lose.set(true);
            assertThat(books.book()).isEqualTo("entries: 1");
            assertThat(lose).isFalse();
            assertThat(books.book()).isEqualTo("entries: 1");
        }
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("1");
    }

    /** A proxy, a pool or a driver that says so is not the database: its record is. */
    @Test
    void case_82_aCommitThatIsSaidToBeRefusedIsFoundInTheRecord() throws Exception {
        for (Throwable said : List.of(
                new SQLException("could not serialize", "40001"),
                new SQLException("deferred constraint", "23503"),
                new SQLException("connection is closed", "08003"),
                new IllegalStateException("pool is shut down"),
                new AssertionError("of an agent's"))) {
            runs.set(0);
            database.execute("DELETE FROM entry WHERE approval = '" + approval + "'");
            database.execute("DELETE FROM retrysafe_record WHERE operation_key LIKE '%" + approval + "%'");
            try (Books books = new Books(Awkward.saysOfACommit(database.pool(), said, lose))) {
                lose.set(true);
                assertThat(books.book()).isEqualTo("entries: 1");
                assertThat(lose).isFalse();
                assertThat(committedRecords()).isEqualTo("1");
                assertThat(books.book()).isEqualTo("entries: 1");
            }
            assertThat(runs).hasValue(1);
            assertThat(entries()).isEqualTo("1");
        }
    }

    @Test
    void aCommitThatNeverArrivedIsToldAndARetryExecutes() throws Exception {
        try (Books books = new Books(Awkward.losesACommit(database.pool(), lose))) {
            lose.set(true);
            SideEffectStoreException refused = catchThrowableOfType(SideEffectStoreException.class, books::book);
            rolledBackAndThenExecutes(books, refused);
        }
    }

    /** Nobody is asked on another connection, which would wait for the row that this transaction still holds. */
    @Test
    void aReceiptThatADriverFailsToWriteRollsBack() throws Exception {
        try (Books books = new Books(Awkward.breaks(database.pool(), lose))) {
            SideEffectStoreException refused =
                    catchThrowableOfType(SideEffectStoreException.class, () -> books.book(() -> lose.set(true)));
            lose.set(false);
            assertThat(refused).rootCause().hasMessage("the driver is confused");
            rolledBackAndThenExecutes(books, refused);
        }
    }

    // ---- a final failure, and somebody who came in between its rollback and its receipt
    // --------------------------------

    /** Runs something each time that a transaction has been rolled back. */
    private record AfterRollback(OwnTransactions own, AtomicReference<@Nullable SqlAction> then)
            implements TransactionSource {

        @Override
        public void check(DataSource records) {
            own.check(records);
        }

        @Override
        public Transaction begin(Duration atMost) throws SQLException {
            Transaction transaction = own.begin(atMost);
            return new Transaction() {
                @Override
                public Connection connection() {
                    return transaction.connection();
                }

                @Override
                public void whenOver(Restoring restoring) {
                    transaction.whenOver(restoring);
                }

                @Override
                public boolean commit() throws SQLException {
                    return transaction.commit();
                }

                @Override
                public boolean failedAfterCommit() {
                    return transaction.failedAfterCommit();
                }

                @Override
                public void rollback() {
                    transaction.rollback();
                    SqlAction action = then.getAndSet(null);
                    try {
                        if (action != null) {
                            action.run();
                        }
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
        }
    }

    private interface Meanwhile {
        void run(SideEffectEngine engine, OwnTransactions transactions) throws Exception;
    }

    /** What a call comes to that fails for good, while somebody else comes first. */
    private Map<String, Object> told = Map.of();

    private @Nullable Throwable failing(Meanwhile meanwhile, AtomicReference<String> answer) {
        DataSource pool = database.pool();
        OwnTransactions own = new OwnTransactions(pool);
        AtomicReference<@Nullable SqlAction> then = new AtomicReference<>();
        try (JdbcEffectStore store = Database.patient(pool)
                        .localTransactions(new AfterRollback(own, then))
                        .build();
                SideEffectEngine engine = BookEntry.engine(store, settings -> settings);
                SideEffectEngine another = BookEntry.engine(store, settings -> settings)) {
            then.set(() -> {
                try {
                    meanwhile.run(another, own);
                } catch (Exception e) {
                    throw new SQLException(e);
                }
            });
            Outcome<String> outcome = SideEffects.attempt(() -> BookEntry.call(engine, approval, 10, () -> {
                throw new BookEntry.Closed("the books are closed");
            }));
            answer.set(outcome.failure() == null ? String.valueOf(outcome.value()) : answer.get());
            told = outcome.toMap();
            return outcome.failure();
        }
    }

    @Test
    void aFinalFailureThatComesAfterAReceiptIsAnsweredFromIt() {
        AtomicReference<String> answer = new AtomicReference<>("");
        Throwable thrown = failing(
                (engine, own) ->
                        BookEntry.call(engine, approval, 10, () -> BookEntry.insert(own.connection(), approval, 10)),
                answer);
        assertThat(thrown).isNull();
        assertThat(answer).hasValue("entries: 1");
        assertThat(entries()).isEqualTo("1");
        assertThat(committedRecords()).isEqualTo("1");
    }

    @Test
    void aFinalFailureThatComesAfterAnotherIsTheOtherOne() {
        Throwable thrown = failing(
                (engine, own) -> assertThatThrownBy(() -> BookEntry.call(engine, approval, 10, () -> {
                            throw new BookEntry.Closed("the books were closed already");
                        }))
                        .isInstanceOf(BookEntry.Closed.class),
                new AtomicReference<>(""));
        assertThat(thrown).isInstanceOf(BookEntry.Closed.class).hasMessage("the books were closed already");
        assertThat(committedRecords()).isEqualTo("1");
    }

    @Test
    void aFinalFailureThatTheRecordDoesNotTakeSaysSo() {
        Throwable thrown = Objects.requireNonNull(failing(
                (engine, own) -> assertThatThrownBy(
                                () -> BookEntry.call(engine, BookEntry.BEFORE_IT_WAS_LOCAL, approval, 10, () -> {
                                    throw new SQLException("who knows");
                                }))
                        .hasMessage("who knows"),
                new AtomicReference<>("")));
        assertThat(thrown).isInstanceOf(BookEntry.Closed.class).hasMessage("the books are closed");
        assertThat(thrown).hasNoSuppressedExceptions();
        assertThat(told).containsEntry("status", "in_doubt");
        assertThat(String.valueOf(told.get("message"))).contains("rolled back", "IN_DOUBT");
        assertThat(committedRecords()).isEqualTo("0");
    }

    @Test
    void aDatabaseThatIsGoneBeforeTheReceiptRollsBack() throws Exception {
        try (EmbeddedPostgres server = Database.server().start()) {
            Database own = Database.on(server);
            own.execute("CREATE TABLE entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)");
            try (Books books = new Books(own.pool(), own.pool(), Database.PATIENCE)) {
                SideEffectStoreException unknown =
                        catchThrowableOfType(SideEffectStoreException.class, () -> books.book(() -> stop(server)));
                assertThat(unknown).isNotNull();
                // The receipt could not be written any more, so the commit was never sent.
                assertThat(unknown.code()).isEqualTo("RolledBack");
            }
        }
    }

    private static void stop(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aCommitNobodyCanAskAboutIsNotKnown() throws Exception {
        try (HikariDataSource commands = database.pool(settings -> {
                    settings.setConnectionTimeout(1_000);
                    settings.setInitializationFailTimeout(-1);
                });
                Books books =
                        new Books(Awkward.losesAnAnswer(database.pool(), lose), commands, Duration.ofSeconds(2))) {
            SideEffectStoreException unknown = catchThrowableOfType(
                    SideEffectStoreException.class,
                    () -> books.book(() -> {
                        commands.close();
                        lose.set(true);
                    }));
            assertThat(unknown).isNotNull();
            assertThat(unknown.code()).isEqualTo("CommitUnknown");
            assertThat(unknown.effectMayHaveHappened()).isTrue();
            assertThat(unknown.result()).isEqualTo("entries: 1");
            assertThat(unknown).hasMessageContaining("finds the receipt or executes");
            assertThat(books.book()).isEqualTo("entries: 1");
        }
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void aConstraintThatIsCheckedAtTheCommitRollsBack() throws Exception {
        try (Books books = new Books(database.pool())) {
            database.execute("CREATE TABLE IF NOT EXISTS account (id INT PRIMARY KEY)");
            database.execute("CREATE TABLE IF NOT EXISTS posting (account INT NOT NULL REFERENCES account (id)"
                    + " DEFERRABLE INITIALLY DEFERRED)");
            SideEffectStoreException refused = catchThrowableOfType(
                    SideEffectStoreException.class,
                    () -> books.book(
                            () -> execute(books.transactions.connection(), "INSERT INTO posting VALUES (404)")));
            assertThat(refused).rootCause().isInstanceOf(SQLException.class).hasMessageContaining("404");
            assertThat(refused).hasMessageContaining("23503");
            assertThat(refused.getMessage()).doesNotContain("404");
            rolledBackAndThenExecutes(books, refused);
        }
    }

    /** PostgreSQL answers COMMIT with success, and has rolled back. */
    @Test
    void aFailedStatementThatTheMethodSwallowedRollsBack() throws Exception {
        try (Books books = new Books(database.pool())) {
            SideEffectStoreException refused = catchThrowableOfType(
                    SideEffectStoreException.class,
                    () -> books.book(() -> {
                        try {
                            execute(books.transactions.connection(), "INSERT INTO no_such_table VALUES (1)");
                        } catch (SQLException e) {
                            // As methods do that think of it as of a cache.
                        }
                    }));
            rolledBackAndThenExecutes(books, refused);
        }
    }

    @Test
    void aSessionThatTheServerEndsRollsBack() throws Exception {
        try (Books books = new Books(database.pool())) {
            SideEffectStoreException refused = catchThrowableOfType(
                    SideEffectStoreException.class,
                    () -> books.book(() -> {
                        long session = Dialect.number(books.transactions.connection(), "SELECT pg_backend_pid()");
                        assertThat(database.query("SELECT pg_terminate_backend(" + session + ")"))
                                .isEqualTo("t");
                    }));
            rolledBackAndThenExecutes(books, refused);
        }
    }

    /** By going behind the lent connection. What it committed is a claim like any other's: nothing frees it. */
    @Test
    void aMethodThatCommitsByItselfIsNotExecutedTwice() throws Exception {
        try (Books books = new Books(database.pool())) {
            assertThatThrownBy(() -> books.book(() -> {
                        execute(books.transactions.connection(), "COMMIT");
                        throw new IllegalStateException("killed");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            database.execute("UPDATE retrysafe_record SET lease_end = 1 WHERE operation_key LIKE '%" + approval + "%'");
            assertThatThrownBy(books::book).isInstanceOf(SideEffectInDoubtException.class);
        }
        assertThat(runs).hasValue(1);
        assertThat(entries()).isEqualTo("1");
    }

    /** What the transaction wrote of it went with the transaction; what the method had committed is there all the same. */
    @Test
    void theReceiptOfAMethodThatCommittedByItselfIsKeptWhereItIsRefused() throws Exception {
        RecordId record =
                RecordId.of(new OperationId("default", "acme", "book_entry", "acme:" + approval + ":book_entry"));
        try (Books books = new Books(database.pool())) {
            SideEffectInDoubtException doubt = catchThrowableOfType(
                    SideEffectInDoubtException.class,
                    () -> books.book(() -> {
                        execute(books.transactions.connection(), "COMMIT");
                        database.execute("UPDATE retrysafe_record SET lease_end = 1 WHERE operation_key LIKE '%"
                                + approval + "%'");
                        assertThat(books.store.resolve(record, 1, Attempts.notApplied()))
                                .isInstanceOf(ResolveReply.Resolved.class);
                    }));
            assertThat(doubt).isNotNull();
            assertThat(doubt.code()).isEqualTo("CommitRefused");
            assertThat(doubt.result()).isEqualTo("entries: 1");
            RecordView shown = Objects.requireNonNull(books.store.show(record));
            assertThat(shown.state()).isEqualTo(RecordState.FREE);
            assertThat(shown.lateReceipts())
                    .extracting(RecordView.LateReceipt::fence)
                    .containsExactly(1L);
            assertThat(books.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.COMMIT_REFUSED);
        }
        assertThat(entries()).isEqualTo("1");
    }

    @Test
    void aMethodThatRollsBackByItselfIsTold() throws Exception {
        try (Books books = new Books(database.pool())) {
            SideEffectStoreException refused = catchThrowableOfType(
                    SideEffectStoreException.class,
                    () -> books.book(() -> execute(books.transactions.connection(), "ROLLBACK")));
            rolledBackAndThenExecutes(books, refused);
        }
    }

    /** A record from before the claim proves the rollback as well as none does. */
    @Test
    void aMethodThatRollsBackByItselfIsToldThoughThereWasARecordBefore() throws Exception {
        try (Books books = new Books(Awkward.losesACommit(database.pool(), lose))) {
            lose.set(true);
            assertThatThrownBy(books::book).isInstanceOf(SideEffectStoreException.class);
            assertThat(state()).isEqualTo("FREE");
            runs.set(0);
            SideEffectStoreException refused = catchThrowableOfType(
                    SideEffectStoreException.class,
                    () -> books.book(() -> execute(books.transactions.connection(), "ROLLBACK")));
            rolledBackAndThenExecutes(books, refused);
        }
    }

    /** Whoever claims next gets the very fence that was rolled back. */
    @Test
    void aMethodThatRollsBackByItselfIsToldThoughSomebodyHasClaimedSince() throws Exception {
        try (Books books = new Books(database.pool());
                SideEffectEngine another = BookEntry.engine(books.store, settings -> settings)) {
            SideEffectStoreException refused = catchThrowableOfType(
                    SideEffectStoreException.class,
                    () -> books.book(() -> {
                        execute(books.transactions.connection(), "ROLLBACK");
                        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> assertThatThrownBy(() ->
                                        BookEntry.call(another, BookEntry.BEFORE_IT_WAS_LOCAL, approval, 10, () -> {
                                            throw new SQLException("who knows");
                                        }))
                                .hasMessage("who knows"));
                        other.join();
                    }));
            assertThat(refused).isNotNull();
            assertThat(refused.code()).isEqualTo("RolledBack");
            assertThat(entries()).isEqualTo("0");
            assertThat(state()).isEqualTo("IN_DOUBT");
            assertThatThrownBy(books::book).isInstanceOf(SideEffectInDoubtException.class);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void transactionsOfAnotherDataSourceAreRefused() {
        try (HikariDataSource other = database.pool(settings -> {});
                Books books = new Books(other)) {
            assertThatThrownBy(() -> books.engine.check(BookEntry.TOOL))
                    .hasMessageContaining("[retrysafe:UnsupportedByStore]")
                    .hasMessageContaining("book_entry")
                    .hasMessageContaining("another DataSource than the store's records");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }
}
