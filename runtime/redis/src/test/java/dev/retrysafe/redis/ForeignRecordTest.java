package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.applied;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.notApplied;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.Takeover;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;

/** Something that is not ours, or not ours any more, lies where the record belongs. */
class ForeignRecordTest {

    private static Server server;
    private static RedisEffectStore store;

    @BeforeAll
    static void start() {
        server = Server.start();
        store = Server.store(server.client());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void assertEveryCommandFails(OperationId operation, Reason reason) {
        Claim claim = held(attempt(operation), 1);
        List<Runnable> commands = List.of(
                () -> store.claim(claim.request()),
                () -> store.look(claim.request()),
                () -> store.renew(claim),
                () -> store.commit(claim, outcome("T-1")),
                () -> store.takeOver(claim.request(), new Takeover(1, null)),
                () -> store.takeOver(claim.request(), new Takeover(1, Duration.ofHours(1))),
                () -> store.found(claim.request(), 1, outcome("T-1")),
                () -> store.release(claim),
                () -> store.release(held(claim.request(), 0)),
                () -> store.markInDoubt(claim, "x"),
                () -> store.show(RecordId.of(operation)),
                () -> store.resolve(RecordId.of(operation), 1, applied("T-1")),
                () -> store.resolve(RecordId.of(operation), 1, notApplied()));
        for (Runnable command : commands) {
            EffectStoreException failure = catchThrowableOfType(EffectStoreException.class, command::run);
            assertThat(failure).isNotNull();
            assertThat(failure.reason()).isEqualTo(reason);
            assertThat(failure)
                    .hasMessageContaining("nothing was changed")
                    .hasMessageNotContaining(operation.key())
                    .hasMessageNotContaining(operation.tenant());
        }
    }

    private static void assertLeftAlone(OperationId operation, byte[] bytes, Reason reason) {
        RecordBytes record = RecordBytes.of(server.client(), operation);
        record.set(bytes);
        assertEveryCommandFails(operation, reason);
        assertThat(record.get()).isEqualTo(bytes);
        assertThat(record.isIndexed()).isFalse();
    }

    @Test
    void case_50_anEmptyText() {
        assertLeftAlone(operation(), new byte[0], Reason.FOREIGN_RECORD);
    }

    @Test
    void case_50_someonesText() {
        for (String text : List.of("1", "RS", "RS\u0001", "RS\u0001P", "{\"status\":\"done\"}", "x".repeat(5000))) {
            assertLeftAlone(operation(), text.getBytes(StandardCharsets.ISO_8859_1), Reason.FOREIGN_RECORD);
        }
    }

    @Test
    void case_50_randomBytes() {
        Random random = new Random(50);
        for (int i = 0; i < 100; i++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            assertLeftAlone(operation(), bytes, Reason.FOREIGN_RECORD);
        }
    }

    @Test
    void case_50_randomBytesBehindARightBeginning() {
        Random random = new Random(51);
        for (int i = 0; i < 100; i++) {
            byte[] bytes = new byte[3 + random.nextInt(300)];
            random.nextBytes(bytes);
            bytes[0] = 'R';
            bytes[1] = 'S';
            bytes[2] = 1;
            assertLeftAlone(operation(), bytes, Reason.FOREIGN_RECORD);
        }
    }

    @Test
    void case_50_aRecordCutOffAnywhere() {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        store.commit(owner, outcome("T-1"));
        byte[] whole =
                RecordBytes.of(server.client(), owner.request().operation()).get();
        OperationId operation = operation();
        for (int length = 0; length < whole.length; length++) {
            RecordBytes.of(server.client(), operation).set(Arrays.copyOf(whole, length));
            EffectStoreException failure =
                    catchThrowableOfType(EffectStoreException.class, () -> store.claim(attempt(operation)));
            assertThat(failure).isNotNull();
            assertThat(failure.reason()).isEqualTo(Reason.FOREIGN_RECORD);
        }
        assertLeftAlone(operation, Arrays.copyOf(whole, whole.length + 1), Reason.FOREIGN_RECORD);
        assertLeftAlone(operation, Arrays.copyOf(whole, whole.length - 1), Reason.FOREIGN_RECORD);
    }

    @Test
    void case_45_aRecordOfANewerFormat() {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        byte[] bytes =
                RecordBytes.of(server.client(), owner.request().operation()).get();
        bytes[2] = 2;
        OperationId operation = operation();
        assertLeftAlone(operation, bytes, Reason.UNKNOWN_FORMAT);
        assertThat(catchThrowableOfType(EffectStoreException.class, () -> store.claim(attempt(operation))))
                .hasMessageContaining("format 2");
    }

    @Test
    void case_50_anotherTypeOfRedis() {
        OperationId list = operation();
        server.client()
                .<String>getList(RecordKeys.of(list).record(), StringCodec.INSTANCE)
                .add("x");
        assertEveryCommandFails(list, Reason.FOREIGN_RECORD);
        assertThat(server.client()
                        .<String>getList(RecordKeys.of(list).record(), StringCodec.INSTANCE)
                        .readAll())
                .containsExactly("x");

        OperationId hash = operation();
        server.client()
                .<String, String>getMap(RecordKeys.of(hash).record(), StringCodec.INSTANCE)
                .put("a", "b");
        assertEveryCommandFails(hash, Reason.FOREIGN_RECORD);
        assertThat(server.client()
                        .<String, String>getMap(RecordKeys.of(hash).record(), StringCodec.INSTANCE)
                        .readAllMap())
                .isEqualTo(Map.of("a", "b"));
    }

    /** The index is for people; a receipt must not be lost because it is damaged. */
    @Test
    void aForeignIndexStopsClaimsButNoCommit() {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        String index = RecordKeys.of(owner.request().operation()).index();
        server.client().getKeys().delete(index);
        server.client().<String>getList(index, StringCodec.INSTANCE).add("x");
        assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
        assertThat(server.client().<String>getList(index, StringCodec.INSTANCE).readAll())
                .containsExactly("x");
        server.client().getKeys().delete(index);
    }
}
