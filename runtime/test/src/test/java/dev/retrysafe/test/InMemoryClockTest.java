package dev.retrysafe.test;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.InMemoryEffectStore;

class InMemoryClockTest extends ClockContract {

    private final InMemoryEffectStore store = new InMemoryEffectStore();

    @Override
    protected EffectStore store() {
        return store;
    }
}
