package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A master of a cluster that is killed, and replaced by its replica. */
class ClusterFailOverTest {

    /** Longer than the hasty refusal right after the kill may take to be asked for. */
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(4);

    private static OperationId on(Cluster cluster, int master) {
        return Stream.generate(() -> operation())
                .filter(operation -> cluster.masterOf(RecordKeys.of(operation)) == master)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void case_49_aKilledMasterOfAClusterRefusesClaimsUntilItsReplicaTakesOver() {
        try (Cluster cluster = Cluster.withReplica(NODE_TIMEOUT)) {
            // Does not wait long for what is down. What must come is asked of the others.
            RedisEffectStore hasty = Server.store(cluster.client(), Duration.ofMillis(600), 0);
            RedisEffectStore store = Server.store(cluster.client());
            RedisEffectStore confirmed = Server.store(cluster.client(), Server.PATIENCE, 1);
            List<Claim> owners = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Claim owner = held(attempt(on(cluster, 0)), 1);
                assertThat(confirmed.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
                owners.add(owner);
            }

            cluster.masters().get(0).stop();
            assertThat(catchThrowableOfType(EffectStoreException.class, () -> hasty.claim(attempt(on(cluster, 0)))))
                    .isNotNull();
            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(EffectStoreException.class)
                    .until(() -> hasty.claim(attempt(on(cluster, 0))) instanceof ClaimReply.Claimed);

            String namespace = owners.get(0).request().operation().namespace();
            assertThat(store.open(new OpenQuery(namespace, null, null, null, null, 1_000))
                            .records())
                    .extracting(record -> record.operation())
                    .containsAll(owners.stream()
                            .map(owner -> owner.request().operation())
                            .toList());
            for (Claim owner : owners) {
                assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.InProgress.class);
                assertThat(store.commit(owner, outcome("T-1")))
                        .isInstanceOfSatisfying(
                                CommitReply.Stored.class,
                                stored -> assertThat(stored.recordWasLost()).isFalse());
            }
        }
    }
}
