package dev.retrysafe.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OperationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Every command of a store under every fault of its server and of the way there: what its caller gets, what the record says when
 * the fault is over, and that it then goes on as it should, with one attempt let in at most ({@link CommandScene}). A table in a
 * document says the same, cell by cell: a row for each command, a column for each fault.
 *
 * <p>Faults strike side by side, each in a {@linkplain Lane lane} of its own.
 *
 * @param <F> the faults
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class FaultMatrix<F> {

    /** Commands that only ask: there is nothing that could be done or not. */
    private static final Set<String> QUESTIONS = Set.of("look", "open", "show");

    /** By which a slow machine may be late. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Path document;

    private final String heading;

    private final Duration budget;

    private final List<FutureTask<Lane>> lanes = new ArrayList<>();

    private final Map<String, FutureTask<String>> cells = new LinkedHashMap<>();

    private final ExecutorService striking = Executors.newCachedThreadPool();

    /**
     * A matrix.
     *
     * @param document where it is written down, in Markdown
     * @param heading the line above the table
     * @param budget the command budget of the lanes' stores: within it every caller has an answer
     */
    protected FaultMatrix(Path document, String heading, Duration budget) {
        this.document = document;
        this.heading = heading;
        this.budget = budget;
    }

    /**
     * The faults.
     *
     * @return all of them
     */
    protected abstract List<F> faults();

    /**
     * What the document calls a fault.
     *
     * @param fault the fault
     * @return the head of its column
     */
    protected abstract String word(F fault);

    /**
     * How many lanes share the commands under a fault.
     *
     * @param fault the fault
     * @return one by default; more where every command waits for its budget
     */
    protected int lanes(F fault) {
        return 1;
    }

    /**
     * Makes a lane, in a thread of its own.
     *
     * @param fault what strikes there
     * @return the lane
     * @throws Exception where it cannot be made; its cells then fail
     */
    protected abstract Lane lane(F fault) throws Exception;

    /** One fault, which strikes one command after the other, on a way of its own. */
    public interface Lane extends AutoCloseable {

        /**
         * The store as its caller has it: what goes wrong goes wrong here.
         *
         * @return the store
         */
        EffectStore store();

        /**
         * The same store by a way on which nothing goes wrong.
         *
         * @return the store
         */
        EffectStore direct();

        /**
         * What there is of an operation.
         *
         * @param operation the operation
         * @return equal to what it was before if nothing has changed
         * @throws Exception where it cannot be read
         */
        Object kept(OperationId operation) throws Exception;

        /**
         * Lets nothing but the fault be in the way of the next command: new connections, scripts that are not known yet.
         *
         * @param command the command
         * @throws Exception where that fails
         */
        void prepare(String command) throws Exception;

        /**
         * From now on the fault strikes.
         *
         * @param command whom
         * @throws Exception where it cannot be brought about
         */
        void begin(String command) throws Exception;

        /**
         * The fault is over, and what it held back has arrived.
         *
         * @throws Exception where it met no command, or does not end
         */
        void end() throws Exception;

        @Override
        void close() throws Exception;
    }

    @BeforeAll
    void strike() throws IOException {
        Map<String, String> documented = documented();
        for (F fault : faults()) {
            int number = lanes(fault);
            for (int first = 0; first < number; first++) {
                FutureTask<Lane> lane = new FutureTask<>(() -> lane(fault));
                lanes.add(lane);
                List<FutureTask<String>> inTurn = new ArrayList<>();
                for (int i = first; i < CommandScene.COMMANDS.size(); i += number) {
                    String command = CommandScene.COMMANDS.get(i);
                    String name = command + " × " + word(fault);
                    FutureTask<String> cell = new FutureTask<>(() -> struck(lane.get(), command, documented.get(name)));
                    cells.put(name, cell);
                    inTurn.add(cell);
                }
                striking.execute(() -> {
                    lane.run();
                    inTurn.forEach(FutureTask::run);
                });
            }
        }
    }

    @AfterAll
    void closeLanes() throws Exception {
        striking.shutdownNow();
        for (FutureTask<Lane> lane : lanes) {
            Lane made;
            try {
                made = lane.get();
            } catch (ExecutionException e) {
                // Its cells have said so.
                continue;
            }
            made.close();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyCellIsAsDocumented() throws IOException {
        Map<String, String> documented = documented();
        return cells.entrySet().stream()
                .map(cell -> dynamicTest(
                        cell.getKey(),
                        () -> assertThat(cell.getValue().get()).isEqualTo(documented.get(cell.getKey()))));
    }

    @Test
    void theDocumentHasEveryCellAndNoOther() throws IOException {
        assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(cells.keySet());
    }

    /** A slow machine may run out of a budget within which there is an answer: such a cell is struck again. */
    private String struck(Lane lane, String command, @Nullable String documented) throws Exception {
        String cell = strike(lane, command);
        for (int again = 0; again < 2 && ranOutOfItsBudget(cell, documented); again++) {
            cell = strike(lane, command);
        }
        return cell;
    }

    private static boolean ranOutOfItsBudget(String cell, @Nullable String documented) {
        return cell.startsWith("unavailable") && documented != null && !documented.startsWith("unavailable");
    }

    private String strike(Lane lane, String command) throws Exception {
        lane.prepare(command);
        CommandScene scene = CommandScene.of(command, lane.direct());
        Object before = lane.kept(scene.operation());
        lane.begin(command);
        String told;
        long start = System.nanoTime();
        try {
            scene.check(scene.run(lane.store()));
            told = "answered";
        } catch (EffectStoreException e) {
            told = e.reason().name().toLowerCase(Locale.ROOT);
        } finally {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(budget.plus(GRACE));
            lane.end();
        }
        boolean done = !before.equals(lane.kept(scene.operation()));
        scene.goesOn(told.equals("answered"));
        return QUESTIONS.contains(command) ? told : told + ", " + (done ? "done" : "unchanged");
    }

    /** The rows of the table below the heading, by row and column. */
    private Map<String, String> documented() throws IOException {
        List<List<String>> rows = Files.readAllLines(document).stream()
                .dropWhile(line -> !line.equals(heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("|") && !line.startsWith("| ---"))
                .map(line -> Stream.of(line.substring(1).split("\\|", -1))
                        .map(String::trim)
                        .toList())
                .toList();
        assertThat(rows).as("a table under \"%s\" in %s", heading, document).isNotEmpty();
        List<String> head = rows.get(0);
        Map<String, String> table = new TreeMap<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            for (int i = 1; i < head.size() - 1; i++) {
                table.put(row.get(0).replace("`", "") + " × " + head.get(i), row.get(i));
            }
        }
        return table;
    }
}
