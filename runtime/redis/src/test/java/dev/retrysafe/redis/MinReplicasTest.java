package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.client.codec.ByteArrayCodec;

/** Claims that a replica has to have, on a real master with a real replica behind a cable that can be cut. */
class MinReplicasTest {

    private static final Duration BUDGET = Duration.ofMillis(450);
    /** Where a slow machine must not run out of it. */
    private static final Duration PATIENT = Duration.ofSeconds(3);

    private static final int FAIL_OVERS = 20;

    private static Server master;
    private static Server replica;
    private static Link link;
    private static RedisEffectStore store;

    @BeforeAll
    static void start() {
        master = Server.start("repl-ping-replica-period 1");
        replica = Server.start();
        link = Link.to(master.port());
        store = store(1, Duration.ofSeconds(6));
    }

    @AfterAll
    static void stop() {
        link.close();
        replica.close();
        master.close();
    }

    @BeforeEach
    void connect() {
        replica.execute("REPLICAOF", "NO", "ONE");
        await().until(() -> replicas() == 0);
        replica.replicate(link.port());
        await().until(() -> replicas() == 1);
    }

    @AfterEach
    void mend() {
        link.mend();
    }

    private static int replicas() {
        return Integer.parseInt(master.info(InfoSection.REPLICATION).get("connected_slaves"));
    }

    private static RedisEffectStore store(int minReplicas, Duration budget) {
        return RedisEffectStore.builder(master.client())
                .minReplicas(minReplicas)
                .commandBudget(budget)
                .build();
    }

    private static EffectStoreException refusal(Runnable command) {
        EffectStoreException refusal = catchThrowableOfType(EffectStoreException.class, command::run);
        assertThat(refusal).isNotNull();
        assertThat(refusal.reason()).isEqualTo(Reason.UNAVAILABLE);
        return refusal;
    }

