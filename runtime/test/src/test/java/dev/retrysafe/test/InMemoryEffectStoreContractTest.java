package dev.retrysafe.test;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.InMemoryEffectStore;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.time.Instant;

class InMemoryEffectStoreContractTest extends ResolutionContract {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private final InMemoryEffectStore store = new InMemoryEffectStore(() -> now);

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
