package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.Decision;
import dev.retrysafe.observe.Incident;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The row of an idempotent tool without a lookup once its {@code resendWithin} of an hour is over: nobody is let in. */
class PastResendRowTest extends MatrixBench {

    private final LookedUpTool tool = idempotent();

    @AfterEach
    void nothingWasSentAgain() {
        assertThat(desk.store.commands).doesNotContain("takeOver");
    }

    @Test
    void killedBeforeTheEffect() {
        killed(tool);
        desk.clock.forward(HOUR);
        inDoubt(tool);
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void killedAfterTheEffectBeforeTheReceipt() {
        killedAfterItsEffect(tool);
        desk.clock.forward(HOUR);
        inDoubt(tool);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void pausedPastItsLeaseThenResumed() throws Exception {
        Ticket late = call(tool, () -> {
            Ticket mine = send();
            desk.clock.forward(HOUR);
            elsewhere(() -> inDoubt(tool));
            return mine;
        });
        assertThat(lastDecision()).isEqualTo(Decision.EXECUTE);
        assertThat(incidents()).containsExactly(Incident.Kind.LATE_COMMIT);
        assertThat(call(tool)).isEqualTo(late);
        assertThat(lastDecision()).isEqualTo(Decision.REPLAY);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void answerLost() {
        failed(tool, true);
        desk.clock.forward(HOUR);
        inDoubt(tool);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void storeDownAtTheClaimOfARetry() {
        failed(tool, true);
        desk.clock.forward(HOUR);
        refusedWhileTheStoreIsDown(tool);
        inDoubt(tool);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void storeDownAtCommit() throws Exception {
        toldThatTheReceiptIsNotStored(tool);
        ownersReceiptIsHeldBack();
        storeIsBack();
        desk.clock.forward(HOUR);
        inDoubt(tool);
        ownersReceiptLands();
        await().until(() -> incidents().contains(Incident.Kind.LATE_COMMIT));
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(lastDecision()).isEqualTo(Decision.REPLAY);
        assertThat(desk.effects).hasValue(1);
    }
}
