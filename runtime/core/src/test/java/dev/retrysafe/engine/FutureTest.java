package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.Decision;
import dev.retrysafe.Outcome;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Case 43: tools that return futures. The record follows the completion. */
class FutureTest {

    private final Desk desk = new Desk();

    private final TicketTool tool =
            new TicketTool("create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::completesLater);

    private final CompletableFuture<Ticket> work = new CompletableFuture<>();

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void case_43_aFutureThatCompletesLaterIsCommittedThen() throws Exception {
        CompletableFuture<Ticket> answer = call("high");
        assertThat(answer).isNotDone();
        assertThat(desk.store.commands).containsExactly("claim");
        assertThatThrownBy(() -> call("high").join()).hasCauseInstanceOf(SideEffectInProgressException.class);

        work.complete(desk.newTicket("high"));
        Ticket first = answer.get(30, TimeUnit.SECONDS);
        assertThat(call("high").get(30, TimeUnit.SECONDS)).isEqualTo(first);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void case_43_aFutureThatFailsLaterIsInDoubt() {
        CompletableFuture<Ticket> answer = call("high");
        SocketTimeoutException timeout = new SocketTimeoutException("Read timed out");
        work.completeExceptionally(timeout);
        assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS)).hasCause(timeout);
        assertThat(timeout).hasNoSuppressedExceptions();
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT);
        assertThatThrownBy(() -> call("high").join()).hasCauseInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void case_43_workThatIsCancelledIsInDoubt() {
        CompletableFuture<Ticket> answer = call("high");
        work.cancel(true);
        assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> call("high").join()).hasCauseInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void case_32_cancellingTheCallersCopyChangesNothing() {
        CompletableFuture<Ticket> answer = call("high");
        answer.cancel(true);
        assertThat(work).isNotCancelled();
        work.complete(desk.newTicket("high"));
        await().until(() -> desk.store.tookPlace.contains("commit"));
        assertThat(call("high").join().id()).isEqualTo("T-1");
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void protocolFailuresArriveInTheFuture() {
        work.complete(desk.newTicket("high"));
        call("high").join();
        assertThatThrownBy(() -> call("low").join()).hasCauseInstanceOf(SideEffectConflictException.class);
        assertThatThrownBy(() -> ((CompletableFuture<?>)
                                Objects.requireNonNull(desk.call(tool, () -> work, "", "high", "")))
                        .join())
                .hasCauseInstanceOf(SideEffectRejectedException.class);
        assertThat(desk.calls)
                .extracting(CallFinished::decision)
                .containsExactly(Decision.EXECUTE, Decision.CONFLICT, Decision.REJECTED);
    }

    @Test
    void aMethodThatThrowsInsteadOfReturningAFutureIsInDoubt() {
        assertThatThrownBy(() -> desk.call(
                        tool,
                        () -> {
                            throw new IllegalStateException("no connection left");
                        },
                        "approval-17",
                        "high",
                        ""))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> call("high").join()).hasCauseInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void anOutcomeFollowsTheCompletion() throws Exception {
        Outcome<CompletableFuture<Ticket>> outcome = SideEffects.observe(() -> call("high"));
        assertThat(outcome.decision()).isEqualTo(Decision.EXECUTE);
        assertThat(outcome.receipt()).isNull();
        work.complete(desk.newTicket("high"));
        Objects.requireNonNull(outcome.value()).get(30, TimeUnit.SECONDS);
        assertThat(Objects.requireNonNull(outcome.receipt()).remoteId()).isEqualTo("T-1");
    }

    @SuppressWarnings("unchecked")
    private CompletableFuture<Ticket> call(String severity) {
        try {
            return (CompletableFuture<Ticket>)
                    Objects.requireNonNull(desk.call(tool, () -> work, "approval-17", severity, ""));
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }
}
