package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** What the list of open records costs, and what it makes of indexes that are not as they should be. */
@Execution(CONCURRENT)
class OpenListTest {

    private Server server;
    private RedisEffectStore store;

    @BeforeEach
    void start() {
        server = Server.start();
        store = Server.store(server.client());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static OperationId operation(String namespace, int number) {
        return new OperationId(namespace, "acme", "pay", "acme:" + number + ":pay");
    }

    private List<OperationId> pending(String namespace, int count) {
        List<OperationId> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operations.add(operation(namespace, i));
            assertThat(store.claim(attempt(operations.get(i)))).isInstanceOf(ClaimReply.Claimed.class);
        }
        return operations;
    }

    private static OpenQuery query(String namespace, OpenQuery.@Nullable Position after, int limit) {
        return new OpenQuery(namespace, null, null, null, after, limit);
    }

    private List<OperationId> walk(String namespace, int limit) {
        List<OperationId> all = new ArrayList<>();
        OpenPage page = store.open(query(namespace, null, limit));
        while (true) {
            page.records().stream().map(RecordView::operation).forEach(all::add);
            if (page.next() == null) {
                return all;
            }
            page = store.open(query(namespace, page.next(), limit));
        }
    }

    private long calls(String command) {
        return server.calls().getOrDefault(command, 0L);
    }

    @Test
    void aListOfThousandsIsCompleteInOrderAndWithoutAScan() {
        List<OperationId> operations = pending("n", 3_000);
        assertThat(walk("n", 1_000)).hasSameElementsAs(operations).hasSize(3_000);
        assertThat(server.calls()).doesNotContainKeys("scan", "keys", "zscan");
    }

    @Test
    void aPageOfAFewReadsEachIndexOnceAndOnlyItsRecords() {
        pending("n", 200);
        long ranges = calls("zrangebyscore");
        long reads = calls("get");
        assertThat(store.open(query("n", null, 10)).records()).hasSize(10);
        assertThat(calls("zrangebyscore") - ranges).isEqualTo(256);
        // Of a record more than asked for, it is known that there is a next page.
        assertThat(calls("get") - reads).isLessThanOrEqualTo(11);
    }

    /** However rare what is asked for is, a page looks at no more than its share. */
    @Test
    void aPageThatFindsNothingLooksAtBoundedlyMany() {
        pending("others", 2_500);
        List<OperationId> wanted = pending("n", 1);
        long reads = calls("get");
        OpenPage page = store.open(query("n", null, 10));
        assertThat(calls("get") - reads).isLessThanOrEqualTo(2_000);
        assertThat(page.records()).isEmpty();
        assertThat(page.next()).isNotNull();
        assertThat(walk("n", 10)).isEqualTo(wanted);
    }

    @Test
    void manyOfOneMillisecondInOneIndexAreListedOnceEach() {
        List<OperationId> operations = pending("n", 2_000);
        // One index with far more names of one time than are read at once.
        Map<String, Double> index = new HashMap<>();
        String tag = RecordKeys.of(operations.get(0)).tag();
        for (OperationId operation : operations) {
            RecordKeys keys = RecordKeys.of(operation);
            if (keys.tag().equals(tag)) {
                index.put(keys.name(), 5.0);
            }
        }
        for (int i = 0; i < 300; i++) {
            OperationId absent = operation("absent", i);
            index.put(RecordKeys.of(absent).name(), 5.0);
        }
        server.client()
                .<String>getScoredSortedSet(RecordKeys.index(tag), StringCodec.INSTANCE)
                .addAll(index);
        assertThat(walk("n", 7)).hasSameElementsAs(operations).doesNotHaveDuplicates();
    }

    @Test
    void aNameWhoseRecordIsGoneIsPassedOverAndTakenOut() {
        List<OperationId> operations = pending("n", 3);
        RecordBytes lost = RecordBytes.of(server.client(), operations.get(1));
        server.client().getKeys().delete(lost.keys().record());
        assertThat(lost.isIndexed()).isTrue();
        assertThat(walk("n", 10)).containsExactlyInAnyOrder(operations.get(0), operations.get(2));
        assertThat(lost.isIndexed()).isFalse();
        assertThat(RecordBytes.of(server.client(), operations.get(0)).isIndexed())
                .isTrue();
    }

