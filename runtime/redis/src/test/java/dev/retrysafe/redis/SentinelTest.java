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

import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.WriteReply;
import dev.retrysafe.test.CreateTicket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.config.Config;

/** A master that is killed, and replaced by three real sentinels, while owners are running. */
@Execution(CONCURRENT)
class SentinelTest {

    private static final Duration BUDGET = Duration.ofMillis(600);

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private final Queue<Incident.Kind> incidents = new ConcurrentLinkedQueue<>();

    private final AtomicInteger effects = new AtomicInteger();

    private Server master;
    private Server replica;
    private final List<RedisProcess> sentinels = new ArrayList<>();
    private RedissonClient client;

    @BeforeEach
    void start() {
        master = Server.start();
        replica = Server.start();
        replica.replicate(master.port());
        for (int i = 0; i < 3; i++) {
            sentinels.add(RedisProcess.sentinel(
                    "sentinel monitor records 127.0.0.1 " + master.port() + " 2",
                    "sentinel down-after-milliseconds records 4000",
                    "sentinel failover-timeout records 4000"));
        }
        // As long as they do not know each other, they answer with an error.
        await().atMost(LONG_ENOUGH)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> sentinels.stream().allMatch(this::knowsAll));
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        var servers = config.useSentinelServers()
                .setMasterName("records")
                .setScanInterval(300)
                .setMasterConnectionMinimumIdleSize(4)
                .setSlaveConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1);
        sentinels.forEach(sentinel -> servers.addSentinelAddress("redis://127.0.0.1:" + sentinel.port()));
        client = Redisson.create(config);
    }

    private boolean knowsAll(RedisProcess sentinel) {
        return Wires.execute(sentinel.port(), "SENTINEL", "CKQUORUM", "records").startsWith("+OK 3")
                && Wires.executeAll(sentinel.port(), "SENTINEL", "REPLICAS", "records")
                        .contains(Integer.toString(replica.port()));
    }

    @AfterEach
    void stop() {
        client.shutdown();
        sentinels.forEach(RedisProcess::close);
        replica.close();
        master.close();
    }

    /** Does not wait long for what is down. What must come is asked of a patient one. */
    private RedisEffectStore hasty() {
        return Server.store(client, BUDGET, 0);
    }

    /** What the master acknowledges from here on, the replica does not hear. */
    private void deafenReplica() {
        replica.set("masteruser", "nobody");
        replica.set("masterauth", "wrong");
        master.execute("CLIENT", "KILL", "TYPE", "replica");
        await().until(() -> "down".equals(replica.info(InfoSection.REPLICATION).get("master_link_status")));
    }

    private static void awaitClaims(RedisEffectStore store) {
        await().atMost(LONG_ENOUGH)
                .ignoreExceptionsInstanceOf(EffectStoreException.class)
                .until(() -> store.claim(attempt(operation())) instanceof ClaimReply.Claimed);
    }

    @Test
    void case_49_aKilledMasterRefusesClaimsUntilItIsReplacedAndOwnersGoOn() {
        RedisEffectStore store = Server.store(client);
        RedisEffectStore hasty = hasty();
        Claim known = held(attempt(operation()), 1);
        assertThat(Server.store(client, Server.PATIENCE, 1).claim(known.request()))
                .isEqualTo(new ClaimReply.Claimed(1));
        deafenReplica();
        Claim unknown = held(attempt(operation()), 1);
        Claim gone = held(attempt(operation()), 1);
        assertThat(store.claim(unknown.request())).isEqualTo(new ClaimReply.Claimed(1));
        assertThat(store.claim(gone.request())).isEqualTo(new ClaimReply.Claimed(1));

        master.stop();
        EffectStoreException refused =
                catchThrowableOfType(EffectStoreException.class, () -> hasty.claim(attempt(operation())));
        assertThat(refused.reason()).isEqualTo(Reason.UNAVAILABLE);
        awaitClaims(hasty);

        assertThat(store.claim(attempt(known.request().operation()))).isInstanceOf(ClaimReply.InProgress.class);
        assertThat(store.renew(known)).isEqualTo(new WriteReply.Done(false));
        assertThat(store.commit(known, outcome("T-1")))
                .isInstanceOfSatisfying(
                        CommitReply.Stored.class,
                        stored -> assertThat(stored.recordWasLost()).isFalse());

        // A live owner whose claim was lost heals it, and is told; from then on nobody else gets in.
        assertThat(store.renew(unknown)).isEqualTo(new WriteReply.Done(true));
        assertThat(store.claim(attempt(unknown.request().operation()))).isInstanceOf(ClaimReply.InProgress.class);
        assertThat(store.commit(unknown, outcome("T-2")))
                .isInstanceOfSatisfying(
                        CommitReply.Stored.class,
                        stored -> assertThat(stored.recordWasLost()).isTrue());

        // One that did not come in time finds somebody else there, and its receipt is kept as evidence.
        assertThat(store.claim(attempt(gone.request().operation()))).isEqualTo(new ClaimReply.Claimed(1));
        assertThat(store.renew(gone)).isInstanceOf(WriteReply.Refused.class);
        assertThat(store.commit(gone, outcome("T-3"))).isInstanceOf(CommitReply.Refused.class);
    }

    @Test
    void anEngineHealsALostRecordAndReportsIt() throws Exception {
        try (SideEffectEngine engine = SideEffectEngine.builder()
                        .store(Server.store(client))
                        .commitBudget(LONG_ENOUGH)
                        .listener(new SideEffectListener() {
                            @Override
                            public void incident(Incident incident) {
                                incidents.add(incident.kind());
                            }
                        })
                        .build();
                SideEffectEngine hasty =
                        SideEffectEngine.builder().store(hasty()).build()) {
            deafenReplica();
            String ticket = CreateTicket.call(engine, "approval-17", "high", () -> {
                master.stop();
                assertThatThrownBy(() -> CreateTicket.call(hasty, "approval-18", "high", this::newTicket))
                        .isInstanceOfSatisfying(
                                SideEffectStoreException.class,
                                refusal -> assertThat(refusal.effectMayHaveHappened())
                                        .isFalse());
                return newTicket();
            });
            assertThat(ticket).isEqualTo("T-1");
            assertThat(incidents).contains(Incident.Kind.RECORD_LOST);
            assertThat(CreateTicket.call(engine, "approval-17", "high", this::newTicket))
                    .isEqualTo("T-1");
            assertThat(effects).hasValue(1);
            assertThat(CreateTicket.call(engine, "approval-18", "high", this::newTicket))
                    .isEqualTo("T-2");
        }
    }

    private String newTicket() {
        return "T-" + effects.incrementAndGet();
    }

    @Test
    void theCheckAsksTheMasterThatTheSentinelsName() {
        master.set("maxmemory-policy", "allkeys-lru");
        DurabilityReport report = Server.check(client).report(1);
        assertThat(report.replicas()).isEqualTo(1);
        assertThat(report.findings())
                .extracting(DurabilityFinding::code)
                .contains(DurabilityFinding.Code.EVICTING_MEMORY_POLICY);
    }
}
