package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.test.CommandScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Every command on a database server under every fault of its transaction, the faults side by side.
 * docs/fault-matrix.md says the same, cell by cell.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FaultMatrix {

    private static final Path DOCUMENT = Path.of("../../docs/fault-matrix.md");

    private static final Duration BUDGET = Duration.ofSeconds(4);

    /** Commands that only ask: there is nothing that could be done or not. */
    private static final Set<String> QUESTIONS = Set.of("look", "open", "show");

    private final Database database;

    private final String heading;

    /** Past the wires. */
    private final JdbcEffectStore direct;

    private final Map<CommitFault, List<Lane>> lanesOf = new EnumMap<>(CommitFault.class);

    private final Map<String, FutureTask<String>> cells = new LinkedHashMap<>();

    private final ExecutorService striking = Executors.newCachedThreadPool();

    /**
     * On one server.
     *
     * @param commit what the bytes of a COMMIT contain, and those of no other query
     * @param plainQueries makes the driver send a COMMIT as the text that the wire knows it by
     * @param readOnly makes the transactions of a pool read-only
     */
    FaultMatrix(Database database, String commit, Consumer<HikariConfig> plainQueries, Consumer<HikariConfig> readOnly)
            throws IOException {
        this.database = database;
        this.heading = "## " + database;
        this.direct = Database.store(database.pool());
        for (CommitFault fault : CommitFault.values()) {
            List<Lane> lanes = new ArrayList<>();
            for (int i = 0; i < lanes(fault); i++) {
                lanes.add(
                        fault == CommitFault.READ_ONLY
                                ? new Lane(fault, null, readOnly)
                                : new Lane(fault, new CommitWire(database.port(), commit), plainQueries));
            }
            lanesOf.put(fault, lanes);
        }
    }

    /** More where every command waits for its budget. */
    private static int lanes(CommitFault fault) {
        return switch (fault) {
            case ANSWER_DROPPED, BLACK_HOLE, LATE -> 4;
            default -> 1;
        };
    }

    @BeforeAll
    void strike() throws IOException {
        Map<String, String> documented = documented();
        lanesOf.forEach((fault, lanes) -> {
            for (int first = 0; first < lanes.size(); first++) {
                Lane lane = lanes.get(first);
                List<FutureTask<String>> inTurn = new ArrayList<>();
                for (int i = first; i < CommandScene.COMMANDS.size(); i += lanes.size()) {
                    String command = CommandScene.COMMANDS.get(i);
                    String name = command + " × " + fault.word();
                    FutureTask<String> cell = new FutureTask<>(() -> lane.cell(command, documented.get(name)));
                    cells.put(name, cell);
                    inTurn.add(cell);
                }
                striking.execute(() -> inTurn.forEach(FutureTask::run));
            }
        });
    }

    @AfterAll
    void stop() throws IOException {
        striking.shutdownNow();
        for (List<Lane> lanes : lanesOf.values()) {
            for (Lane lane : lanes) {
                lane.close();
            }
        }
        direct.close();
    }

    @TestFactory
    Stream<DynamicTest> everyCellIsAsDocumented() throws IOException {
        Map<String, String> documented = documented();
        return cells.entrySet().stream()
                .map(cell -> dynamicTest(cell.getKey(), () -> {
                    assertThat(cell.getValue().get()).isEqualTo(documented.get(cell.getKey()));
                }));
    }

    @Test
    void theDocumentHasEveryCellAndNoOther() throws IOException {
        assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(cells.keySet());
    }

    /** One fault, which strikes one command after the other on a way of its own. */
    private final class Lane {

        private final CommitFault fault;

        /** Null where the database itself is struck. */
        private final @Nullable CommitWire wire;

        private final HikariDataSource pool;

        /** As its caller sees it. */
        private final JdbcEffectStore store;

        Lane(CommitFault fault, @Nullable CommitWire wire, Consumer<HikariConfig> settings) {
            this.fault = fault;
            this.wire = wire;
            this.pool = database.pool(
                    wire == null
                            ? settings
                            : settings.andThen(pool -> pool.setJdbcUrl(database.urlThrough(wire.port()))));
            this.store = Database.built(JdbcEffectStore.builder(pool).budget(BUDGET));
        }

        /** So that the budget is not spent on a new connection for the one that the last fault took. */
        private void warm() throws SQLException {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.isValid(60)).isTrue();
            }
        }

        /** A slow machine may run out of a budget within which there is an answer: such a cell is struck again. */
        String cell(String command, @Nullable String documented) throws IOException, SQLException {
            String cell = strike(command);
            for (int again = 0; again < 2 && ranOutOfItsBudget(cell, documented); again++) {
                cell = strike(command);
            }
            return cell;
        }

        private static boolean ranOutOfItsBudget(String cell, @Nullable String documented) {
            return cell.startsWith("unavailable") && documented != null && !documented.startsWith("unavailable");
        }

        private String strike(String command) throws IOException, SQLException {
            warm();
            CommandScene scene = CommandScene.of(command, direct);
            Row row = new Row(database, scene.operation());
            List<String> before = row.columns();
            if (wire != null) {
                wire.arm(fault);
            }
            String told;
            long start = System.nanoTime();
            try {
                scene.check(scene.run(store));
                told = "answered";
            } catch (EffectStoreException e) {
                told = e.reason().name().toLowerCase(Locale.ROOT);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BUDGET.plusSeconds(20));
            if (wire != null) {
                wire.disarm();
            }
            boolean done = !before.equals(row.columns());
            scene.goesOn(told.equals("answered"));
            return QUESTIONS.contains(command) ? told : told + ", " + (done ? "done" : "unchanged");
        }

        void close() throws IOException {
            store.close();
            pool.close();
            if (wire != null) {
                wire.close();
            }
        }
    }

    /** The rows of the table below the heading, by row and column. */
    private Map<String, String> documented() throws IOException {
        List<List<String>> rows = Files.readAllLines(DOCUMENT).stream()
                .dropWhile(line -> !line.equals(heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("|") && !line.startsWith("| ---"))
                .map(line -> Stream.of(line.substring(1).split("\\|", -1))
                        .map(String::trim)
                        .toList())
                .toList();
        Map<String, String> cells = new TreeMap<>();
        for (List<String> row : rows.subList(Math.min(1, rows.size()), rows.size())) {
            for (int i = 1; i < row.size() - 1; i++) {
                cells.put(row.get(0).replace("`", "") + " × " + rows.get(0).get(i), row.get(i));
            }
        }
        return cells;
    }
}
