package dev.retrysafe.jdbc;

import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.test.CreateTicket;
import java.time.Duration;

/** An engine as an application has it that calls {@link CreateTicket}. */
final class TicketEngine {

    private TicketEngine() {}

    static SideEffectEngine on(EffectStore store) {
        SideEffectEngine engine = SideEffectEngine.builder()
                .store(store)
                .lease(Duration.ofSeconds(30))
                .waitAtMost(Duration.ofMinutes(1))
                .commitBudget(Duration.ofMillis(500))
                .build();
        // As at start-up: a person's receipt is kept as long as the tool's.
        engine.check(CreateTicket.TOOL);
        return engine;
    }
}
