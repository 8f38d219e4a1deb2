package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** DataSources that lead to another database by the thread that asks, as those of applications with one per tenant do. */
@ParameterizedClass
@MethodSource("databases")
class RoutingTest {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static final String ENTRIES =
            "CREATE TABLE IF NOT EXISTS entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)";

    private final Thread caller = Thread.currentThread();

    private final Database database;

    private final HikariDataSource tenants;

    RoutingTest(Database database) throws SQLException {
        this.database = database;
        this.tenants = database.empty("tenant_" + NUMBER.incrementAndGet());
        database.execute(ENTRIES);
        try (Connection connection = tenants.getConnection()) {
            Dialect.run(connection, ENTRIES);
            for (String statement : database.script().split(";", -1)) {
                if (!statement.isBlank()) {
                    Dialect.run(connection, statement);
                }
            }
        }
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    @AfterEach
    void close() {
        tenants.close();
    }

    private static EffectStoreException refused(Supplier<DataSource> route) {
        EffectStoreException refused = catchThrowableOfType(
                EffectStoreException.class,
                () -> Database.patient(Awkward.routed(route)).build().close());
        assertThat(refused).isNotNull();
        assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
        return refused;
    }

    @Test
    void case_97_aDataSourceThatLeadsItsCallerElsewhereIsRefused() {
        // On MariaDB both are on one server, where a database is a schema.
        assertThat(refused(() -> Thread.currentThread() == caller ? tenants : database.pool()))
                .hasMessageContaining(database.dialect() == Dialect.MARIADB ? "several schemas" : "several databases");
    }

    @Test
    void case_97_aDataSourceThatLeadsTwoThreadsToTwoDatabasesIsRefused() {
        AtomicInteger turn = new AtomicInteger();
        assertThat(refused(() -> turn.incrementAndGet() % 2 == 0 ? tenants : database.pool()))
                .hasMessageContaining("several");
    }

    @Test
    void case_97_aDataSourceWithoutARouteForTheStoresThreadsIsRefused() {
        assertThat(refused(() -> {
                    if (Thread.currentThread() != caller) {
                        throw new IllegalStateException("Cannot determine target DataSource for lookup key [null]");
                    }
                    return tenants;
                }))
                .hasMessageContaining("routes by thread")
                .hasMessageContaining("DataSource of one database");
    }

    /** At start-up there is no tenant yet, and every thread is led to the same database. */
    @Test
    void case_97_aRouteThatIsTakenLaterBooksNothingWithoutItsRecord() throws Exception {
        AtomicReference<DataSource> route = new AtomicReference<>(database.pool());
        DataSource routed = Awkward.routed(() -> Thread.currentThread() == caller ? route.get() : database.pool());
        OwnTransactions transactions = new OwnTransactions(routed);
        try (JdbcEffectStore store =
                        Database.patient(routed).localTransactions(transactions).build();
                SideEffectEngine engine = BookEntry.engine(store, settings -> settings)) {
            route.set(tenants);
            assertThat(store.claim(attempt(operation()))).isEqualTo(new ClaimReply.Claimed(1));
            String approval = "approval-" + System.nanoTime();
            if (database.dialect() == Dialect.MARIADB) {
                // One server: the record is in the store's database and the row in the tenant's, in one transaction.
                for (int i = 0; i < 2; i++) {
                    String unused = BookEntry.call(
                            engine, approval, 10, () -> BookEntry.insert(transactions.connection(), approval, 10));
                }
                assertThat(entries(approval)).isEqualTo(1);
                assertThat(database.query("SELECT COUNT(*) FROM retrysafe_record WHERE state = 'COMMITTED'"
                                + " AND operation_key LIKE '%" + approval + "%'"))
                        .isEqualTo("1");
            } else {
                assertThatThrownBy(() -> BookEntry.call(
                                engine, approval, 10, () -> BookEntry.insert(transactions.connection(), approval, 10)))
                        .isInstanceOf(SideEffectStoreException.class);
                assertThat(entries(approval)).isZero();
            }
        }
    }

    private int entries(String approval) throws SQLException {
        try (Connection connection = tenants.getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer =
                        statement.executeQuery("SELECT COUNT(*) FROM entry WHERE approval = '" + approval + "'")) {
            assertThat(answer.next()).isTrue();
            return answer.getInt(1);
        }
    }
}
