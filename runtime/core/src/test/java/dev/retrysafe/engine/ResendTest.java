package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.Decision;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.Incident;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** {@code resendWithin}: an idempotent effect in doubt is sent again, with its key, for as long as its tool says. */
class ResendTest extends RecoveryBench {

    @Test
    void anIdempotentEffectIsSentAgainWithTheSameKey() throws Exception {
        LookedUpTool tool = idempotent();
        List<DownstreamKey> keys = new ArrayList<>();
        assertThatThrownBy(() -> call(tool, () -> {
                    keys.add(SideEffects.downstreamKey());
                    throw new IOException("read timed out");
                }))
                .isInstanceOf(IOException.class);
        desk.clock.forward(HOUR.minusMillis(1));
        desk.store.commands.clear();

        Ticket ticket = call(tool, () -> {
            keys.add(SideEffects.downstreamKey());
            return send();
        });
        assertThat(keys).hasSize(2);
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
        assertThat(desk.store.commands).containsExactly("claim", "takeOver", "commit");
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT, Decision.EXECUTE);
        assertThat(call(tool)).isEqualTo(ticket);
        assertThat(lookups).isZero();
        assertThat(incidents()).isEmpty();
    }

    @Test
    void anIdempotentEffectOfAKilledOwnerIsSentAgain() throws Exception {
        LookedUpTool tool = idempotent();
        killed(tool);
        assertThat(call(tool).id()).isEqualTo("T-1");
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anIdempotentEffectPastItsLimitStaysInDoubt() {
        LookedUpTool tool = idempotent();
        failed(tool, true);
        desk.clock.forward(HOUR);
        desk.store.commands.clear();
        inDoubt(tool);
        assertThat(desk.store.commands).containsExactly("claim");
    }

    @Test
    void theLimitCountsFromTheFirstAttemptThroughAllOthers() {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        desk.clock.forward(HOUR.minusMinutes(1));
        failedAgain(tool, false);
        desk.clock.forward(Duration.ofMinutes(1));
        inDoubt(tool);
    }

    @Test
    void aNaturallyIdempotentEffectIsSentAgainAtAnyTime() throws Exception {
        LookedUpTool tool = tool(t -> t.mutation(Mutation.IDEMPOTENT).resendForever());
        failed(tool, true);
        desk.clock.forward(Duration.ofDays(3650));
        assertThat(call(tool).id()).isEqualTo("T-2");
    }

    @Test
    void aChangedClassOfMutationIsNotSentAgain() {
        LookedUpTool before = reconciled();
        failed(before, false);
        inDoubt(idempotent());
        assertThat(desk.store.commands).doesNotContain("takeOver");
    }

    @Test
    void anIdempotentEffectIsLookedUpFirst() throws Exception {
        LookedUpTool tool = idempotentReconciled();
        failed(tool, true);
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anIdempotentEffectIsSentAgainWhenTheLookupThrows() throws Exception {
        LookedUpTool tool = idempotentReconciled();
        failed(tool, true);
        lookupFailure = new IOException("no answer");
        assertThat(call(tool).id()).isEqualTo("T-2");
        assertThat(incidents()).containsExactly(Incident.Kind.LOOKUP_FAILED);
    }

    @Test
    void anIdempotentToolThatNeverReadsItsKeyIsReportedOnce() throws Exception {
        LookedUpTool tool = idempotent();
        for (String approval : List.of("approval-1", "approval-2")) {
            desk.call(tool, () -> desk.newTicket("high"), approval, "high", "");
        }
        assertThat(incidents()).containsExactly(Incident.Kind.KEY_NOT_FORWARDED);
        assertThat(desk.incidents.get(0).detail()).contains("SideEffects.downstreamKey()");
    }

    @Test
    void aToolThatReadsItsKeyOrNeedsNoneIsNotReported() throws Exception {
        for (Callable<?> read : List.<Callable<?>>of(
                SideEffects::currentKey,
                SideEffects::downstreamKey,
                () -> Objects.requireNonNull(ToolScope.current()).keyForRequest("POST", "tickets.example/tickets"))) {
            try (Desk other = new Desk()) {
                other.call(
                        idempotent(),
                        () -> {
                            read.call();
                            return other.newTicket("high");
                        },
                        "approval-1",
                        "high",
                        "");
                assertThat(other.incidents).isEmpty();
            }
        }
        desk.call(
                tool(t -> t.mutation(Mutation.IDEMPOTENT).resendForever()),
                () -> desk.newTicket("high"),
                "approval-1",
                "high",
                "");
        desk.call(reconciled(), () -> desk.newTicket("high"), "approval-2", "high", "");
        assertThat(incidents()).isEmpty();
    }
}
