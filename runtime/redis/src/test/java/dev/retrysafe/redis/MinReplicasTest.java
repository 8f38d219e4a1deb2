package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.client.codec.ByteArrayCodec;

/** Claims that a replica has to have, on a real master with a real replica behind a cable that can be cut. */
@Execution(CONCURRENT)
class MinReplicasTest {

    private static final Duration BUDGET = Duration.ofMillis(450);

    private static final int FAIL_OVERS = 20;

    /** Each of them has servers of its own. */
    private static final int SIDE_BY_SIDE = 5;

    private final Pair pair = new Pair();

    @AfterEach
    void stop() {
        pair.close();
    }

    /** A master, and a replica behind a cable. */
    private static final class Pair implements AutoCloseable {

        private final Server master = Server.start("repl-ping-replica-period 1");
        private final Server replica = Server.start();
        private final Link link = Link.to(master.port());
        private final RedisEffectStore store = store(1, Server.PATIENCE);

        Pair() {
            connect();
        }

        void connect() {
            replica.execute("REPLICAOF", "NO", "ONE");
            await().until(() -> replicas() == 0);
            replica.replicate(link.port());
            await().until(() -> replicas() == 1);
        }

        private int replicas() {
            return Integer.parseInt(master.info(InfoSection.REPLICATION).get("connected_slaves"));
        }

        RedisEffectStore store(int minReplicas, Duration budget) {
            return Server.store(master.client(), budget, minReplicas);
        }

        RedisEffectStore afterwards() {
            return Server.store(replica.client());
        }

        private long calls(String... commands) {
            return List.of(commands).stream()
                    .mapToLong(command -> master.calls().getOrDefault(command, 0L))
                    .sum();
        }

        @Override
        public void close() {
            link.close();
            replica.close();
            master.close();
        }
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
    void noFailOverLetsASecondOwnerInWhereAReplicaConfirms() throws Exception {
        ExecutorService lanes = Executors.newFixedThreadPool(SIDE_BY_SIDE);
        try {
            AtomicInteger secondOwnersWithout = new AtomicInteger();
            AtomicInteger secondOwnersWith = new AtomicInteger();
            Callable<Void> lane = () -> {
                try (Pair own = new Pair()) {
                    for (int i = 0; i < FAIL_OVERS / SIDE_BY_SIDE; i++) {
                        failOver(own, secondOwnersWithout, secondOwnersWith);
                    }
                }
                return null;
            };
            for (Future<Void> done : lanes.invokeAll(Collections.nCopies(SIDE_BY_SIDE, lane))) {
                done.get();
            }
            assertThat(secondOwnersWith).hasValue(0);
            assertThat(secondOwnersWithout).as("the control").hasValue(FAIL_OVERS);
        } finally {
            lanes.shutdownNow();
        }
    }

    private static void failOver(Pair own, AtomicInteger secondOwnersWithout, AtomicInteger secondOwnersWith) {
        RedisEffectStore unconfirmed = own.store(0, Server.PATIENCE);
        RedisEffectStore confirmed = own.store(1, BUDGET);
        RedisEffectStore afterwards = own.afterwards();
        own.link.mend();
        own.connect();
        OperationId before = operation();
        assertThat(own.store.claim(attempt(before))).isEqualTo(new ClaimReply.Claimed(1));
        own.link.cut();
        OperationId without = operation();
        OperationId with = operation();
        boolean firstWithout = acknowledged(unconfirmed, without);
        boolean firstWith = acknowledged(confirmed, with);
        own.replica.execute("REPLICAOF", "NO", "ONE");

        assertThat(afterwards.claim(attempt(before))).isInstanceOf(ClaimReply.InProgress.class);
        if (firstWithout && acknowledged(afterwards, without)) {
            secondOwnersWithout.incrementAndGet();
        }
        if (firstWith && acknowledged(afterwards, with)) {
            secondOwnersWith.incrementAndGet();
        }
    }

