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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Every command on a database server under every fault of its transaction. docs/fault-matrix.md says the same, cell by cell. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FaultMatrix {

    private static final Path DOCUMENT = Path.of("../../docs/fault-matrix.md");

    private static final Duration BUDGET = Duration.ofMillis(1_500);

    private final Database database;

    private final String heading;

    private final CommitWire wire;

    private final HikariDataSource pool;

    private final HikariDataSource readOnlyPool;

    /** Through the wire, as its caller sees it. */
    private final JdbcEffectStore store;

    private final JdbcEffectStore readOnlyStore;

    /** Past the wire. */
    private final JdbcEffectStore direct;

    /**
     * On one server.
     *
     * @param plainQueries makes the driver send a COMMIT as the text that the wire knows it by
     * @param readOnly makes the transactions of a pool read-only
     */
    FaultMatrix(
            Database database, CommitWire wire, Consumer<HikariConfig> plainQueries, Consumer<HikariConfig> readOnly) {
        this.database = database;
        this.heading = "## " + database;
        this.wire = wire;
        this.pool =
                database.pool(plainQueries.andThen(settings -> settings.setJdbcUrl(database.urlThrough(wire.port()))));
        this.readOnlyPool = database.pool(readOnly);
        this.store = JdbcEffectStore.builder(pool).budget(BUDGET).build();
        this.readOnlyStore =
                JdbcEffectStore.builder(readOnlyPool).budget(BUDGET).build();
        this.direct = JdbcEffectStore.builder(database.pool()).build();
    }

    @AfterAll
    void stop() throws IOException {
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

    private String cell(String command, CommitFault fault) throws IOException {
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
