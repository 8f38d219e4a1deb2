package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.Incident;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases of public bug reports, and hostile calls and contexts, that no other test has. */
class CallCasesTest {

    private final Desk desk = new Desk();

    @AfterEach
    void close() {
        desk.close();
    }

    private @Nullable Object create(String approval, Callable<?> body) throws Exception {
        return desk.call(desk.createTicket, body, approval, "high", "");
    }

    @Test
    void case_37_twoIdenticalCallsOfOneTurnAreOneEffect() throws Exception {
        try (Desk patient = new Desk(SideEffectEngine.builder().waitAtMost(Duration.ofSeconds(30)))) {
            ExecutorService model = Executors.newFixedThreadPool(2);
            List<Future<Ticket>> turn = new ArrayList<>();
            for (String callId : List.of("call_1", "call_2")) {
                CallContext context = CallContext.builder()
                        .tenant("acme")
                        .turn("turn-3")
                        .attribute("toolCallId", callId)
                        .build();
                turn.add(model.submit(() -> context.call(() -> {
                    try {
                        return (Ticket) Objects.requireNonNull(patient.engine.call(Invocation.direct(
                                patient.createTicket, () -> patient.newTicket("high"), "approval-17", "high", "")));
                    } catch (Exception | Error e) {
                        throw e;
                    } catch (Throwable t) {
                        throw new AssertionError(t);
                    }
                })));
            }
            Ticket first = turn.get(0).get(30, TimeUnit.SECONDS);
            assertThat(turn.get(1).get(30, TimeUnit.SECONDS)).isEqualTo(first);
            assertThat(patient.effects).hasValue(1);
            model.shutdownNow();
        }
    }

    @Test
    void case_52_whatWasSeenInProgressIsAskedAgainAndNeverTakenForDone() throws Exception {
        Object first = create("approval-17", () -> {
            for (int i = 0; i < 2; i++) {
                Future<?> other = Executors.newSingleThreadExecutor()
                        .submit(() -> assertThatThrownBy(() -> desk.create("approval-17", "high"))
                                .isInstanceOf(SideEffectInProgressException.class));
                other.get(30, TimeUnit.SECONDS);
            }
            return desk.newTicket("high");
        });
        assertThat(desk.create("approval-17", "high")).isEqualTo(first);
        assertThat(desk.create("approval-17", "high")).isEqualTo(first);
        // Each call asks the store: nothing is remembered on this side.
        assertThat(desk.store.commands).containsExactly("claim", "claim", "claim", "commit", "claim", "claim");
    }

    @Test
    void case_51_aPausedOwnersCommitIsTakenIfNobodyWasLetIn() throws Exception {
        Object late = create("approval-17", () -> {
            desk.clock.forward(Duration.ofSeconds(60));
            assertThatThrownBy(() -> otherThread(() -> desk.create("approval-17", "high")))
                    .hasCauseInstanceOf(SideEffectInDoubtException.class);
            return desk.newTicket("high");
        });
        assertThat(desk.create("approval-17", "high")).isEqualTo(late);
        assertThat(desk.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.LATE_COMMIT);
        assertThat(desk.effects).hasValue(1);
    }

    private static <T> T otherThread(Callable<T> call) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            return thread.submit(call).get(30, TimeUnit.SECONDS);
        } finally {
            thread.shutdownNow();
        }
    }

    // ---- hostile ----------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"claim", "commit", "release", "markInDoubt"})
    void anOwnerThatIsInterruptedAtAStoreCommandLeavesTheRecordAsItSays(String command) throws Exception {
        desk.store.before = sent -> {
            if (sent.equals(command)) {
                Thread.currentThread().interrupt();
            }
        };
        try {
            boolean fails = command.equals("markInDoubt") || command.equals("release");
            Callable<?> body = () -> {
                if (fails) {
                    throw command.equals("release") ? new Refused() : new IllegalStateException("unknown");
                }
                return desk.newTicket("high");
            };
            if (fails) {
                assertThatThrownBy(() -> create("approval-17", body)).isInstanceOf(IllegalStateException.class);
            } else {
                assertThat(create("approval-17", body)).isInstanceOf(Ticket.class);
            }
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        } finally {
            desk.store.before = sent -> {};
            boolean unused = Thread.interrupted();
        }
        if (command.equals("markInDoubt")) {
            assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectInDoubtException.class);
        } else {
            assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
        }
        assertThat(desk.effects.get()).isLessThanOrEqualTo(1);
    }

    private static final class Refused extends IllegalStateException implements dev.retrysafe.NoEffect {
        private static final long serialVersionUID = 1L;
    }

    @ParameterizedTest
    @ValueSource(longs = {-87_600, 1})
    void aRequestThatIsTenYearsOldOrAnHourAheadIsRefused(long hours) {
        Instant issuedAt = desk.clock.wallTime().plus(Duration.ofHours(hours));
        CallContext context =
                CallContext.builder().tenant("acme").issuedAt(issuedAt).build();
        assertThatThrownBy(() -> context.call(() -> engineCall(desk.createTicket)))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("TooOld"));
        assertThat(desk.effects).hasValue(0);
    }

    private @Nullable Object engineCall(TicketTool tool) throws Exception {
        try {
            return desk.engine.call(Invocation.direct(tool, () -> desk.newTicket("high"), "approval-17", "high", ""));
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    @Test
    void aContextOfAnotherThreadIsNotInherited() throws Exception {
        CallContext.builder().tenant("acme").build().call(() -> {
            assertThatThrownBy(() -> otherThread(() -> engineCall(desk.createTicket)))
                    .hasCauseInstanceOf(SideEffectRejectedException.class);
            return "done";
        });
        assertThat(desk.effects).hasValue(0);
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.REJECTED);
    }

    /** The remote side answers with something that belongs to another operation: it is on the receipt, for all to see. */
    @Test
    void aVendorsAnswerOfAnotherOperationIsVisible() throws Exception {
        Ticket foreign = new Ticket("T-of-another", "https://tickets.example/T-of-another", "low");
        assertThat(create("approval-17", () -> foreign)).isEqualTo(foreign);
        assertThat(Objects.requireNonNull(desk.calls.get(0).receipt()).remoteId())
                .isEqualTo("T-of-another");
        assertThat(desk.calls.get(0).receipt().idempotencyKey()).isEqualTo("acme:approval-17:create_ticket");
        assertThatThrownBy(() -> desk.create("approval-17", "low"))
                .isInstanceOfSatisfying(
                        SideEffectConflictException.class,
                        e -> assertThat(e.conflict().existingRemoteId()).isEqualTo("T-of-another"));
    }

    @Test
    void aFailureWithACyclicCauseIsInDoubtLikeAnyOther() {
        IllegalStateException a = new IllegalStateException("a");
        IllegalStateException b = new IllegalStateException("b", a);
        a.initCause(b);
        assertThatThrownBy(() -> create("approval-17", () -> {
                    throw a;
                }))
                .isSameAs(a);
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectException.class);
    }

    @Test
    void everyClaimHasATokenOfItsOwn() throws Exception {
        desk.create("approval-17", "high");
        desk.create("approval-17", "high");
        desk.create("approval-18", "high");
        assertThat(desk.store.tokens).hasSize(3).doesNotHaveDuplicates();
    }
}
