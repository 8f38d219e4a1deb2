package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The row of a tool whose lookup's "absent" is believed once the doubt is an hour old. */
class TrustedAbsenceRowTest extends MatrixBench {

    private final LookedUpTool tool = trusting();

    @Test
    void killedBeforeTheEffect() throws Exception {
        killed(tool);
        inDoubt(tool);
        desk.clock.forward(HOUR.minusMillis(1));
        inDoubt(tool);
        assertThat(desk.effects).hasValue(0);
        desk.clock.forward(HOUR);
        executedOnce(tool);
    }

    @Test
    void killedAfterTheEffectBeforeTheReceipt() throws Exception {
        killedAfterItsEffect(tool);
        desk.clock.forward(HOUR);
        foundAndReplayed(tool);
    }

    @Test
    void answerLost() throws Exception {
        failed(tool, true);
        desk.clock.forward(HOUR);
        foundAndReplayed(tool);
    }

    @Test
    void storeDownAtClaim() throws Exception {
        refusedWhileTheStoreIsDown(tool);
        executedOnce(tool);
    }

    /** Old enough to be executed again, had the store been there to let anybody in. */
    @Test
    void storeDownAtTheClaimOfARetry() throws Exception {
        failed(tool, false);
        desk.clock.forward(HOUR);
        refusedWhileTheStoreIsDown(tool);
        executedOnce(tool);
    }

    @Test
    void storeDownAtCommit() throws Exception {
        foundThoughTheStoreWasDownAtTheCommit(tool);
    }
}
