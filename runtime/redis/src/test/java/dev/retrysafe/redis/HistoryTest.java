package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.notApplied;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Takeover;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a record keeps of earlier attempts and of decisions, as bytes. */
class HistoryTest {

    private static final int FLAGS = 4;

    private static final int HISTORY = 8;

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

    private static byte[] bytes(OperationId operation) {
        return RecordBytes.of(server.client(), operation).get();
    }

    private static boolean hasHistory(OperationId operation) {
        return (bytes(operation)[FLAGS] & HISTORY) != 0;
    }

    private static Claim doubtful(OperationId operation) {
        Claim owner = held(attempt(operation), 1);
        store.claim(owner.request());
        store.markInDoubt(owner, "read timed out");
        return owner;
    }

    private static RecordView shown(OperationId operation) {
        return Objects.requireNonNull(store.show(RecordId.of(operation)));
    }

    @Test
    void anOrdinaryRecordHasNoneAndNoByteForIt() {
        OperationId operation = operation();
        Claim owner = doubtful(operation);
        assertThat(hasHistory(operation)).isFalse();
        int before = bytes(operation).length;
        store.renew(owner);
        assertThat(bytes(operation)).hasSize(before);
        store.commit(owner, outcome("T-1"));
        assertThat(hasHistory(operation)).isFalse();
        OperationId freed = operation();
        Claim released = held(attempt(freed), 1);
        store.claim(released.request());
        store.release(released);
        assertThat(hasHistory(freed)).isFalse();
    }

    @Test
    void anAttemptThatAnotherFollowsCostsItsOwnerItsFailureAndTwentyTwoBytes() {
        OperationId operation = operation();
        doubtful(operation);
        int before = bytes(operation).length;
        store.takeOver(attempt(operation), new Takeover(1, null));
        assertThat(hasHistory(operation)).isTrue();
        // The failure moved from the record's own part; so the owner, its length, and the entry's head are what is new.
        assertThat(bytes(operation).length - before).isEqualTo("tester@host-1".length() + 1 + 20);
    }

    /** One key: so it expires, is lost and is moved with the record. */
    @Test
    void itIsPartOfTheRecordThroughEveryCommand() {
        OperationId operation = operation();
        doubtful(operation);
        store.resolve(RecordId.of(operation), 1, notApplied());
        Claim second = held(attempt(operation), 2);
        store.claim(second.request());
        RecordView before = shown(operation);
        assertThat(before.history()).hasSize(1);
        assertThat(before.resolutions()).hasSize(1);

        store.renew(second);
        store.release(held(attempt(operation), 0));
        store.commit(held(attempt(operation), 7), outcome("T-9"));
        store.markInDoubt(second, "x");
        store.look(attempt(operation));
        ClaimRequest third = attempt(operation);
        store.takeOver(third, new Takeover(2, null));
        store.release(held(third, 3));
        store.found(attempt(operation), 3, outcome("T-1"));
        store.commit(held(attempt(operation), 7), outcome("T-8"));

        RecordView after = shown(operation);
        assertThat(after.resolutions()).isEqualTo(before.resolutions());
        assertThat(after.history()).startsWith(before.history().get(0)).hasSize(2);
        assertThat(after.lateReceipts()).hasSize(2);
        assertThat(RecordBytes.of(server.client(), operation).ttlMillis()).isPositive();
        String pattern = "rs:*" + RecordKeys.of(operation).name() + "*";
        assertThat(server.execute("KEYS", pattern)).isEqualTo("*1");
        assertThat(store.claim(attempt(operation))).isInstanceOf(ClaimReply.Committed.class);
    }

    @Test
    void aHistoryThatIsAnnouncedAndMissingOrThereUnannouncedIsForeign() {
        OperationId operation = operation();
        doubtful(operation);
        RecordBytes record = RecordBytes.of(server.client(), operation);
        byte[] announced = record.get();
        announced[FLAGS] = (byte) (announced[FLAGS] | HISTORY);
        byte[] unannounced = Arrays.copyOf(record.get(), record.get().length + 30);
        for (byte[] damaged : List.of(announced, unannounced)) {
            record.set(damaged);
            EffectStoreException failure =
                    catchThrowableOfType(EffectStoreException.class, () -> store.claim(attempt(operation)));
            assertThat(failure.reason()).isEqualTo(Reason.FOREIGN_RECORD);
            assertThat(record.get()).isEqualTo(damaged);
        }
    }

    /** Random bytes where the history belongs: told, never executed, nothing overwritten. */
    @Test
    void case_50_aDamagedHistory() {
        for (int i = 0; i < 40; i++) {
            OperationId operation = operation();
            doubtful(operation);
            RecordBytes record = RecordBytes.of(server.client(), operation);
            byte[] whole = record.get();
            byte[] damaged = Arrays.copyOf(whole, whole.length + 1 + i);
            damaged[FLAGS] = (byte) (damaged[FLAGS] | HISTORY);
            byte[] junk = new byte[1 + i];
            new Random(i).nextBytes(junk);
            System.arraycopy(junk, 0, damaged, whole.length, junk.length);
            record.set(damaged);
            List<Runnable> commands = List.of(
                    () -> store.takeOver(attempt(operation), new Takeover(1, null)),
                    () -> store.show(RecordId.of(operation)),
                    () -> store.resolve(RecordId.of(operation), 1, notApplied()));
            for (Runnable command : commands) {
                EffectStoreException failure = catchThrowableOfType(EffectStoreException.class, command::run);
                assertThat(failure).isNotNull();
                assertThat(failure.reason()).isEqualTo(Reason.FOREIGN_RECORD);
                assertThat(record.get()).isEqualTo(damaged);
            }
        }
    }

    @Test
    void allScriptsRememberAlike() {
        List<String> ways = new ArrayList<>();
        for (Script script : Script.values()) {
            int start = script.body().indexOf("local MOST_ATTEMPTS");
            if (start >= 0) {
                String last = "history = table.concat(kept)";
                ways.add(script.body()
                        .substring(
                                start,
                                script.body().indexOf("end\n", script.body().indexOf(last))));
            }
        }
        assertThat(ways).hasSize(3);
        assertThat(ways.stream().distinct()).hasSize(1);
    }
}
