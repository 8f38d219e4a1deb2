package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Every command of the store under every fault: what its caller gets, what the record says when the fault is over, and
 * that it then goes on as it should, with one attempt let in at most. docs/fault-matrix.md says the same, cell by cell.
 */
class FaultMatrixTest {

    private static final Path DOCUMENT = Path.of("../../docs/fault-matrix.md");

    private static final String HEADING = "## Redis";

    private static final Duration BUDGET = Duration.ofMillis(1_500);

    private static final Takeover FIRST = new Takeover(1, null);

    private static Server server;

    private static FaultProxy proxy;

    /** All but the one that no caller waits for: it forgets an entry of the index whose record is gone. */
    private static final Set<Script> COMMANDS = EnumSet.complementOf(EnumSet.of(Script.TIDY));

    private static final Resolution HAPPENED = new Resolution(
            "d-1",
            Resolution.Verdict.COMMITTED,
            "linear",
            "T-1",
            null,
            "ann",
            "the ticket is there",
            Duration.ofHours(24));

    private static RedissonClient client;

    /** Through the proxy, as its caller sees it. */
    private static RedisEffectStore store;

    /** Past the proxy. */
    private static RedisEffectStore direct;

    @BeforeAll
    static void start() throws IOException {
        server = Server.start("lua-time-limit 10");
        proxy = new FaultProxy(server.port());
        Config config = server.config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + proxy.port());
        client = Redisson.create(config);
        store = RedisEffectStore.builder(client).commandBudget(BUDGET).build();
        direct = RedisEffectStore.builder(server.client()).build();
    }

    @AfterAll
    static void stop() throws IOException {
        client.shutdown();
        proxy.close();
        server.close();
    }

    @TestFactory
    Stream<DynamicTest> everyCellIsAsDocumented() throws IOException {
        Map<String, String> documented = documented();
        return COMMANDS.stream()
                .flatMap(script -> Stream.of(Fault.values())
                        .map(fault -> dynamicTest(name(script, fault), () -> {
                            assertThat(cell(script, fault)).isEqualTo(documented.get(name(script, fault)));
                        })));
    }

    @Test
    void theDocumentHasEveryCellAndNoOther() throws IOException {
        List<String> cells = new ArrayList<>();
        for (Script script : COMMANDS) {
            for (Fault fault : Fault.values()) {
                cells.add(name(script, fault));
            }
        }
        assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(cells);
    }

    private static String name(Script script, Fault fault) {
        return script.command() + " × " + fault.word();
    }

    private static String cell(Script script, Fault fault) throws IOException {
        scene(script, operation()).run(store);
        Scene scene = scene(script, operation());
        byte[] before = scene.bytes();
        begin(fault, script);
        String told;
        try {
            scene.check(scene.run(store));
            told = "answered";
        } catch (EffectStoreException e) {
            told = e.reason().name().toLowerCase(Locale.ROOT);
        } finally {
            end(fault);
        }
        assertThat(Duration.ofNanos(scene.nanos)).isLessThan(BUDGET.plusSeconds(1));
        boolean done = !Arrays.equals(before, scene.bytes());
        scene.goesOn(told.equals("answered"));
        return script == Script.LOOK || script == Script.SHOW ? told : told + ", " + (done ? "done" : "unchanged");
    }

    private static void begin(Fault fault, Script script) {
        proxy.arm(fault, script, digest(script));
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
                await().atMost(Duration.ofSeconds(20)).until(FaultMatrixTest::isBusy);
            }
            default -> {
                // The proxy does it.
            }
        }
    }

    private static void end(Fault fault) throws IOException {
        int struck = proxy.disarm();
        assertThat(struck).as("commands that met the fault").isPositive();
        switch (fault) {
            case OUT_OF_MEMORY -> server.set("maxmemory", "0");
            case READ_ONLY -> {
                String unused = server.execute("REPLICAOF", "NO", "ONE");
            }
            case BUSY -> {
                String unused = server.execute("SCRIPT", "KILL");
                await().atMost(Duration.ofSeconds(20)).until(() -> !isBusy());
            }
            default -> {
                // The proxy did it.
            }
        }
    }

    private static boolean isBusy() {
        try {
            return !server.execute("PING").contains("PONG");
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private static String digest(Script script) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1")
                            .digest(script.body().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no SHA-1", e);
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

    /** A record as the command finds it, the command, and what must hold afterwards. */
    private abstract static class Scene {

        final ClaimRequest request;

        long nanos;

        Scene(OperationId operation) {
            request = attempt(operation);
        }

        final Object run(RedisEffectStore on) {
            long start = System.nanoTime();
            try {
                return command(on);
            } finally {
                nanos = System.nanoTime() - start;
            }
        }

        final byte[] bytes() {
            RecordBytes record = RecordBytes.of(server.client(), request.operation());
            return record.exists() ? record.get() : new byte[0];
        }

        final ClaimReply askedByAnother() {
            return direct.claim(attempt(request.operation()));
        }

        abstract Object command(RedisEffectStore on);

        /** The answer is the one that there is without a fault. */
        abstract void check(Object reply);

        /** Whoever comes now, the owner with the same command or somebody else, finds what is right. */
        abstract void goesOn(boolean answered);
    }

    private static Scene scene(Script script, OperationId operation) {
        return switch (script) {
            case CLAIM -> new ClaimScene(operation);
            case TAKEOVER -> new TakeoverScene(operation);
            case LOOK ->
                new OwnerScene(operation) {
                    @Override
                    Object command(RedisEffectStore on) {
                        return on.look(request);
                    }

                    @Override
                    void check(Object reply) {
                        assertThat(reply).isInstanceOf(ClaimReply.InProgress.class);
                    }

                    @Override
                    void goesOn(boolean answered) {
                        assertThat(direct.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
                    }
                };
            case RENEW ->
                new OwnerScene(operation) {
                    @Override
                    Object command(RedisEffectStore on) {
                        return on.renew(owner);
                    }

                    @Override
                    void goesOn(boolean answered) {
                        check(command(direct));
                        assertThat(askedByAnother()).isInstanceOf(ClaimReply.InProgress.class);
                        assertThat(direct.commit(owner, outcome("T-1")))
                                .isInstanceOfSatisfying(
                                        CommitReply.Stored.class,
                                        stored -> assertThat(stored.late()).isFalse());
                    }
                };
            case RELEASE ->
                new OwnerScene(operation) {
                    @Override
                    Object command(RedisEffectStore on) {
                        return on.release(owner);
                    }

                    @Override
                    void goesOn(boolean answered) {
                        check(command(direct));
                        assertThat(askedByAnother()).isEqualTo(new ClaimReply.Claimed(2));
                        assertThat(direct.claim(request)).isNotInstanceOf(ClaimReply.Claimed.class);
                    }
                };
            case MARK ->
                new OwnerScene(operation) {
                    @Override
                    Object command(RedisEffectStore on) {
                        return on.markInDoubt(owner, "read timed out");
                    }

                    @Override
                    void goesOn(boolean answered) {
                        check(command(direct));
                        assertThat(askedByAnother())
                                .isInstanceOfSatisfying(
                                        ClaimReply.InDoubt.class,
                                        doubt -> assertThat(doubt.failure()).isEqualTo("read timed out"));
                    }
                };
            case COMMIT ->
                new ReceiptScene(operation) {
                    @Override
                    Object command(RedisEffectStore on) {
                        return on.commit(owner, outcome("T-1"));
                    }
                };
            case SHOW ->
                new OwnerScene(operation) {
                    @Override
                    Object command(RedisEffectStore on) {
                        return String.valueOf(on.show(RecordId.of(request.operation())));
                    }

                    @Override
                    void check(Object reply) {
                        assertThat(reply).asString().contains("state=PENDING", "fence=1");
                    }

                    @Override
                    void goesOn(boolean answered) {
                        assertThat(direct.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
                    }
                };
            case RESOLVE -> {
                ReceiptScene scene = new ReceiptScene(operation) {
                    @Override
                    Object command(RedisEffectStore on) {
                        return on.resolve(RecordId.of(request.operation()), 1, HAPPENED);
                    }

                    @Override
                    void check(Object reply) {
                        assertThat(reply).isInstanceOf(ResolveReply.Resolved.class);
                    }
                };
                direct.markInDoubt(scene.owner, "read timed out");
                yield scene;
            }
            case TIDY -> throw new IllegalStateException("it has no caller");
            case FOUND -> {
                ReceiptScene scene = new ReceiptScene(operation) {
                    private final ClaimRequest finder = attempt(operation);

                    @Override
                    Object command(RedisEffectStore on) {
                        return on.found(finder, 1, outcome("T-1"));
                    }
                };
                direct.markInDoubt(scene.owner, "read timed out");
                yield scene;
            }
        };
    }

    /** Nobody's record; the answer lets its caller into the method. */
    private static final class ClaimScene extends Scene {

        ClaimScene(OperationId operation) {
            super(operation);
        }

        @Override
        Object command(RedisEffectStore on) {
            return on.claim(request);
        }

        @Override
        void check(Object reply) {
            assertThat(reply).isEqualTo(new ClaimReply.Claimed(1));
        }

        @Override
        void goesOn(boolean answered) {
            if (answered) {
                assertThat(askedByAnother()).isInstanceOf(ClaimReply.InProgress.class);
                assertThat(direct.commit(held(request, 1), outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
                return;
            }
            // As the engine does: an attempt without an answer never enters, and takes back what it may have claimed.
            assertThat(direct.release(held(request, 0))).isInstanceOf(WriteReply.Done.class);
            assertThat(askedByAnother()).isInstanceOf(ClaimReply.Claimed.class);
            assertThat(direct.claim(request)).isNotInstanceOf(ClaimReply.Claimed.class);
        }
    }

    /** In doubt; the answer lets its caller into the method. */
    private static final class TakeoverScene extends Scene {

        TakeoverScene(OperationId operation) {
            super(operation);
            Claim earlier = held(attempt(operation), 1);
            direct.claim(earlier.request());
            direct.markInDoubt(earlier, "read timed out");
        }

        @Override
        Object command(RedisEffectStore on) {
            return on.takeOver(request, FIRST);
        }

        @Override
        void check(Object reply) {
            assertThat(reply).isEqualTo(new ClaimReply.Claimed(2, true, null));
        }

        @Override
        void goesOn(boolean answered) {
            ClaimRequest rival = attempt(request.operation());
            if (answered) {
                assertThat(direct.takeOver(rival, FIRST)).isInstanceOf(ClaimReply.InProgress.class);
                assertThat(direct.commit(held(request, 2), outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
                return;
            }
            WriteReply unused = direct.release(held(request, 0));
            ClaimReply.InDoubt doubt = (ClaimReply.InDoubt) direct.claim(rival);
            assertThat(direct.takeOver(rival, new Takeover(doubt.fence(), null)))
                    .isEqualTo(new ClaimReply.Claimed(doubt.fence() + 1, true, null));
            assertThat(direct.takeOver(request, FIRST)).isNotInstanceOf(ClaimReply.Claimed.class);
        }
    }

    /** Claimed by the owner. */
    private abstract static class OwnerScene extends Scene {

        final Claim owner;

        OwnerScene(OperationId operation) {
            super(operation);
            owner = held(request, 1);
            direct.claim(request);
        }

        @Override
        void check(Object reply) {
            assertThat(reply).isEqualTo(new WriteReply.Done(false));
        }
    }

    /** The effect has happened: its receipt is the only one, ever. */
    private abstract static class ReceiptScene extends OwnerScene {

        ReceiptScene(OperationId operation) {
            super(operation);
        }

        @Override
        void check(Object reply) {
            assertThat(reply).isInstanceOf(CommitReply.Stored.class);
        }

        @Override
        void goesOn(boolean answered) {
            check(command(direct));
            assertThat(askedByAnother())
                    .isInstanceOfSatisfying(
                            ClaimReply.Committed.class,
                            committed ->
                                    assertThat(committed.outcome().remoteId()).isEqualTo("T-1"));
        }
    }
}