    /** Between "it is gone" and taking its name out, somebody may claim it. */
    @Test
    void aNameWhoseRecordIsThereAgainStays() {
        OperationId operation = pending("n", 1).get(0);
        RecordKeys keys = RecordKeys.of(operation);
        ScriptRunner scripts = new ScriptRunner(server.client(), Server.PATIENCE, 0);
        assertThat(scripts.run(Script.TIDY, keys, (Object) keys.nameBytes())).isEqualTo(new byte[] {'n'});
        assertThat(RecordBytes.of(server.client(), operation).isIndexed()).isTrue();
        store.release(held(attempt(operation), 0));
        assertThat(walk("n", 10)).containsExactly(operation);
    }

    @Test
    void whatIsNoneOfOursIsPassedOver() {
        List<OperationId> operations = pending("n", 3);
        RecordBytes damaged = RecordBytes.of(server.client(), operations.get(0));
        damaged.set("something else".getBytes(StandardCharsets.US_ASCII));
        server.client()
                .<String>getScoredSortedSet(RecordKeys.of(operations.get(1)).index(), StringCodec.INSTANCE)
                .add(1, "no name of ours");
        assertThat(walk("n", 2)).containsExactlyInAnyOrder(operations.get(1), operations.get(2));
        assertThat(damaged.isIndexed()).isTrue();
    }

    @Test
    void scriptsFlushedInTheMiddleAreLoadedAgain() {
        List<OperationId> operations = pending("n", 5);
        server.client().getKeys().delete(RecordKeys.of(operations.get(4)).record());
        OpenPage page = store.open(query("n", null, 2));
        server.client().getScript(ByteArrayCodec.INSTANCE).scriptFlush();
        assertThat(store.open(query("n", page.next(), 10)).records()).hasSize(2);
    }

    /** A list that lacks what could not be read would look like one on which nothing is open. */
    @ParameterizedTest
    @CsvSource({
        "ANSWER_DROPPED, UNAVAILABLE",
        "RESET, UNAVAILABLE",
        "BLACK_HOLE, UNAVAILABLE",
        "LOADING, REFUSED",
    })
    void aListWhoseRecordsAreNotReadIsNone(Fault fault, Reason reason) throws IOException {
        pending("n", 5);
        through(
                FaultProxy.Meant.script(Question.PEEK.body()),
                fault,
                store -> assertThatThrownBy(() -> store.open(query("n", null, 10)))
                        .isInstanceOfSatisfying(
                                EffectStoreException.class,
                                e -> assertThat(e.reason()).isEqualTo(reason)));
    }

    @Test
    void aListIsWholeThoughNobodyCouldTidyUp() throws IOException {
        List<OperationId> operations = pending("n", 3);
        RecordBytes lost = RecordBytes.of(server.client(), operations.get(1));
        server.client().getKeys().delete(lost.keys().record());
        through(
                FaultProxy.Meant.script(Script.TIDY.body()),
                Fault.BLACK_HOLE,
                store -> assertThat(store.open(query("n", null, 10)).records())
                        .extracting(RecordView::operation)
                        .containsExactlyInAnyOrder(operations.get(0), operations.get(2)));
        assertThat(lost.isIndexed()).isTrue();
    }

    /** Does something by a way on which a fault strikes some commands. */
    private void through(FaultProxy.Meant meant, Fault fault, Consumer<RedisEffectStore> act) throws IOException {
        Config config = server.config();
        try (FaultProxy proxy = new FaultProxy(server.port())) {
            config.useSingleServer().setAddress("redis://127.0.0.1:" + proxy.port());
            RedissonClient client = Redisson.create(config);
            try {
                // A refusal has to be answered at every sending; of the others, the time that is waited for in vain.
                RedisEffectStore struck =
                        Server.store(client, fault == Fault.LOADING ? Server.PATIENCE : Duration.ofSeconds(4), 0);
                proxy.arm(fault, meant);
                act.accept(struck);
                assertThat(proxy.disarm()).as("commands that met the fault").isPositive();
            } finally {
                client.shutdown();
            }
        }
    }
}