    private static boolean acknowledged(RedisEffectStore master, OperationId operation) {
        try {
            return master.claim(attempt(operation)) instanceof ClaimReply.Claimed;
        } catch (EffectStoreException e) {
            assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE);
            return false;
        }
    }

    /**
     * The old master goes on acknowledging although nobody hears it, and the replica takes its place. An owner acknowledged by each
     * is two effects.
     */
    @Test
    void noFailOverLetsASecondOwnerInWhereAReplicaConfirms() {
        RedisEffectStore unconfirmed = store(0, PATIENT);
        RedisEffectStore confirmed = store(1, BUDGET);
        RedisEffectStore afterwards = RedisEffectStore.builder(replica.client()).build();
        int secondOwnersWithout = 0;
        int secondOwnersWith = 0;
        for (int i = 0; i < FAIL_OVERS; i++) {
            link.mend();
            connect();
            OperationId before = operation();
            assertThat(store.claim(attempt(before))).isEqualTo(new ClaimReply.Claimed(1));
            link.cut();
            OperationId without = operation();
            OperationId with = operation();
            boolean firstWithout = acknowledged(unconfirmed, without);
            boolean firstWith = acknowledged(confirmed, with);
            replica.execute("REPLICAOF", "NO", "ONE");

            assertThat(afterwards.claim(attempt(before))).isInstanceOf(ClaimReply.InProgress.class);
            secondOwnersWithout += firstWithout && acknowledged(afterwards, without) ? 1 : 0;
            secondOwnersWith += firstWith && acknowledged(afterwards, with) ? 1 : 0;
        }
        assertThat(secondOwnersWith).isZero();
        assertThat(secondOwnersWithout).as("the control").isEqualTo(FAIL_OVERS);
    }

    @Test
    void aClaimThatNoReplicaHasIsUnavailableWithinTheBudgetAndCanBeTakenBack() {
        link.cut();
        ClaimRequest request = attempt(operation());
        long start = System.nanoTime();
        EffectStoreException refusal =
                refusal(() -> store(1, Duration.ofMillis(900)).claim(request));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
        assertThat(refusal).hasMessageContaining("0 of 1 replicas").hasMessageContaining("900 ms");

        assertThat(store.release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        link.mend();
        connect();
        assertThat(store.claim(attempt(request.operation()))).isEqualTo(new ClaimReply.Claimed(2));
    }

    @Test
    void moreReplicasThanThereAreNeverConfirm() {
        assertThat(refusal(() -> store(2, PATIENT).claim(attempt(operation()))))
                .hasMessageContaining("1 of 2 replicas");
    }

    @Test
    void aTakeoverIsConfirmedToo() {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        store.markInDoubt(owner, "read timed out");
        link.cut();
        ClaimRequest second = attempt(owner.request().operation());
        refusal(() -> store(1, BUDGET).takeOver(second, new Takeover(1, null)));
        assertThat(store.release(held(second, 0))).isEqualTo(new WriteReply.Done(false));
        assertThat(store.look(attempt(second.operation())))
                .isInstanceOfSatisfying(
                        ClaimReply.InDoubt.class,
                        doubt -> assertThat(doubt.fence()).isEqualTo(2));
        link.mend();
        connect();
        assertThat(store.takeOver(attempt(second.operation()), new Takeover(2, null)))
                .isEqualTo(new ClaimReply.Claimed(3, true, null));
    }

    @Test
    void aReceiptThatWasAnsweredIsThereAfterAFailOver() {
        // So the client believes that the server knows the script, and is wrong.
        Claim before = held(attempt(operation()), 1);
        store.claim(before.request());
        store.commit(before, outcome("T-0"));
        master.execute("SCRIPT", "FLUSH");
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        link.delay(Duration.ofMillis(100));
        assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        replica.execute("REPLICAOF", "NO", "ONE");
        RedisEffectStore afterwards = RedisEffectStore.builder(replica.client()).build();
        assertThat(afterwards.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
    }

    /** Only who may enter a method needs replicas: receipts are stored, and retries answered, without any. */
    @Test
    void withoutReplicasReceiptsAreStillStoredAndReplayed() {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        link.cut();
        assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
    }

    @Test
    void aRepeatedClaimIsConfirmedLikeTheFirst() {
        ClaimRequest request = attempt(operation());
        assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
        link.cut();
        refusal(() -> store(1, BUDGET).claim(request));
    }

    /** The client remembers which scripts a server knows, and is wrong about it after a flush or a restart. */
    @Test
    void case_49_scriptsFlushedBetweenClaimAndConfirmation() {
        store.claim(attempt(operation()));
        for (int i = 0; i < 3; i++) {
            master.client().getScript(ByteArrayCodec.INSTANCE).scriptFlush();
            assertThat(store.claim(attempt(operation()))).isEqualTo(new ClaimReply.Claimed(1));
        }
    }

    /** Script calls, and the one that asks replicas: execute is claim, renewal with WAIT, commit with WAIT. */
    @Test
    void aConfirmedExecutionIsThreeRoundTripsAndAReplayOne() {
        Claim warm = held(attempt(operation()), 1);
        store.claim(warm.request());
        store.claim(attempt(warm.request().operation()));
        store.commit(warm, outcome("T-0"));
        Claim owner = held(attempt(operation()), 1);
        long scripts = calls("eval", "evalsha", "script");
        long waits = calls("wait");
        store.claim(owner.request());
        store.commit(owner, outcome("T-1"));
        assertThat(calls("eval", "evalsha", "script") - scripts).isEqualTo(3);
        assertThat(calls("wait") - waits).isEqualTo(2);
        assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
        assertThat(calls("eval", "evalsha", "script") - scripts).isEqualTo(4);
        assertThat(calls("wait") - waits).isEqualTo(2);
    }

    private static long calls(String... commands) {
        return List.of(commands).stream()
                .mapToLong(command -> master.calls().getOrDefault(command, 0L))
                .sum();
    }

    @Test
    void aNegativeNumberOfReplicasIsRefused() {
        assertThatThrownBy(() -> RedisEffectStore.builder(master.client()).minReplicas(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
