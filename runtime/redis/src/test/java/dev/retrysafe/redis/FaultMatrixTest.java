package dev.retrysafe.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.test.CommandScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Every command of the store under every fault: what its caller gets, what the record says when the fault is over, and
 * that it then goes on as it should, with one attempt let in at most. Several faults strike side by side, each a server of
 * its own. docs/fault-matrix.md says the same, cell by cell.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultMatrixTest {

    private static final Path DOCUMENT = Path.of("../../docs/fault-matrix.md");

    private static final String HEADING = "## Redis";

    private static final Duration BUDGET = Duration.ofSeconds(4);

    /** Commands that only ask: there is nothing that could be done or not. */
    private static final Set<String> QUESTIONS = Set.of("look", "open", "show");

    private final List<FutureTask<Lane>> lanes = new ArrayList<>();

    private final Map<String, FutureTask<String>> cells = new LinkedHashMap<>();

    private final ExecutorService striking = Executors.newCachedThreadPool();

    @BeforeAll
    void strike() throws IOException {
        Map<String, String> documented = documented();
        for (Fault fault : Fault.values()) {
            for (int first = 0; first < lanes(fault); first++) {
                FutureTask<Lane> lane = new FutureTask<>(() -> new Lane(fault));
                lanes.add(lane);
                List<FutureTask<String>> inTurn = new ArrayList<>();
                for (int i = first; i < CommandScene.COMMANDS.size(); i += lanes(fault)) {
                    String command = CommandScene.COMMANDS.get(i);
                    String name = command + " × " + fault.word();
                    FutureTask<String> cell = new FutureTask<>(() -> lane.get().cell(command, documented.get(name)));
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

    /** More where every command waits for its budget, or for a sending's part of it. */
    private static int lanes(Fault fault) {
        return switch (fault) {
            case ANSWER_DROPPED, BLACK_HOLE, LATE -> 4;
            case RESET -> 2;
            default -> 1;
        };
    }

    @AfterAll
    void stop() throws Exception {
        striking.shutdownNow();
        for (FutureTask<Lane> lane : lanes) {
            lane.get().close();
        }
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

    /** One fault, which strikes one command after the other on a server of its own. */
    private static final class Lane {

        private final Fault fault;

        private final Server server = Server.start("lua-time-limit 10");

        private final FaultProxy proxy = new FaultProxy(server.port());

        private final RedissonClient client;

        /** Through the proxy, as its caller sees it. */
        private final RedisEffectStore store;

        /** Past the proxy. */
        private final RedisEffectStore direct = Server.store(server.client());

        Lane(Fault fault) throws IOException {
            this.fault = fault;
            Config config = server.config();
            config.useSingleServer().setAddress("redis://127.0.0.1:" + proxy.port());
            client = Redisson.create(config);
            store = Server.store(client, BUDGET, 0);
        }

        /** A slow machine may run out of a budget within which there is an answer: such a cell is struck again. */
        String cell(String command, @Nullable String documented) throws IOException {
            String cell = strike(command);
            for (int again = 0; again < 2 && ranOutOfItsBudget(cell, documented); again++) {
                cell = strike(command);
            }
            return cell;
        }

        private static boolean ranOutOfItsBudget(String cell, @Nullable String documented) {
            return cell.startsWith("unavailable") && documented != null && !documented.startsWith("unavailable");
        }

        private String strike(String command) throws IOException {
            Object unused = CommandScene.of(command, direct).run(store);
            CommandScene scene = CommandScene.of(command, direct);
            byte[] before = bytes(scene);
            begin(meant(command));
            String told;
            long start = System.nanoTime();
            try {
                scene.check(scene.run(store));
                told = "answered";
            } catch (EffectStoreException e) {
                told = e.reason().name().toLowerCase(Locale.ROOT);
            } finally {
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BUDGET.plusSeconds(20));
                end();
            }
            boolean done = !Arrays.equals(before, bytes(scene));
            scene.goesOn(told.equals("answered"));
            return QUESTIONS.contains(command) ? told : told + ", " + (done ? "done" : "unchanged");
        }

        /** Every command is one script, but for the list, which reads its indexes first. */
        private static FaultProxy.Meant meant(String command) {
            return FaultProxy.Meant.script(
                    command.equals("open")
                            ? Question.NAMES.body()
                            : Script.valueOf(command.toUpperCase(Locale.ROOT)).body());
        }

        private byte[] bytes(CommandScene scene) {
            RecordBytes record = RecordBytes.of(server.client(), scene.operation());
            return record.exists() ? record.get() : new byte[0];
        }

        private void begin(FaultProxy.Meant meant) {
            proxy.arm(fault, meant);
            switch (fault) {
                case OUT_OF_MEMORY -> server.set("maxmemory", "1");
                case READ_ONLY -> {
                    String unused = server.execute("REPLICAOF", "127.0.0.1", "1");
                }
                case BUSY -> {
                    Thread endless = new Thread(() -> {
                        try {
                            String unused = server.execute("EVAL", "while true do end", "0");
                        } catch (IllegalStateException e) {
                            // SCRIPT KILL makes it an error.
                        }
                    });
                    endless.setDaemon(true);
                    endless.start();
                    await().until(this::isBusy);
                }
                default -> {
                    // The proxy does it.
                }
            }
        }

        private void end() throws IOException {
            int struck = proxy.disarm();
            assertThat(struck).as("commands that met the fault").isPositive();
            switch (fault) {
                case OUT_OF_MEMORY -> server.set("maxmemory", "0");
                case READ_ONLY -> {
                    String unused = server.execute("REPLICAOF", "NO", "ONE");
                }
                case BUSY -> {
                    String unused = server.execute("SCRIPT", "KILL");
                    await().until(() -> !isBusy());
                }
                default -> {
                    // The proxy did it.
                }
            }
        }

        private boolean isBusy() {
            try {
                return !server.execute("PING").contains("PONG");
            } catch (IllegalStateException e) {
                return true;
            }
        }

        void close() throws IOException {
            client.shutdown();
            proxy.close();
            server.close();
        }
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
        List<String> head = rows.get(0);
        for (List<String> row : rows.subList(1, rows.size())) {
            for (int i = 1; i < head.size() - 1; i++) {
                cells.put(row.get(0).replace("`", "") + " × " + head.get(i), row.get(i));
            }
        }
        return cells;
    }
}
