package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.Decision;
import dev.retrysafe.SideEffects;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/**
 * The row of an idempotent tool within its {@code resendWithin}, as far as real processes do not run it: a retry comes
 * while the owner is still trying to store its receipt.
 */
class ResendRowTest extends MatrixBench {

    private final LookedUpTool tool = idempotent();

    private final Map<String, Ticket> known = new HashMap<>();

    /** The remote side knows its keys, and counts an effect once. */
    private Ticket sendOnce() {
        return known.computeIfAbsent(SideEffects.downstreamKey().value(), key -> send());
    }

    @Test
    void storeDownAtCommit() throws Exception {
        Callable<Ticket> body = this::sendOnce;
        toldThatTheReceiptIsNotStored(tool, body);
        // It is back for others; the owner tries in the background.
        Thread others = Thread.currentThread();
        desk.store.before = command -> {
            if (Thread.currentThread() != others) {
                throw new EffectStoreException(Reason.UNAVAILABLE, "down at " + command, null);
            }
        };
        desk.clock.forward(LEASE.plusMillis(1));
        Ticket again = call(tool, body);
        assertThat(lastDecision()).isEqualTo(Decision.EXECUTE);
        assertThat(again).isEqualTo(remote.get(0));
        ownersReceiptLands();
        assertThat(call(tool, body)).isEqualTo(again);
        assertThat(lastDecision()).isEqualTo(Decision.REPLAY);
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.store.commands).containsOnlyOnce("takeOver");
        assertThat(incidents()).containsOnly(Incident.Kind.NOT_STORED);
    }
}
