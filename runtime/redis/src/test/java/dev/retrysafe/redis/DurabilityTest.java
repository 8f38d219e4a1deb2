package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.applied;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.redisnode.RedisNode.InfoSection;

/** A server that is killed without a farewell and started again: what the levels of docs/redis.md keep. */
class DurabilityTest {

    private static RedisEffectStore store(Server server) {
        // A sending on a connection that died with the server is repeated soon.
        return Server.store(server.client(), Duration.ofSeconds(9), 0);
    }

    /** With {@code everysec}, a server whose disk lags behind answers first and writes later: docs/redis.md. */
    private static void killOnceItsFileIsWritten(Server server) {
        await().until(() -> server.info(InfoSection.PERSISTENCE)
                .getOrDefault("aof_buffer_length", "0")
                .equals("0"));
        server.stop();
    }

    private static void killAndRestart(Server server, RedisEffectStore store) {
        killOnceItsFileIsWritten(server);
        server.restart();
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(EffectStoreException.class)
                .until(() -> store.look(attempt(operation())) instanceof ClaimReply.Released);
    }

    @ParameterizedTest
    @ValueSource(strings = {"always", "everysec", "no"})
    void anAppendOnlyFileKeepsClaimsReceiptsAndDecisions(String appendfsync) {
        try (Server server = Server.start("appendonly yes", "appendfsync " + appendfsync)) {
            RedisEffectStore store = store(server);
            List<Claim> owners = new ArrayList<>();
            List<OperationId> committed = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Claim owner = held(attempt(operation(), Duration.ofMinutes(10), Duration.ofDays(1)), 1);
                assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
                owners.add(owner);
                Claim done = held(attempt(operation()), 1);
                store.claim(done.request());
                assertThat(store.commit(done, outcome("T-" + i))).isInstanceOf(CommitReply.Stored.class);
                committed.add(done.request().operation());
            }
            Claim doubtful = held(attempt(operation()), 1);
            store.claim(doubtful.request());
            store.markInDoubt(doubtful, "read timed out");
            RecordId decided = RecordId.of(doubtful.request().operation());
            store.resolve(decided, 1, applied("T-1"));
            RecordView before = store.show(decided);

            killAndRestart(server, store);

            for (Claim owner : owners) {
                assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.InProgress.class);
                assertThat(store.renew(owner)).isEqualTo(new WriteReply.Done(false));
            }
            for (int i = 0; i < committed.size(); i++) {
                String remoteId = "T-" + i;
                assertThat(store.claim(attempt(committed.get(i))))
                        .isInstanceOfSatisfying(
                                ClaimReply.Committed.class,
                                replay ->
                                        assertThat(replay.outcome().remoteId()).isEqualTo(remoteId));
            }
            assertThat(store.show(decided)).isEqualTo(before);
        }
    }

    /** The control: what the level "none" says. A live owner heals its own record, nobody heals a receipt. */
    @Test
    void withoutPersistenceAllIsForgotten() {
        try (Server server = Server.start()) {
            RedisEffectStore store = store(server);
            Claim owner = held(attempt(operation()), 1);
            store.claim(owner.request());
            Claim done = held(attempt(operation()), 1);
            store.claim(done.request());
            store.commit(done, outcome("T-1"));

            killAndRestart(server, store);

            assertThat(store.claim(attempt(done.request().operation()))).isEqualTo(new ClaimReply.Claimed(1));
            assertThat(store.renew(owner)).isEqualTo(new WriteReply.Done(true));
        }
    }

    /** While it was away, it forgot the scripts; what was claimed before it went is committed all the same. */
    @Test
    void anOwnerThatRunsOverARestartCommits() {
        try (Server server = Server.start("appendonly yes")) {
            RedisEffectStore store = store(server);
            Claim owner = held(attempt(operation()), 1);
            store.claim(owner.request());
            killAndRestart(server, store);
            assertThat(store.commit(owner, outcome("T-1"))).isInstanceOfSatisfying(CommitReply.Stored.class, stored -> {
                assertThat(stored.recordWasLost()).isFalse();
                assertThat(stored.late()).isFalse();
            });
        }
    }
}
