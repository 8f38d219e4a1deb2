package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.test.ResolutionContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The contract on a cluster of three masters, where a script that touches two slots fails. */
class ClusterContractTest extends ResolutionContract {

    private static final int SLOTS = 16_384;

    private static final List<Server> nodes = new ArrayList<>();

    private static RedissonClient client;

    private static RedisEffectStore store;

    @BeforeAll
    static void start(@TempDir Path directory) {
        for (int i = 0; i < 3; i++) {
            nodes.add(Server.start(
                    "cluster-enabled yes", "cluster-config-file " + directory.resolve("node-" + i + ".conf")));
        }
        for (int i = 0; i < nodes.size(); i++) {
            List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
            for (int slot = i; slot < SLOTS; slot += nodes.size()) {
                command.add(Integer.toString(slot));
            }
            nodes.get(i).execute(command.toArray(String[]::new));
            nodes.get(0)
                    .execute(
                            "CLUSTER",
                            "MEET",
                            "127.0.0.1",
                            Integer.toString(nodes.get(i).port()));
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> nodes.stream().allMatch(Server::clusterIsWhole));
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useClusterServers()
                .addNodeAddress("redis://127.0.0.1:" + nodes.get(0).port())
                .setMasterConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1);
        client = Redisson.create(config);
        store = RedisEffectStore.builder(client).build();
    }

    @AfterAll
    static void stop() {
        client.shutdown();
        nodes.forEach(Server::close);
    }

    @Override
    protected EffectStore store() {
        return store;
    }

    @Override
    protected void lose(OperationId operation) {
        client.getKeys().delete(RecordKeys.of(operation).record());
    }

    @Test
    void recordsSpreadOverTheNodes() {
        for (int i = 0; i < 100; i++) {
            assertThat(store.claim(attempt(operation()))).isInstanceOf(ClaimReply.Claimed.class);
        }
        assertThat(nodes)
                .allSatisfy(node ->
                        assertThat(node.calls().getOrDefault("zadd", 0L)).isPositive());
    }

    @Test
    void everyMasterIsAskedWhetherItIsDurable() {
        assertThat(new RedisDurabilityCheck(client).findings())
                .extracting(DurabilityFinding::code)
                .containsExactly(DurabilityFinding.Code.NO_PERSISTENCE);
        nodes.get(2).set("maxmemory-policy", "allkeys-lru");
        assertThat(new RedisDurabilityCheck(client).findings())
                .extracting(DurabilityFinding::code)
                .contains(DurabilityFinding.Code.EVICTING_MEMORY_POLICY);
        nodes.get(2).set("maxmemory-policy", "noeviction");
    }
}
