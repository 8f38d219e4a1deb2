package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.Decision;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.observe.Incident;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code trustAbsentAfter}: when an "absent" of the lookup is believed, and at what price. */
class TrustedAbsenceTest extends RecoveryBench {

    @Test
    void anAbsenceIsBelievedOnceTheTrustedTimeIsOver() throws Exception {
        LookedUpTool tool = trusting();
        failed(tool, false);
        desk.clock.forward(HOUR.minusMillis(1));
        inDoubt(tool);
        desk.clock.forward(Duration.ofMillis(1));
        desk.store.commands.clear();

        assertThat(call(tool).id()).isEqualTo("T-1");
        assertThat(desk.store.commands).containsExactly("claim", "takeOver", "commit");
        assertThat(lastDecision()).isEqualTo(Decision.EXECUTE);
        assertThat(desk.effects).hasValue(1);
        assertThat(lookups).isEqualTo(2);
    }

    /** What counts is the age that the doubt had before the lookup was asked. */
    @Test
    void anAbsenceThatWasLookedUpBeforeTheTrustedTimeWasOverIsNotBelieved() {
        LookedUpTool tool = trusting();
        failed(tool, false);
        desk.clock.forward(HOUR.minusMillis(1));
        meanwhile = () -> desk.clock.forward(HOUR);
        inDoubt(tool);
        assertThat(desk.store.commands).doesNotContain("takeOver");
    }

    @Test
    void theTrustedTimeCountsFromTheDoubtAndNotFromTheClaim() {
        LookedUpTool tool = trusting();
        killed(tool);
        desk.clock.forward(HOUR.multipliedBy(5));
        // Nobody has noticed until now.
        inDoubt(tool);
        desk.clock.forward(HOUR.minusMillis(1));
        inDoubt(tool);
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void anOwnerWhoseOperationWasTakenOverCommitsNoMore() throws Exception {
        LookedUpTool tool = trusting();
        Ticket[] stands = new Ticket[1];
        Ticket late = call(tool, () -> {
            desk.clock.forward(LEASE.plusMillis(1));
            elsewhere(() -> inDoubt(tool));
            desk.clock.forward(HOUR);
            stands[0] = elsewhere(() -> call(tool));
            assertThatThrownBy(() -> Objects.requireNonNull(ToolScope.current()).sending())
                    .isInstanceOf(SendDeadlineException.class);
            // Sent all the same, past every check: the price of trusting an absence.
            return desk.newTicket("high");
        });
        assertThat(late).isEqualTo(stands[0]);
        assertThat(desk.effects).hasValue(2);
        assertThat(incidents()).containsExactly(Incident.Kind.SECOND_EFFECT);
    }

    /** The new owner is still running when the former one returns: its receipt is refused, and kept as evidence. */
    @Test
    void aFormerOwnersCommitDuringTheTakeoverIsRefused() throws Exception {
        LookedUpTool tool = trusting();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch former = new CountDownLatch(1);
        CompletableFuture<Ticket> second = new CompletableFuture<>();
        assertThatThrownBy(() -> call(tool, () -> {
                    desk.clock.forward(LEASE.plusMillis(1));
                    elsewhere(() -> inDoubt(tool));
                    desk.clock.forward(HOUR);
                    second.completeAsync(() -> unchecked(() -> call(tool, () -> {
                        entered.countDown();
                        uninterruptibly(former);
                        return send();
                    })));
                    entered.await(30, TimeUnit.SECONDS);
                    return desk.newTicket("high");
                }))
                .isInstanceOfSatisfying(
                        SideEffectInProgressException.class,
                        e -> assertThat(e.code()).isEqualTo("CommitRefused"));
        former.countDown();
        Ticket stands = second.get(30, TimeUnit.SECONDS);
        assertThat(call(tool)).isEqualTo(stands);
        assertThat(incidents()).containsExactly(Incident.Kind.COMMIT_REFUSED);
    }
}
