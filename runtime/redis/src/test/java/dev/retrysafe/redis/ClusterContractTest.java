package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.test.ResolutionContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract on a cluster of three masters, where a script that touches two slots fails. */
class ClusterContractTest extends ResolutionContract {

    private static Cluster cluster;

    private static RedisEffectStore store;

    @BeforeAll
    static void start() {
        cluster = Cluster.ofMasters();
        store = Server.store(cluster.client());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    protected EffectStore store() {
        return store;
    }

    @Override
    protected void lose(OperationId operation) {
        cluster.client().getKeys().delete(RecordKeys.of(operation).record());
    }

    @Test
    void recordsSpreadOverTheNodes() {
        for (int i = 0; i < 100; i++) {
            assertThat(store.claim(attempt(operation()))).isInstanceOf(ClaimReply.Claimed.class);
        }
        assertThat(cluster.masters())
                .allSatisfy(node ->
                        assertThat(node.calls().getOrDefault("zadd", 0L)).isPositive());
    }

    @Test
    void everyMasterIsAskedWhetherItIsDurable() {
        assertThat(Server.check(cluster.client()).findings())
                .extracting(DurabilityFinding::code)
                .containsExactly(DurabilityFinding.Code.NO_PERSISTENCE);
        cluster.masters().get(2).set("maxmemory-policy", "allkeys-lru");
        assertThat(Server.check(cluster.client()).findings())
                .extracting(DurabilityFinding::code)
                .contains(DurabilityFinding.Code.EVICTING_MEMORY_POLICY);
        cluster.masters().get(2).set("maxmemory-policy", "noeviction");
    }
}
