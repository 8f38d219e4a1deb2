package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import org.junit.jupiter.api.Test;

class RedisEffectStoreTest {

    @Test
    void happyPath() {
        try (Server server = Server.start()) {
            RedisEffectStore store = RedisEffectStore.builder(server.client()).build();
            ClaimRequest first = attempt(operation());
            assertThat(store.claim(first)).isEqualTo(new ClaimReply.Claimed(1));
            CommitReply reply = store.commit(held(first, 1), outcome("T-1"));
            assertThat(reply).isInstanceOf(CommitReply.Stored.class);
            assertThat(store.claim(attempt(first.operation())))
                    .isEqualTo(new ClaimReply.Committed(((CommitReply.Stored) reply).outcome()));
            System.out.println(server.calls());
        }
    }
}