    @Test
    void aClaimThatNoReplicaHasIsUnavailableWithinTheBudgetAndCanBeTakenBack() {
        pair.link.cut();
        ClaimRequest request = attempt(operation());
        Duration budget = Duration.ofSeconds(3);
        long start = System.nanoTime();
        EffectStoreException refusal = refusal(() -> pair.store(1, budget).claim(request));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(budget.plusSeconds(20));
        assertThat(refusal).hasMessageContaining("0 of 1 replicas").hasMessageContaining("3000 ms");

        assertThat(pair.store.release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        pair.link.mend();
        pair.connect();
        assertThat(pair.store.claim(attempt(request.operation()))).isEqualTo(new ClaimReply.Claimed(2));
    }

    @Test
    void moreReplicasThanThereAreNeverConfirm() {
        assertThat(refusal(() -> pair.store(2, Duration.ofSeconds(6)).claim(attempt(operation()))))
                .hasMessageContaining("1 of 2 replicas");
    }

    @Test
    void aTakeoverIsConfirmedToo() {
        Claim owner = held(attempt(operation()), 1);
        pair.store.claim(owner.request());
        pair.store.markInDoubt(owner, "read timed out");
        pair.link.cut();
        ClaimRequest second = attempt(owner.request().operation());
        refusal(() -> pair.store(1, Duration.ofSeconds(2)).takeOver(second, new Takeover(1, null)));
        assertThat(pair.store.release(held(second, 0))).isEqualTo(new WriteReply.Done(false));
        assertThat(pair.store.look(attempt(second.operation())))
                .isInstanceOfSatisfying(
                        ClaimReply.InDoubt.class,
                        doubt -> assertThat(doubt.fence()).isEqualTo(2));
        pair.link.mend();
        pair.connect();
        assertThat(pair.store.takeOver(attempt(second.operation()), new Takeover(2, null)))
                .isEqualTo(new ClaimReply.Claimed(3, true, null));
    }

    @Test
    void aReceiptThatWasAnsweredIsThereAfterAFailOver() {
        // So the client believes that the server knows the script, and is wrong.
        Claim before = held(attempt(operation()), 1);
        pair.store.claim(before.request());
        pair.store.commit(before, outcome("T-0"));
        pair.master.execute("SCRIPT", "FLUSH");
        Claim owner = held(attempt(operation()), 1);
        pair.store.claim(owner.request());
        pair.link.delay(Duration.ofMillis(100));
        // It waits a part of its budget for the replica: many times as long as the cable is.
        assertThat(pair.store(1, Duration.ofSeconds(30)).commit(owner, outcome("T-1")))
                .isInstanceOf(CommitReply.Stored.class);
        pair.replica.execute("REPLICAOF", "NO", "ONE");
        RedisEffectStore afterwards = pair.afterwards();
        assertThat(afterwards.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
    }

    /** Only who may enter a method needs replicas: receipts are stored, and retries answered, without any. */
    @Test
    void withoutReplicasReceiptsAreStillStoredAndReplayed() {
        Claim owner = held(attempt(operation()), 1);
        pair.store.claim(owner.request());
        pair.link.cut();
        assertThat(pair.store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        assertThat(pair.store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
    }

    @Test
    void aRepeatedClaimIsConfirmedLikeTheFirst() {
        ClaimRequest request = attempt(operation());
        assertThat(pair.store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
        pair.link.cut();
        refusal(() -> pair.store(1, BUDGET).claim(request));
    }

    /** The client remembers which scripts a server knows, and is wrong about it after a flush or a restart. */
    @Test
    void case_49_scriptsFlushedBetweenClaimAndConfirmation() {
        pair.store.claim(attempt(operation()));
        for (int i = 0; i < 3; i++) {
            pair.master.client().getScript(ByteArrayCodec.INSTANCE).scriptFlush();
            assertThat(pair.store.claim(attempt(operation()))).isEqualTo(new ClaimReply.Claimed(1));
        }
    }

    /** Script calls, and the one that asks replicas: execute is claim, renewal with WAIT, commit with WAIT. */
    @Test
    void aConfirmedExecutionIsThreeRoundTripsAndAReplayOne() {
        RedisEffectStore store = pair.store(1, Duration.ofSeconds(30));
        Claim warm = held(attempt(operation()), 1);
        store.claim(warm.request());
        store.claim(attempt(warm.request().operation()));
        store.commit(warm, outcome("T-0"));
        Claim owner = held(attempt(operation()), 1);
        long scripts = pair.calls("eval", "evalsha", "script");
        long waits = pair.calls("wait");
        store.claim(owner.request());
        store.commit(owner, outcome("T-1"));
        assertThat(pair.calls("eval", "evalsha", "script") - scripts).isEqualTo(3);
        assertThat(pair.calls("wait") - waits).isEqualTo(2);
        assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
        assertThat(pair.calls("eval", "evalsha", "script") - scripts).isEqualTo(4);
        assertThat(pair.calls("wait") - waits).isEqualTo(2);
    }

    @Test
    void aNegativeNumberOfReplicasIsRefused() {
        assertThatThrownBy(() -> RedisEffectStore.builder(pair.master.client()).minReplicas(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
