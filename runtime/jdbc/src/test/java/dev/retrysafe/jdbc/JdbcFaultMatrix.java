package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.test.FaultMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/**
 * The matrix on a database server: each lane has a wire of its own to it, and faults strike the COMMIT of a transaction, or
 * the only query of a command that reads without one.
 */
abstract class JdbcFaultMatrix extends FaultMatrix<CommitFault> {

    private static final Duration BUDGET = Duration.ofSeconds(4);

    private static final Set<String> WITHOUT_TRANSACTION = Set.of("look", "show");

    private static final String READS = "database_time";

    private final Database database;

    private final String commit;

    private final Consumer<HikariConfig> plainQueries;

    private final Consumer<HikariConfig> readOnly;

    /** Past the wires. */
    private final JdbcEffectStore direct;

    /**
     * On one server.
     *
     * @param commit what the bytes of a COMMIT contain, and those of no other query
     * @param plainQueries makes the driver send a COMMIT as the text that the wire knows it by
     * @param readOnly makes the transactions of a pool read-only
     */
    JdbcFaultMatrix(
            Database database, String commit, Consumer<HikariConfig> plainQueries, Consumer<HikariConfig> readOnly) {
        super(Path.of("../../docs/fault-matrix.md"), "## " + database, BUDGET);
        this.database = database;
        this.commit = commit;
        this.plainQueries = plainQueries;
        this.readOnly = readOnly;
        this.direct = Database.store(database.pool());
    }

    @AfterAll
    void closeStore() {
        direct.close();
    }

    @Override
    protected List<CommitFault> faults() {
        return List.of(CommitFault.values());
    }

    @Override
    protected String word(CommitFault fault) {
        return fault.word();
    }

    /** More where every command waits for its budget. */
    @Override
    protected int lanes(CommitFault fault) {
        return switch (fault) {
            case ANSWER_DROPPED, BLACK_HOLE, LATE -> 4;
            default -> 1;
        };
    }

    @Override
    protected Lane lane(CommitFault fault) throws IOException {
        return fault == CommitFault.READ_ONLY
                ? new JdbcLane(fault, null, readOnly)
                : new JdbcLane(fault, new CommitWire(database.port()), plainQueries);
    }

    private final class JdbcLane implements Lane {

        private final CommitFault fault;

        /** Null where the database itself is struck. */
        private final @Nullable CommitWire wire;

        private final HikariDataSource pool;

        private final JdbcEffectStore store;

        JdbcLane(CommitFault fault, @Nullable CommitWire wire, Consumer<HikariConfig> settings) {
            this.fault = fault;
            this.wire = wire;
            this.pool = database.pool(
                    wire == null
                            ? settings
                            : settings.andThen(pool -> pool.setJdbcUrl(database.urlThrough(wire.port()))));
            this.store = Database.built(JdbcEffectStore.builder(pool).budget(BUDGET));
        }

        @Override
        public EffectStore store() {
            return store;
        }

        @Override
        public EffectStore direct() {
            return direct;
        }

        @Override
        public Object kept(OperationId operation) {
            return new Row(database, operation).columns();
        }

        /** So that the budget is not spent on a new connection for the one that the last fault took. */
        @Override
        public void prepare(String command) throws SQLException {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.isValid(60)).isTrue();
            }
        }

        @Override
        public void begin(String command) {
            if (wire != null) {
                wire.arm(fault, WITHOUT_TRANSACTION.contains(command) ? READS : commit);
            }
        }

        @Override
        public void end() throws IOException {
            if (wire != null) {
                wire.disarm();
            }
        }

        @Override
        public void close() throws IOException {
            store.close();
            pool.close();
            if (wire != null) {
                wire.close();
            }
        }
    }
}
