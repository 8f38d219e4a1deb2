package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What sessions of PostgreSQL may be set to, and what becomes of one that is ended. */
class PostgresqlSessionsTest {

    private final Database database = Database.postgresql();

    @Test
    void aSessionOfDefaultsThatEndangerRecordsIsSetRightForEachTransaction() throws Exception {
        try (HikariDataSource pool = database.pool(settings -> {
                    settings.setMaximumPoolSize(1);
                    settings.setConnectionInitSql("SET default_transaction_isolation = 'serializable';"
                            + " SET synchronous_commit = off; SET lock_timeout = 0");
                });
                JdbcEffectStore store = Database.store(pool);
                Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                TransactionSource.Restoring restoring = Dialect.POSTGRESQL.begin(connection, Duration.ofMillis(1500));
                assertThat(setting(statement, "transaction_isolation")).isEqualTo("read committed");
                assertThat(setting(statement, "synchronous_commit")).isEqualTo("on");
                assertThat(setting(statement, "lock_timeout")).isEqualTo("1500ms");
                connection.rollback();
                restoring.run();
                assertThat(setting(statement, "transaction_isolation")).isEqualTo("serializable");
                assertThat(setting(statement, "synchronous_commit")).isEqualTo("off");
                assertThat(setting(statement, "lock_timeout")).isEqualTo("0");
            }
            connection.rollback();
            assertThat(store.kind()).isEqualTo("jdbc");
        }
    }

    private static String setting(Statement statement, String name) throws SQLException {
        try (var answer = statement.executeQuery("SHOW " + name)) {
            assertThat(answer.next()).isTrue();
            return answer.getString(1);
        }
    }

    @Test
    void aReadOnlyConnectionIsRefused() {
        try (HikariDataSource pool = database.pool(settings -> settings.setReadOnly(true));
                JdbcEffectStore store = Database.store(pool)) {
            EffectStoreException refused =
                    catchThrowableOfType(EffectStoreException.class, () -> store.claim(attempt(operation())));
            assertThat(refused).isNotNull();
            assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
            assertThat(refused).hasMessageContaining("read-only").hasMessageContaining("25006");
        }
    }

    @Test
    void aUserWithTheRightsInTheDocumentsNeedsNoOthers() {
        database.execute("CREATE ROLE least LOGIN");
        database.execute("GRANT SELECT, INSERT, UPDATE ON retrysafe_record TO least");
        try (HikariDataSource pool = database.pool(settings -> settings.setUsername("least"));
                JdbcEffectStore store = Database.store(pool)) {
            Claim owner = held(attempt(operation()), 1);
            assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
            assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
            EffectStoreException refused = catchThrowableOfType(EffectStoreException.class, () -> store.purge(1));
            assertThat(refused).isNotNull();
            assertThat(refused).hasMessageContaining("lacks a right").hasMessageContaining("DELETE");
            database.execute("GRANT DELETE ON retrysafe_record TO least");
            assertThat(store.purge(1)).isBetween(0, 1);
        } finally {
            database.execute("DROP OWNED BY least");
            database.execute("DROP ROLE least");
        }
    }

    /** The server ends every session of the store's, at whatever it is, as a fail-over does. */
    @Test
    void aSessionThatTheServerEndsCostsNothing() {
        try (HikariDataSource pool = database.pool(settings -> settings.setMaximumPoolSize(1));
                JdbcEffectStore store = Database.store(pool)) {
            for (int i = 0; i < 5; i++) {
                Claim owner = held(attempt(operation()), 1);
                assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
                endSessions();
                assertThat(store.commit(owner, outcome("T-1")))
                        .isInstanceOfSatisfying(
                                CommitReply.Stored.class,
                                stored -> assertThat(stored.recordWasLost()).isFalse());
                endSessions();
                assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
            }
        }
    }

    private void endSessions() {
        String ended = database.query("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                + " WHERE backend_type = 'client backend' AND state = 'idle' AND pid <> pg_backend_pid()");
        assertThat(Integer.parseInt(ended)).isPositive();
    }

    /** A DataSource that binds the caller's connection to its thread, as transaction managers do. */
    @Test
    void aTransactionOfTheCallersIsNotJoined() throws Exception {
        try (Connection callers = database.pool().getConnection();
                JdbcEffectStore store = Database.store(Awkward.boundToThisThread(database.pool(), callers))) {
            callers.setAutoCommit(false);
            ClaimRequest request = attempt(operation());
            assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
            callers.rollback();
            callers.setAutoCommit(true);
            assertThat(store.look(attempt(request.operation()))).isInstanceOf(ClaimReply.InProgress.class);
        }
    }
}
