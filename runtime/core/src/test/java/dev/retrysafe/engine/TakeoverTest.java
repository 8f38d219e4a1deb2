package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.Decision;
import dev.retrysafe.NoEffect;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.ToolScope;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The attempt that took an operation in doubt over: until when it may send, and how it ends. */
class TakeoverTest extends RecoveryBench {

    @Test
    void aTakeoverMaySendUntilTheLimitAndNoLongerHoweverLongItsLease() throws Exception {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        desk.clock.forward(HOUR.minusSeconds(10));
        Ticket ticket = call(tool, () -> {
            desk.clock.forward(Duration.ofSeconds(9));
            Attempt attempt = (Attempt) Objects.requireNonNull(ToolScope.current());
            attempt.sending();
            // A renewal that is granted now prolongs the lease, and not the limit.
            attempt.prolong(Attempt.Deadline.after(desk.clock, LEASE));
            desk.clock.forward(Duration.ofSeconds(1));
            assertThat(attempt.maySend()).isFalse();
            assertThatThrownBy(attempt::sending)
                    .isInstanceOf(SendDeadlineException.class)
                    .hasMessageContaining("may be sent again");
            return new Ticket("T-none", "", "high");
        });
        assertThat(ticket.id()).isEqualTo("T-none");
    }

    @Test
    void aTakeoverWithTimeLeftStillKeepsItsLease() {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        assertThatThrownBy(() -> call(tool, () -> {
                    desk.clock.forward(LEASE);
                    Objects.requireNonNull(ToolScope.current()).sending();
                    return send();
                }))
                .isInstanceOf(SideEffectInDoubtException.class)
                .cause()
                .isInstanceOf(SendDeadlineException.class)
                .hasMessageContaining("lease");
    }

    @Test
    void anOwnerThatIsPausedPastTheLimitBeforeEnteringGivesItsTakeoverBack() {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        desk.clock.forward(HOUR.minusSeconds(10));
        desk.store.afterTakeover = () -> desk.clock.forward(Duration.ofSeconds(10));
        assertThatThrownBy(() -> call(tool)).isInstanceOf(SideEffectStoreException.class);
        assertThat(desk.effects).hasValue(0);
        await().until(() -> desk.store.tookPlace.contains("release"));
        inDoubt(tool);
    }

    @Test
    void aTakeoverWhoseAnswerIsLostIsTakenBackAndNotExecuted() {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        desk.store.answerLost = "takeOver";
        assertThatThrownBy(() -> call(tool)).isInstanceOf(SideEffectStoreException.class);
        assertThat(desk.effects).hasValue(0);
        desk.store.answerLost = null;
        await().until(() -> desk.store.tookPlace.contains("release"));
        await().untilAsserted(() -> assertThat(call(tool).id()).isEqualTo("T-1"));
    }

    @Test
    void aProvedFailureOfATakeoverIsStillInDoubt() {
        LookedUpTool tool = trusting();
        failed(tool, false);
        desk.clock.forward(HOUR);
        assertThatThrownBy(() -> call(tool, () -> {
                    throw new Refused();
                }))
                .isInstanceOf(SideEffectInDoubtException.class)
                .hasCauseInstanceOf(Refused.class);
        assertThat(lastDecision()).isEqualTo(Decision.IN_DOUBT);
        inDoubt(tool);
    }

    private static final class Refused extends RuntimeException implements NoEffect {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aCallThatIsOvertakenAnswersThatAnotherIsRunning() throws Exception {
        LookedUpTool tool = idempotentReconciled();
        failed(tool, false);
        int[] depth = new int[1];
        Ticket[] winner = new Ticket[1];
        meanwhile = () -> {
            if (depth[0]++ == 0) {
                winner[0] = unchecked(() -> elsewhere(() -> call(tool)));
            }
        };
        // Overtaken between its look and its takeover: what stands is the other's receipt.
        assertThat(call(tool)).isEqualTo(winner[0]);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aCallInsideATakeoverFindsItRunning() throws Exception {
        LookedUpTool tool = idempotent();
        LookedUpTool sameElsewhere = idempotent();
        failed(tool, false);
        call(tool, () -> {
            assertThat(elsewhere(
                            () -> catchThrowableOfType(SideEffectInProgressException.class, () -> call(sameElsewhere))))
                    .isNotNull();
            return send();
        });
        assertThat(desk.effects).hasValue(1);
    }
}
