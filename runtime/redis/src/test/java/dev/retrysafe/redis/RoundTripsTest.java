package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.test.Notified;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.client.codec.ByteArrayCodec;

/** Commands that reach the server, counted there. */
class RoundTripsTest {

    private static Server server;
    private static RedisEffectStore store;

    @BeforeAll
    static void start() {
        server = Server.start();
        store = Server.store(server.client());
    }

    @BeforeEach
    void settle() {
        // The end of a test's subscription is sent behind it.
        await().until(() -> "0".equals(server.info(InfoSection.STATS).get("pubsub_channels")));
        // From the second use on, a script is called by its digest.
        Claim warm = new Claim(attempt(operation()), 1);
        for (int i = 0; i < 2; i++) {
            store.claim(warm.request());
            store.look(warm.request());
            store.renew(warm);
            store.markInDoubt(warm, "x");
            store.release(warm);
            store.commit(warm, outcome("T-1"));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The commands that a client sends, without those inside scripts and the client's own housekeeping. */
    private static long sent(Runnable step) {
        Map<String, Long> before = server.calls();
        step.run();
        Map<String, Long> after = server.calls();
        return after.entrySet().stream()
                .filter(entry -> List.of("eval", "evalsha", "script", "subscribe", "unsubscribe")
                        .contains(entry.getKey()))
                .mapToLong(entry -> entry.getValue() - before.getOrDefault(entry.getKey(), 0L))
                .sum();
    }

    private static long times(String command, Map<String, Long> before, Map<String, Long> after) {
        return after.getOrDefault(command, 0L) - before.getOrDefault(command, 0L);
    }

    @Test
    void everyCommandIsOneRoundTrip() {
        ClaimRequest request = attempt(operation());
        Claim owner = held(request, 1);
        assertThat(sent(() -> store.claim(request))).isEqualTo(1);
        assertThat(sent(() -> store.look(request))).isEqualTo(1);
        assertThat(sent(() -> store.claim(attempt(request.operation()))))
                .as("in progress")
                .isEqualTo(1);
        assertThat(sent(() -> store.claim(otherEffect(request.operation()))))
                .as("conflict")
                .isEqualTo(1);
        assertThat(sent(() -> store.renew(owner))).isEqualTo(1);
        assertThat(sent(() -> store.markInDoubt(owner, "x"))).isEqualTo(1);
        assertThat(sent(() -> store.claim(attempt(request.operation()))))
                .as("in doubt")
                .isEqualTo(1);
        assertThat(sent(() -> store.commit(owner, outcome("T-1")))).isEqualTo(1);
        assertThat(sent(() -> store.claim(attempt(request.operation()))))
                .as("replay")
                .isEqualTo(1);

        Claim released = held(attempt(operation()), 1);
        store.claim(released.request());
        assertThat(sent(() -> store.release(released))).isEqualTo(1);
    }

    @Test
    void insideAScriptTheServerIsAskedForTimeOnce() {
        ClaimRequest request = attempt(operation());
        Map<String, Long> before = server.calls();
        store.claim(request);
        store.commit(held(request, 1), outcome("T-1"));
        Map<String, Long> after = server.calls();
        assertThat(times("time", before, after)).isEqualTo(2);
        assertThat(times("set", before, after)).isEqualTo(2);
        assertThat(times("get", before, after)).isEqualTo(2);
    }

    @Test
    void aFlushedScriptIsLoadedAgain() {
        ClaimRequest request = attempt(operation());
        Claim owner = held(request, 1);
        flushScripts();
        assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
        flushScripts();
        assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        flushScripts();
        assertThat(store.look(attempt(request.operation()))).isInstanceOf(ClaimReply.Committed.class);
    }

    private static void flushScripts() {
        server.client().getScript(ByteArrayCodec.INSTANCE).scriptFlush();
    }

    @Test
    void allScriptsReadRecordsAlike() {
        List<String> openings = new ArrayList<>();
        for (Script script : Script.values()) {
            String body = script.body();
            int start = body.indexOf("local FORMAT");
            String last = "math.floor(time[2] / 1000)\n";
            openings.add(body.substring(start, body.indexOf(last) + last.length()));
        }
        assertThat(openings).hasSize(11);
        assertThat(openings.stream().distinct()).hasSize(1);
    }

    @Test
    void waitersOfOneTagShareOneSubscription() throws Exception {
        OperationId operation = operation();
        Claim owner = held(attempt(operation), 1);
        store.claim(owner.request());
        String channel = RecordKeys.of(operation).channel();
        List<Notified> watches = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            watches.add(Notified.of(store, operation));
        }
        assertThat(subscriptions(channel)).isEqualTo(1);
        long sent = sent(() -> store.commit(owner, outcome("T-1")));
        for (Notified watch : watches) {
            assertThat(watch.within(Duration.ofSeconds(20))).isTrue();
            assertThat(watch.within(Duration.ZERO)).isFalse();
        }
        assertThat(sent).isEqualTo(1);
        for (Notified watch : watches) {
            assertThat(subscriptions(channel)).isEqualTo(1);
            watch.close();
            watch.close();
        }
        await().untilAsserted(() -> assertThat(subscriptions(channel)).isZero());
        try (Notified again = Notified.of(store, operation)) {
            assertThat(subscriptions(channel)).isEqualTo(1);
            store.markInDoubt(held(attempt(operation), 1), "refused, so nobody is told");
            assertThat(again.within(Duration.ofMillis(50))).isFalse();
        }
    }

    private static long subscriptions(String channel) {
        return server.client().getTopic(channel).countSubscribers();
    }

    @Test
    void aWaiterInAnotherProcessIsTold() throws Exception {
        var other = server.newClient();
        try {
            RedisEffectStore elsewhere = Server.store(other);
            ClaimRequest request = attempt(operation());
            store.claim(request);
            assertThat(elsewhere.claim(attempt(request.operation()))).isInstanceOf(ClaimReply.InProgress.class);
            try (Notified watch = Notified.of(elsewhere, request.operation())) {
                CommitReply.Stored stored = (CommitReply.Stored) store.commit(held(request, 1), outcome("T-1"));
                assertThat(watch.within(Duration.ofSeconds(20))).isTrue();
                assertThat(elsewhere.look(attempt(request.operation())))
                        .isEqualTo(new ClaimReply.Committed(stored.outcome()));
            }
        } finally {
            other.shutdown();
        }
    }

    /** Sent by the client twice, as after a lost answer: below the store, so exactly the same bytes. */
    @Test
    void aScriptThatRunsTwiceAnswersTheSame() {
        ClaimRequest request = attempt(operation());
        RecordKeys keys = RecordKeys.of(request.operation());
        ScriptRunner runner = new ScriptRunner(server.client(), Server.PATIENCE, 0);
        Object[] claim = {
            Wire.token(request.token()),
            Wire.fingerprint(request.fingerprint()),
            Wire.duration(request.lease()),
            Wire.duration(request.ttl()),
            Wire.issuedAt(null),
            Wire.duration(ClaimRequest.TOLERATED_SKEW),
            Wire.aboutOpen(request),
            keys.nameBytes(),
            Wire.duration(request.maxRequestAge())
        };
        assertThat(runner.run(Script.CLAIM, keys, claim)).isEqualTo(runner.run(Script.CLAIM, keys, claim));
    }

    /** The running owner's record is nobody else's to delete. */
    @Test
    void case_25_aDuplicateThatGivesUpLeavesTheOwnersRecord() {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        ClaimRequest duplicate = attempt(owner.request().operation());
        assertThat(store.claim(duplicate)).isInstanceOf(ClaimReply.InProgress.class);
        store.release(held(duplicate, 0));
        store.release(held(duplicate, 1));
        assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.InProgress.class);
        assertThat(store.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
    }
}
