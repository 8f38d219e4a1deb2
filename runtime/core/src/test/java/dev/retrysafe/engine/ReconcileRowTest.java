package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.Decision;
import dev.retrysafe.observe.Incident;
import org.junit.jupiter.api.Test;

/** The row of a tool that is not idempotent and has a lookup: what is found is replayed, what is absent stays in doubt. */
class ReconcileRowTest extends MatrixBench {

    private final LookedUpTool tool = reconciled();

    @Test
    void killedBeforeTheEffect() {
        killed(tool);
        inDoubt(tool);
        desk.clock.forward(HOUR.multipliedBy(24));
        inDoubt(tool);
        assertThat(lookups).isEqualTo(2);
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void killedAfterTheEffectBeforeTheReceipt() throws Exception {
        killedAfterItsEffect(tool);
        foundAndReplayed(tool);
    }

    @Test
    void pausedAfterTheEffectPastItsLeaseThenResumed() throws Exception {
        Ticket late = call(tool, () -> {
            Ticket mine = send();
            desk.clock.forward(LEASE.plusMillis(1));
            assertThat(elsewhere(() -> call(tool))).isEqualTo(mine);
            return mine;
        });
        assertThat(late).isEqualTo(remote.get(0));
        assertThat(lastDecision()).isEqualTo(Decision.REPLAY);
        foundAndReplayed(tool);
    }

    /** Its request leaves after a lookup has found nothing: it is the only one all the same, since nobody was let in. */
    @Test
    void pausedBeforeTheEffectPastItsLeaseThenResumed() throws Exception {
        Ticket late = call(tool, () -> {
            desk.clock.forward(LEASE.plusMillis(1));
            elsewhere(() -> inDoubt(tool));
            return send();
        });
        assertThat(lastDecision()).isEqualTo(Decision.EXECUTE);
        assertThat(incidents()).containsExactly(Incident.Kind.LATE_COMMIT);
        assertThat(call(tool)).isEqualTo(late);
        assertThat(lastDecision()).isEqualTo(Decision.REPLAY);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void answerLost() throws Exception {
        failed(tool, true);
        foundAndReplayed(tool);
    }

    @Test
    void storeDownAtClaim() throws Exception {
        refusedWhileTheStoreIsDown(tool);
        executedOnce(tool);
    }

    @Test
    void storeDownAtTheClaimOfARetry() throws Exception {
        failed(tool, true);
        refusedWhileTheStoreIsDown(tool);
        foundAndReplayed(tool);
    }

    @Test
    void storeDownAtCommit() throws Exception {
        foundThoughTheStoreWasDownAtTheCommit(tool);
    }
}
