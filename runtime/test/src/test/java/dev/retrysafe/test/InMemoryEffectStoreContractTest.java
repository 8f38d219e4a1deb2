package dev.retrysafe.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.InMemoryEffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Token;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InMemoryEffectStoreContractTest extends ResolutionContract {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private final InMemoryEffectStore store = new InMemoryEffectStore(() -> now);

    @Test
    void case_85_aFreedTokenIsForgottenWhenNoneOfItsCommandsCanBeLateAnyMore() {
        OperationId operation = Attempts.operation();
        ClaimRequest late = Attempts.attempt(operation);
        store.release(Attempts.held(late, 0));
        now = now.plus(Token.LATE_AT_MOST).minusMillis(1);
        assertThat(store.claim(late)).isEqualTo(new ClaimReply.Released());
        now = now.plusMillis(1);
        assertThat(store.claim(late)).isEqualTo(new ClaimReply.Claimed(1));
    }

    @Override
    protected EffectStore store() {
        return store;
    }

    @Override
    protected void lose(OperationId operation) {
        store.lose(operation);
    }

    @Override
    protected StoreClock clock() {
        return new StoreClock() {
            @Override
            public Instant now() {
                return now;
            }

            @Override
            public void pass(Duration time) {
                now = now.plus(time);
            }
        };
    }
}
