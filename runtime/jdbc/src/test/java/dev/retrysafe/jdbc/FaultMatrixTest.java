package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.test.CommandScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every command on PostgreSQL under every fault of its transaction. docs/fault-matrix.md says the same, cell by cell. */
class FaultMatrixTest {

    private static final Path DOCUMENT = Path.of("../../docs/fault-matrix.md");

    private static final String HEADING = "## PostgreSQL";

    private static final Duration BUDGET = Duration.ofMillis(1_500);

    private static final Database database = Database.postgresql();

    private static CommitWire wire;

    private static HikariDataSource pool;

    private static HikariDataSource readOnlyPool;

    /** Through the wire, as its caller sees it. */
    private static JdbcEffectStore store;

    private static JdbcEffectStore readOnlyStore;

    /** Past the wire. */
    private static JdbcEffectStore direct;

    @BeforeAll
    static void start() throws IOException {
        wire = new CommitWire(database.port());
        // A COMMIT is told from other queries by its text.
        pool = database.pool(settings -> settings.setJdbcUrl(database.urlThrough(wire.port()) + "?prepareThreshold=0"));
        readOnlyPool = database.pool(
                settings -> settings.addDataSourceProperty("options", "-c default_transaction_read_only=on"));
        store = JdbcEffectStore.builder(pool).budget(BUDGET).build();
        readOnlyStore = JdbcEffectStore.builder(readOnlyPool).budget(BUDGET).build();
        direct = JdbcEffectStore.builder(database.pool()).build();
    }

    @AfterAll
    static void stop() throws IOException {
        store.close();
        readOnlyStore.close();
        direct.close();
        pool.close();
        readOnlyPool.close();
        wire.close();
    }

    @TestFactory
    Stream<DynamicTest> everyCellIsAsDocumented() throws IOException {
        Map<String, String> documented = documented();
        return CommandScene.COMMANDS.stream()
                .flatMap(command -> Stream.of(CommitFault.values())
                        .map(fault -> dynamicTest(name(command, fault), () -> {
                            assertThat(cell(command, fault)).isEqualTo(documented.get(name(command, fault)));
                        })));
    }

    @Test
    void theDocumentHasEveryCellAndNoOther() throws IOException {
        List<String> cells = new ArrayList<>();
        for (String command : CommandScene.COMMANDS) {
            for (CommitFault fault : CommitFault.values()) {
                cells.add(name(command, fault));
            }
        }
        assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(cells);
    }

    private static String name(String command, CommitFault fault) {
        return command + " × " + fault.word();
    }

    private static String cell(String command, CommitFault fault) throws IOException {
        CommandScene scene = CommandScene.of(command, direct);
        Row row = new Row(database, scene.operation());
        List<String> before = row.columns();
        boolean onWire = fault != CommitFault.READ_ONLY;
        if (onWire) {
            wire.arm(fault);
        }
        String told;
        long start = System.nanoTime();
        try {
            scene.check(scene.run(onWire ? store : readOnlyStore));
            told = "answered";
        } catch (EffectStoreException e) {
            told = e.reason().name().toLowerCase(Locale.ROOT);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BUDGET.plusSeconds(1));
        if (onWire) {
            wire.disarm();
        }
        boolean done = !before.equals(row.columns());
        scene.goesOn(told.equals("answered"));
        return command.equals("look") || command.equals("show") ? told : told + ", " + (done ? "done" : "unchanged");
    }

    /** The rows of the table below the heading, by row and column. */
    private static Map<String, String> documented() throws IOException {
        List<List<String>> rows = Files.readAllLines(DOCUMENT).stream()
                .dropWhile(line -> !line.equals(HEADING))
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
