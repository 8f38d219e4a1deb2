package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.Decision;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.time.Duration;
import java.util.concurrent.Callable;

/** What breaks in the columns of the matrix in docs/guarantees.md. Each row has a test that says what its tool comes to. */
abstract class MatrixBench extends RecoveryBench {

    MatrixBench() {
        super(new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).commitBudget(Duration.ofMillis(1))));
    }

    void storeGoesDown() {
        desk.store.before = command -> {
            throw new EffectStoreException(Reason.UNAVAILABLE, "down at " + command, null);
        };
    }

    void storeIsBack() {
        desk.store.before = command -> {};
    }

    /** The owner's receipt does not come through, whoever else is answered. */
    void ownersReceiptIsHeldBack() {
        desk.store.requestLost = "commit";
    }

    /** The owner has gone on trying to store its receipt. */
    void ownersReceiptLands() {
        long before = commits();
        storeIsBack();
        desk.store.requestLost = null;
        await().until(() -> commits() > before);
    }

    private long commits() {
        return desk.store.tookPlace.stream().filter("commit"::equals).count();
    }

    /** An owner that was killed when its effect had happened: nobody ever hears of its receipt. */
    void killedAfterItsEffect(LookedUpTool tool) {
        ownersReceiptIsHeldBack();
        SideEffectStoreException unheard =
                catchThrowableOfType(SideEffectStoreException.class, () -> call(tool, this::send));
        assertThat(unheard).isNotNull();
        desk.clock.forward(LEASE.plusMillis(1));
    }

    /** Nobody was asked and nothing happened. */
    void refusedWhileTheStoreIsDown(LookedUpTool tool) {
        int effects = desk.effects.get();
        int asked = lookups;
        storeGoesDown();
        SideEffectStoreException refused = catchThrowableOfType(SideEffectStoreException.class, () -> call(tool));
        storeIsBack();
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo("StoreUnavailable");
        assertThat(refused.effectMayHaveHappened()).isFalse();
        assertThat(refused.retryable()).isTrue();
        assertThat(desk.effects).hasValue(effects);
        assertThat(lookups).isEqualTo(asked);
    }

    /** The effect happens, the store goes down before its receipt, and the caller is told so. */
    void toldThatTheReceiptIsNotStored(LookedUpTool tool) {
        toldThatTheReceiptIsNotStored(tool, this::send);
    }

    void toldThatTheReceiptIsNotStored(LookedUpTool tool, Callable<Ticket> effect) {
        SideEffectStoreException told = catchThrowableOfType(
                SideEffectStoreException.class,
                () -> call(tool, () -> {
                    Ticket sent = effect.call();
                    storeGoesDown();
                    return sent;
                }));
        assertThat(told).isNotNull();
        assertThat(told.code()).isEqualTo("NotStored");
        assertThat(told.decision()).isEqualTo(Decision.IN_DOUBT);
        assertThat(told.effectMayHaveHappened()).isTrue();
        assertThat(told.result()).isEqualTo(remote.get(0));
    }

    /** The effect is found by the first retry past the owner's lease; the owner's own receipt comes later, and is the same. */
    void foundThoughTheStoreWasDownAtTheCommit(LookedUpTool tool) throws Exception {
        toldThatTheReceiptIsNotStored(tool);
        ownersReceiptIsHeldBack();
        refusedWhileTheStoreIsDown(tool);
        desk.clock.forward(LEASE.plusMillis(1));
        foundAndReplayed(tool);
        ownersReceiptLands();
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(desk.effects).hasValue(1);
        assertThat(incidents()).containsOnly(Incident.Kind.NOT_STORED);
    }

    void foundAndReplayed(LookedUpTool tool) throws Exception {
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(lastDecision()).isEqualTo(Decision.REPLAY);
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(desk.effects).hasValue(1);
        assertThat(lookups).isEqualTo(1);
    }

    void executedOnce(LookedUpTool tool) throws Exception {
        Ticket ticket = call(tool);
        assertThat(lastDecision()).isEqualTo(Decision.EXECUTE);
        assertThat(call(tool)).isEqualTo(ticket);
        assertThat(lastDecision()).isEqualTo(Decision.REPLAY);
        assertThat(desk.effects).hasValue(1);
    }
}
