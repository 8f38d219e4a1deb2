package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.notApplied;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import dev.retrysafe.test.Notified;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.config.Config;

/** A client whose user has only the rights that docs/stored-format.md lists, and one who lacks some. */
@Execution(CONCURRENT)
class AccessRightsTest {

    private static final List<String> RIGHTS = List.of(
            "resetchannels",
            "resetkeys",
            "-@all",
            "~rs:*",
            "&rs:*",
            "+eval",
            "+evalsha",
            "+script|load",
            "+get",
            "+set",
            "+zadd",
            "+zrem",
            "+zrangebyscore",
            "+time",
            "+publish",
            "+subscribe",
            "+unsubscribe",
            "+ping",
            "+auth",
            "+hello",
            "+client|setname",
            "+client|setinfo",
            "+client|id");

    private static void withUser(List<String> rights, Consumer<RedissonClient> body) {
        try (Server server = Server.start()) {
            addUser(rights, server);
            asUser(server.config(), body);
        }
    }

    private static void addUser(List<String> rights, Server server) {
        List<String> command = new ArrayList<>(List.of("ACL", "SETUSER", "retrysafe", "on", ">secret"));
        command.addAll(rights);
        if (server.info(InfoSection.SERVER).getOrDefault("redis_version", "").startsWith("7.0.")) {
            // Not known there, and not even to be named.
            command.remove("+client|setinfo");
        }
        server.execute(command.toArray(String[]::new));
    }

    private static void asUser(Config config, Consumer<RedissonClient> body) {
        config.setUsername("retrysafe").setPassword("secret");
        RedissonClient client = Redisson.create(config);
        try {
            body.accept(client);
        } finally {
            client.shutdown();
        }
    }

    @Test
    void theDocumentedRightsAreEnough() {
        withUser(RIGHTS, client -> {
            RedisEffectStore store = Server.store(client);
            ClaimRequest request = attempt(operation());
            assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
            try (Notified watch = Notified.of(store, request.operation())) {
                assertThat(store.renew(held(request, 1))).isEqualTo(new WriteReply.Done(false));
                assertThat(store.markInDoubt(held(request, 1), "x")).isEqualTo(new WriteReply.Done(false));
                assertThat(watch.within(Duration.ofSeconds(20))).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(store.commit(held(request, 1), outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
            assertThat(store.claim(attempt(request.operation()))).isInstanceOf(ClaimReply.Committed.class);
            Claim doubtful = held(attempt(operation()), 1);
            store.claim(doubtful.request());
            store.markInDoubt(doubtful, "x");
            ClaimRequest second = attempt(doubtful.request().operation());
            assertThat(store.takeOver(second, new Takeover(1, null))).isEqualTo(new ClaimReply.Claimed(2, true, null));
            store.markInDoubt(held(second, 2), "x");
            assertThat(store.found(attempt(second.operation()), 2, outcome("T-1")))
                    .isInstanceOf(CommitReply.Stored.class);
            ClaimRequest freed = attempt(operation());
            store.claim(freed);
            assertThat(store.release(held(freed, 1))).isEqualTo(new WriteReply.Done(false));
        });
    }

    @Test
    void theDocumentedRightsAreEnoughForPersonsToo() {
        withUser(RIGHTS, client -> {
            RedisEffectStore store = Server.store(client);
            Claim doubtful = held(attempt(operation()), 1);
            store.claim(doubtful.request());
            store.markInDoubt(doubtful, "x");
            OperationId operation = doubtful.request().operation();
            OpenQuery all = new OpenQuery(operation.namespace(), null, null, null, null, 10);
            RecordView listed = store.open(all).records().get(0);
            assertThat(listed).isEqualTo(store.show(RecordId.of(operation)));
            assertThat(store.resolve(listed.id(), 1, notApplied())).isInstanceOf(ResolveReply.Resolved.class);
            assertThat(store.open(all).records()).isEmpty();
        });
    }

    /** None to connect to replicas (+readonly), since nothing is asked there. */
    @Test
    void onAClusterTheClientNeedsOneRightMore() {
        try (Cluster cluster = Cluster.withReplica()) {
            List<String> rights = new ArrayList<>(RIGHTS);
            rights.add("+cluster");
            cluster.nodes().forEach(node -> addUser(rights, node));
            asUser(cluster.config(), client -> {
                RedisEffectStore store = Server.store(client);
                Set<OperationId> doubtful = new HashSet<>();
                String namespace = "cluster";
                for (int i = 0; i < 20; i++) {
                    OperationId operation = new OperationId(namespace, "acme", "pay", "acme:" + i + ":pay");
                    Claim owner = held(attempt(operation), 1);
                    assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
                    assertThat(store.markInDoubt(owner, "x")).isEqualTo(new WriteReply.Done(false));
                    doubtful.add(operation);
                }
                assertThat(store.open(new OpenQuery(namespace, null, null, null, null, 100))
                                .records())
                        .extracting(RecordView::operation)
                        .containsExactlyInAnyOrderElementsOf(doubtful);
            });
        }
    }

    /** Only where replicas are asked for is the right to ask them needed. */
    @Test
    void confirmationNeedsTheRightToWaitForReplicas() {
        withUser(RIGHTS, client -> {
            RedisEffectStore store = Server.store(client, Duration.ofSeconds(6), 1);
            EffectStoreException refused =
                    catchThrowableOfType(EffectStoreException.class, () -> store.claim(attempt(operation())));
            assertThat(refused.reason()).isEqualTo(Reason.UNAVAILABLE);
            assertThat(refused).hasMessageContaining("a right").hasMessageContaining("+wait");
        });
    }

    @Test
    void aMissingRightIsARefusal() {
        for (String missing : List.of("+get", "+set", "+zadd", "+evalsha")) {
            List<String> rights = new ArrayList<>(RIGHTS);
            rights.remove(missing);
            withUser(rights, client -> {
                RedisEffectStore store = Server.store(client);
                EffectStoreException refused =
                        catchThrowableOfType(EffectStoreException.class, () -> store.claim(attempt(operation())));
                assertThat(refused).as(missing).isNotNull();
                assertThat(refused.reason()).as(missing).isEqualTo(Reason.REFUSED);
                assertThat(refused).hasMessageContaining("right");
            });
        }
    }

    /** Without the right to notify, waiters poll; receipts are stored all the same. */
    @Test
    void aMissingRightToNotifyCostsNoReceipt() {
        List<String> rights = new ArrayList<>(RIGHTS);
        rights.remove("+publish");
        withUser(rights, client -> {
            RedisEffectStore store = Server.store(client);
            ClaimRequest request = attempt(operation());
            store.claim(request);
            assertThat(store.commit(held(request, 1), outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        });
    }
}
