package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.WriteReply;
import dev.retrysafe.test.CreateTicket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** An application with a schema per tenant, in each of which somebody created the table of records. */
@ParameterizedClass
@MethodSource("databases")
class SchemasTest {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Database database;

    /** Where the table is that the store is built on. */
    private final String home;

    private final String tenants = "acme_" + NUMBER.incrementAndGet();

    private final String approval = "approval-" + System.nanoTime();

    private final AtomicInteger effects = new AtomicInteger();

    /** One connection, so that whoever comes next has what the last one left. */
    private final HikariDataSource pool;

    SchemasTest(Database database) throws SQLException {
        this.database = database;
        this.pool = database.pool(settings -> settings.setMaximumPoolSize(1));
        this.home = switch (database.dialect()) {
            case POSTGRESQL -> "public";
            case MARIADB -> "retrysafe";
            case H2 -> "PUBLIC";
        };
        execute("CREATE SCHEMA " + tenants);
        execute("CREATE TABLE IF NOT EXISTS " + home + ".ledger (approval VARCHAR(80) NOT NULL)");
        execute("CREATE TABLE IF NOT EXISTS " + home + ".entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)");
        leave(tenants);
        for (String statement : database.script().split(";", -1)) {
            if (!statement.isBlank()) {
                execute(statement);
            }
        }
        leave(home);
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    @AfterEach
    void stop() throws SQLException {
        leave(home);
        execute(
                database.dialect() == Dialect.MARIADB
                        ? "DROP SCHEMA " + tenants
                        : "DROP SCHEMA " + tenants + " CASCADE");
        pool.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    private String setting(String schema) {
        return switch (database.dialect()) {
            case POSTGRESQL -> "SET search_path TO " + schema;
            case MARIADB -> "USE " + schema;
            case H2 -> "SET SCHEMA " + schema;
        };
    }

    private void leave(String schema) throws SQLException {
        execute(setting(schema));
    }

    private String inLedger() {
        return database.query("SELECT COUNT(*) FROM ledger WHERE approval = '" + approval + "'");
    }

    private String enter() throws SQLException {
        database.execute("INSERT INTO ledger (approval) VALUES ('" + approval + "')");
        return "T-" + effects.incrementAndGet();
    }

    @Test
    void case_112_aSchemaThatIsLeftOnAPooledConnectionLeadsToNoOtherRecord() throws Exception {
        try (JdbcEffectStore store = Database.store(pool);
                SideEffectEngine engine = TicketEngine.on(store)) {
            leave(tenants);
            assertThat(CreateTicket.call(engine, approval, "high", this::enter)).isEqualTo("T-1");
            leave(home);
            assertThat(CreateTicket.call(engine, approval, "high", this::enter)).isEqualTo("T-1");
            leave(tenants);
            assertThat(CreateTicket.call(engine, approval, "high", this::enter)).isEqualTo("T-1");
            assertThat(inLedger()).isEqualTo("1");
        }
    }

    @Test
    void case_112_recordAndRowOfALocalTransactionAreWhereTheyAre() throws Exception {
        OwnTransactions transactions = new OwnTransactions(pool);
        try (JdbcEffectStore store =
                        Database.patient(pool).localTransactions(transactions).build();
                SideEffectEngine engine = BookEntry.engine(store, settings -> settings)) {
            for (String schema : new String[] {tenants, home, tenants}) {
                leave(schema);
                String entered = BookEntry.call(engine, approval, 10, () -> {
                    try (Statement statement = transactions.connection().createStatement()) {
                        return "entries: "
                                + statement.executeUpdate(
                                        "INSERT INTO " + home + ".entry VALUES ('" + approval + "', 10)");
                    }
                });
                assertThat(entered).isEqualTo("entries: 1");
            }
            assertThat(database.query("SELECT COUNT(*) FROM entry WHERE approval = '" + approval + "'"))
                    .isEqualTo("1");
        }
    }

    @Test
    void case_112_whatIsInDoubtIsListedShownAndPurgedWhereItIs() throws Exception {
        try (JdbcEffectStore store = Database.store(pool)) {
            Claim owner = held(attempt(operation()), 1);
            assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
            leave(tenants);
            assertThat(store.renew(owner)).isEqualTo(new WriteReply.Done(false));
            assertThat(store.markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(false));
            RecordId id = RecordId.of(owner.request().operation());
            assertThat(store.show(id)).isNotNull();
            OpenQuery open = new OpenQuery(
                    owner.request().operation().namespace(),
                    owner.request().operation().tenant(),
                    null,
                    null,
                    null,
                    10);
            assertThat(store.open(open).records()).hasSize(1);
            assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
            Row row = new Row(database, owner.request().operation());
            row.set("expires_at", "1");
            assertThat(store.purge(1000)).isPositive();
            assertThat(row.exists()).isFalse();
        }
    }

    @Test
    void case_112_connectionsThatFindTheTableInTwoSchemasAreRefused() {
        AtomicInteger connections = new AtomicInteger();
        try (HikariDataSource wide = database.pool(settings -> {})) {
            JdbcEffectStore.Builder store = Database.patient(Awkward.left(
                    wide, () -> setting(connections.incrementAndGet() % 2 == 0 ? home : tenants)));
            EffectStoreException refused = catchThrowableOfType(EffectStoreException.class, store::build);
            assertThat(refused).isNotNull();
            assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
            assertThat(refused.getMessage())
                    .contains("several schemas")
                    .containsIgnoringCase("table(\"" + home + ".retrysafe_record\")")
                    .containsIgnoringCase("table(\"" + tenants + ".retrysafe_record\")");

            try (JdbcEffectStore named = store.table(home + ".retrysafe_record").build()) {
                ClaimRequest request = attempt(operation());
                assertThat(named.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
                assertThat(new Row(database, request.operation()).column("mutation"))
                        .isEqualTo(Mutation.NON_IDEMPOTENT.name());
            }
        }
    }
}
