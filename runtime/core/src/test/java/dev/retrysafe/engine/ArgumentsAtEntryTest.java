package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.Decision;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.tool.ResultType;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Arguments that are changed after the call has begun: before its method, while it runs, while it is looked up. */
class ArgumentsAtEntryTest extends RecoveryBench {

    private final @Nullable Object[] arguments = {"approval-17", "high", ""};

    private Object pass(TicketTool tool, Callable<?> body) throws Exception {
        return Objects.requireNonNull(desk.call(tool, body, arguments));
    }

    private void isRefused(TicketTool tool, Callable<?> body) {
        assertThatThrownBy(() -> pass(tool, body))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("ArgumentsChanged"));
    }

    /** What the arguments are turned into, once a claim or a takeover is there. */
    private Runnable turnTo(String severity) {
        return () -> arguments[1] = severity;
    }

    private void turnBack() {
        desk.store.afterClaim = null;
        desk.store.afterTakeover = null;
        meanwhile = () -> {};
        arguments[1] = "high";
    }

    @Test
    void case_84_theClaimIsGivenBack() throws Exception {
        desk.store.afterClaim = turnTo("low");
        isRefused(desk.createTicket, () -> desk.newTicket("low"));
        assertThat(desk.store.commands).containsExactly("claim", "release");
        turnBack();
        assertThat(pass(desk.createTicket, () -> desk.newTicket("high"))).isEqualTo(desk.create("approval-17", "high"));
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.calls)
                .extracting(CallFinished::decision)
                .containsExactly(Decision.REJECTED, Decision.EXECUTE, Decision.REPLAY);
    }

    @Test
    void case_84_aTakeoverThatIsGivenBackIsInDoubtAsBefore() throws Exception {
        LookedUpTool tool = idempotent();
        failed(tool, true);
        desk.store.afterTakeover = turnTo("low");
        assertThatThrownBy(() -> pass(tool, this::send))
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageContaining("earlier call of it took effect is still not known");
        assertThat(desk.store.commands).endsWith("claim", "takeOver", "release");
        turnBack();
        assertThat(pass(tool, this::send)).isInstanceOf(Ticket.class);
        assertThat(desk.store.commands).endsWith("claim", "takeOver", "commit");
    }

    @Test
    void case_84_whoWaitedForALiveOwnerEntersWithWhatItClaimed() throws Exception {
        try (Desk patient = new Desk(SideEffectEngine.builder().waitAtMost(Duration.ofSeconds(30)))) {
            LookedUpTool tool = idempotent();
            // Its owner is killed: nobody takes its claim back.
            patient.store.requestLost = "release";
            patient.store.answerLost = "claim";
            assertThatThrownBy(() -> patient.call(tool, this::send, arguments))
                    .isInstanceOf(SideEffectStoreException.class);
            patient.store.answerLost = null;
            patient.store.requestLost = null;
            patient.store.afterClaim = () -> {
                arguments[1] = "low";
                patient.clock.forward(LEASE.plusMillis(1));
            };
            assertThatThrownBy(() -> patient.call(tool, this::send, arguments))
                    .isInstanceOfSatisfying(
                            SideEffectRejectedException.class,
                            e -> assertThat(e.code()).isEqualTo("ArgumentsChanged"));
            assertThat(patient.store.commands).endsWith("takeOver", "release");
        }
    }

    @Test
    void case_84_argumentsThatCannotBeReadAnyMore() throws Exception {
        Unreliable tool = new Unreliable(new IllegalStateException("closed"));
        desk.store.afterClaim = () -> tool.fails = true;
        assertThatThrownBy(() -> pass(tool, () -> desk.newTicket("high")))
                .isInstanceOfSatisfying(SideEffectRejectedException.class, e -> {
                    assertThat(e.code()).isEqualTo("ArgumentsChanged");
                    assertThat(e).hasCause(tool.failure);
                });
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }

    @Test
    void case_84_anErrorThatReadingThemThrowsIsItself() {
        Unreliable tool = new Unreliable(new AssertionError("closed"));
        desk.store.afterClaim = () -> tool.fails = true;
        assertThatThrownBy(() -> pass(tool, () -> desk.newTicket("high"))).isSameAs(tool.failure);
        assertThat(desk.store.commands).containsExactly("claim", "release");
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void case_84_whatIsLookedUpIsWhatWasClaimed() throws Exception {
        LookedUpTool tool = reconciled();
        failed(tool, true);
        desk.store.afterClaim = turnTo("low");
        isRefused(tool, this::send);
        assertThat(lookups).isZero();
        turnBack();
        meanwhile = turnTo("low");
        isRefused(tool, this::send);
        assertThat(lookups).isEqualTo(1);
        assertThat(desk.store.commands).doesNotContain("found");
        turnBack();
        assertThat(pass(tool, this::send)).isEqualTo(remote.get(0));
    }

    @Test
    void case_84_aMethodThatChangesItsArgumentsIsReportedOnceATool() throws Exception {
        pass(desk.createTicket, () -> {
            turnTo("low").run();
            return desk.newTicket("high");
        });
        arguments[0] = "approval-18";
        assertThatThrownBy(() -> pass(desk.createTicket, () -> {
                    turnTo("high").run();
                    throw new IllegalStateException("read timed out");
                }))
                .hasMessage("read timed out");
        assertThat(desk.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.ARGUMENTS_CHANGED);
    }

    @Test
    void case_84_aFuturesArgumentsAreComparedWhenItCompletes() throws Exception {
        TicketTool tool = new TicketTool("create_ticket", ResultType.of(Ticket.class), b -> b.completesLater());
        CompletableFuture<Ticket> work = new CompletableFuture<>();
        CompletableFuture<?> answer = (CompletableFuture<?>) pass(tool, () -> work);
        arguments[0] = "approval-18";
        assertThat(desk.incidents).isEmpty();
        work.complete(desk.newTicket("high"));
        answer.join();
        assertThat(desk.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.ARGUMENTS_CHANGED);
    }

    @Test
    void case_84_argumentsThatCannotBeReadAfterTheMethodAreNoFailureOfTheCall() throws Exception {
        Unreliable tool = new Unreliable(new AssertionError("closed"));
        assertThat(pass(tool, () -> {
                    tool.fails = true;
                    return desk.newTicket("high");
                }))
                .isInstanceOf(Ticket.class);
        assertThat(desk.incidents).isEmpty();
    }

    @Test
    void anUnchangedCallReportsNothing() throws Exception {
        pass(desk.createTicket, () -> desk.newTicket("high"));
        assertThat(desk.incidents).isEmpty();
        assertThatThrownBy(() -> desk.create("approval-17", "low")).isNotInstanceOf(SideEffectInDoubtException.class);
        assertThat(desk.store.commands).containsExactly("claim", "commit", "claim");
    }

    /** A tool whose argument has a getter that fails at some time. */
    private static final class Unreliable extends TicketTool {

        private final Throwable failure;

        private boolean fails;

        private Unreliable(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public void effect(CanonicalWriter w, @Nullable Object[] arguments) {
            if (fails && failure instanceof Error e) {
                throw e;
            }
            if (fails) {
                throw (RuntimeException) failure;
            }
            super.effect(w, arguments);
        }
    }
}
