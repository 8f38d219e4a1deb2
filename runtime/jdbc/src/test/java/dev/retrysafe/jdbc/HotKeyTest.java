package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Many callers of one key: what they leave to those of others. */
@Execution(CONCURRENT)
@ParameterizedClass
@MethodSource("databases")
class HotKeyTest {

    /** Enough for a slow machine, and not for who waits for a row that is locked throughout. */
    private static final Duration BUDGET = Duration.ofSeconds(12);

    private final Database database;

    private final ExecutorService callers = Executors.newCachedThreadPool();

    HotKeyTest(Database database) {
        this.database = database;
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    private JdbcEffectStore store(int connectionsAtMost) {
        return Database.built(
                JdbcEffectStore.builder(database.pool()).budget(BUDGET).connectionsAtMost(connectionsAtMost));
    }

    private void lock(Connection connection, OperationId operation) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE retrysafe_record SET lost = lost WHERE id = ?")) {
            statement.setBytes(1, operation.hash());
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    private static void unlock(Connection connection) throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
    }

    private static Claim claimed(JdbcEffectStore store) {
        Claim owner = held(attempt(operation()), 1);
        assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
        return owner;
    }

    @Test
    void case_91_whatOnlyReadsTakesNoLock() throws Exception {
        try (JdbcEffectStore store = store(8);
                Connection other = database.pool().getConnection()) {
            Claim owner = claimed(store);
            OperationId operation = owner.request().operation();
            ClaimRequest request = attempt(operation);

            lock(other, operation);
            assertThat(store.look(request)).isInstanceOf(ClaimReply.InProgress.class);
            assertThat(store.claim(request)).isInstanceOf(ClaimReply.InProgress.class);
            assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
            assertThat(store.claim(otherEffect(operation))).isInstanceOf(ClaimReply.Conflict.class);
            unlock(other);

            store.markInDoubt(owner, "read timed out");
            lock(other, operation);
            assertThat(store.look(request)).isInstanceOf(ClaimReply.InDoubt.class);
            assertThat(store.claim(request)).isInstanceOf(ClaimReply.InDoubt.class);
            assertThat(store.takeOver(request, new Takeover(7, null))).isInstanceOf(ClaimReply.InDoubt.class);
            unlock(other);

            assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
            lock(other, operation);
            assertThat(store.look(request)).isInstanceOf(ClaimReply.Committed.class);
            assertThat(store.claim(request)).isInstanceOf(ClaimReply.Committed.class);
            assertThat(store.claim(otherEffect(operation))).isInstanceOf(ClaimReply.Conflict.class);
            unlock(other);
        }
    }

    /** Free records, so that claims would write them; each row is locked by somebody else. */
    private List<Connection> lockedAndFree(JdbcEffectStore store, int number, List<OperationId> operations)
            throws SQLException {
        List<Connection> locks = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            Claim freed = claimed(store);
            assertThat(store.release(freed)).isEqualTo(new WriteReply.Done(false));
            operations.add(freed.request().operation());
            Connection connection = database.pool().getConnection();
            locks.add(connection);
            lock(connection, freed.request().operation());
        }
        return locks;
    }

    private static void giveBack(List<Connection> locks) throws SQLException {
        for (Connection connection : locks) {
            unlock(connection);
            connection.close();
        }
    }

    private void aRenewalAnswers(int connectionsAtMost) throws Exception {
        try (JdbcEffectStore store = store(connectionsAtMost)) {
            Claim owner = claimed(store);
            Claim failing = claimed(store);
            List<OperationId> blocked = new ArrayList<>();
            List<Connection> locks = lockedAndFree(store, connectionsAtMost, blocked);
            List<Future<ClaimReply>> claims = new ArrayList<>();
            try {
                Semaphore under = new Semaphore(0);
                for (int round = 0; round < 4; round++) {
                    for (OperationId operation : blocked) {
                        claims.add(callers.submit(() -> {
                            under.release();
                            return store.claim(attempt(operation));
                        }));
                    }
                }
                under.acquire(claims.size());
                assertThat(store.renew(owner)).isEqualTo(new WriteReply.Done(false));
                assertThat(store.markInDoubt(failing, "read timed out")).isEqualTo(new WriteReply.Done(false));
                assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
            } finally {
                giveBack(locks);
            }
            for (Future<ClaimReply> claim : claims) {
                assertThat(claim).succeedsWithin(Database.PATIENCE.multipliedBy(2));
            }
        }
    }

    @Test
    void case_91_aRenewalAnswersWhileClaimsHoldAllConnectionsThatTheyMayHave() throws Exception {
        aRenewalAnswers(8);
    }

    @Test
    void case_91_aRenewalAnswersBesideClaimsOnTwoConnections() throws Exception {
        aRenewalAnswers(2);
    }

    @Test
    void case_91_aRenewalAnswersBesideClaimsOnTheOnlyConnection() throws Exception {
        aRenewalAnswers(1);
    }

    @Test
    void case_91_claimsThatWaitForTheRowOfOneKeyLeaveTheOthersTheirConnections() throws Exception {
        try (JdbcEffectStore store = store(4)) {
            List<OperationId> hot = new ArrayList<>();
            List<Connection> lock = lockedAndFree(store, 1, hot);
            List<Future<ClaimReply>> waiting = new ArrayList<>();
            try {
                for (int i = 0; i < 300; i++) {
                    waiting.add(callers.submit(() -> store.claim(attempt(hot.get(0)))));
                }
                await().until(() -> threadsNamed("retrysafe-jdbc-") > 0);
                for (int i = 0; i < 20; i++) {
                    Claim owner = claimed(store);
                    assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
                }
            } finally {
                giveBack(lock);
            }
            List<ClaimReply> replies = new ArrayList<>();
            for (Future<ClaimReply> claim : waiting) {
                replies.add(claim.get());
            }
            assertThat(replies).filteredOn(ClaimReply.Claimed.class::isInstance).hasSize(1);
            assertThat(replies)
                    .filteredOn(ClaimReply.InProgress.class::isInstance)
                    .hasSize(299);
        }
    }

    private static long threadsNamed(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }

    /** However little of its budget is left to a command, the database has a whole one to answer in. */
    @Test
    void case_91_aStarvedCommandBreaksNoConnection() {
        List<Integer> patience = new ArrayList<>();
        try (JdbcEffectStore store = Database.built(JdbcEffectStore.builder(Awkward.watched(database.pool(), patience))
                .budget(BUDGET))) {
            Claim owner = claimed(store);
            assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        }
        assertThat(patience)
                .contains((int) BUDGET.toMillis())
                .allMatch(millis -> millis == 0 || millis >= BUDGET.toMillis());
    }

    /** Statements and COMMITs, each of which is a round trip. */
    @Test
    void case_91_roundTripsAreCounted() {
        List<String> sent = new ArrayList<>();
        try (JdbcEffectStore store =
                Database.patient(Awkward.counted(database.pool(), sent)).build()) {
            Claim owner = held(attempt(operation()), 1);
            int begin = database.dialect() == Dialect.POSTGRESQL ? 1 : 3;
            sent.clear();
            assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
            assertThat(sent).as("read, begin, insert, commit: %s", sent).hasSize(begin + 3);
            sent.clear();
            assertThat(store.look(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.InProgress.class);
            assertThat(sent).hasSize(1);
            sent.clear();
            assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
            assertThat(sent).as("begin, lock, clock, update, commit: %s", sent).hasSize(begin + 4);
            sent.clear();
            assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
            assertThat(sent).hasSize(1);
        }
    }
}
