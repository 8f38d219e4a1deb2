package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.WriteReply;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** A client that reads from replicas, as clients do by default, beside one that is far behind. */
class MasterReadsTest {

    @Test
    void aReplicaThatHasHeardOfNothingIsNotAsked() {
        try (Server master = Server.start();
                Server replica = Server.start();
                Link link = Link.to(master.port())) {
            replica.replicate(link.port());
            RedissonClient client = Redisson.create(config(master, replica));
            try {
                RedisEffectStore store = Server.store(client);
                link.cut();
                OperationId operation = operation();
                Claim owner = held(attempt(operation), 1);
                assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
                assertThat(store.markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(false));
                assertThat(client.getBucket(RecordKeys.of(operation).record(), ByteArrayCodec.INSTANCE)
                                .get())
                        .as("a plain read")
                        .isNull();

                assertThat(store.look(attempt(operation))).isInstanceOf(ClaimReply.InDoubt.class);
                assertThat(store.show(RecordId.of(operation)))
                        .isNotNull()
                        .extracting(RecordView::state)
                        .isEqualTo(RecordState.IN_DOUBT);
                OpenQuery all = new OpenQuery(operation.namespace(), null, null, null, null, 10);
                assertThat(store.open(all).records())
                        .extracting(RecordView::operation)
                        .containsExactly(operation);
            } finally {
                client.shutdown();
            }
        }
    }

    private static Config config(Server master, Server replica) {
        Config config = new Config();
        config.setThreads(2).setNettyThreads(2);
        config.useMasterSlaveServers()
                .setMasterAddress("redis://127.0.0.1:" + master.port())
                .addSlaveAddress("redis://127.0.0.1:" + replica.port())
                .setMasterConnectionMinimumIdleSize(1)
                .setSlaveConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1);
        return config;
    }
}
