package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.retrysafe.Decision;
import dev.retrysafe.NoEffect;
import dev.retrysafe.Outcome;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@code SideEffects.attempt} says of every ending, and what a model may read of it. */
class AttemptTest {

    private static final String KEY = "acme:approval-17:create_ticket";

    private final Desk desk = new Desk();

    @AfterEach
    void close() {
        desk.close();
    }

    private static TicketTool tool(ResultType<?> type, UnaryOperator<ToolDefinition.Builder> more) {
        return new TicketTool("create_ticket", type, more);
    }

    private static TicketTool tool(UnaryOperator<ToolDefinition.Builder> more) {
        return tool(ResultType.of(Ticket.class), more);
    }

    private static Callable<?> failing(Exception failure) {
        return () -> {
            throw failure;
        };
    }

    private Outcome<Object> attempt(TicketTool tool, Callable<?> body) {
        return SideEffects.attempt(() -> desk.call(tool, body, "approval-17", "high", ""));
    }

    private Map<String, Object> receipt() {
        return Objects.requireNonNull(desk.calls.get(0).receipt()).toMap();
    }

    // ---- executed and replayed --------------------------------------------------------------------------------------

    @Test
    void anObjectIsShownAsItIsAndOnAReplaySaysSo() {
        Map<String, Object> ticket = Map.of("id", "T-1", "url", "https://tickets.example/T-1", "severity", "high");
        Outcome<Object> first = attempt(desk.createTicket, () -> desk.newTicket("high"));
        assertThat(first.failure()).isNull();
        assertThat(first.toMap()).isEqualTo(ticket);

        Map<String, Object> again = attempt(desk.createTicket, failing(new IOException("not entered")))
                .toMap();
        assertThat(again).containsAllEntriesOf(ticket).hasSize(5);
        assertThat(again).contains(entry("replayed", true), entry("receipt", receipt()));
    }

    @Test
    void whatIsNoObjectIsWrapped() {
        TicketTool text = tool(ResultType.of(String.class), more -> more);
        assertThat(attempt(text, () -> "T-1").toMap()).isEqualTo(Map.of("result", "T-1"));
        assertThat(attempt(text, () -> "T-1").toMap())
                .isEqualTo(Map.of("replayed", true, "result", "T-1", "receipt", receipt()));
    }

    @Test
    void aListIsWrapped() {
        TicketTool list = tool(new ResultType<List<Integer>>() {}, more -> more);
        assertThat(attempt(list, () -> List.of(1, 2)).toMap()).isEqualTo(Map.of("result", List.of(1, 2)));
    }

    @Test
    void nothingIsLeftOut() {
        TicketTool none = tool(ResultType.VOID, more -> more);
        assertThat(attempt(none, () -> null).toMap()).isEmpty();
        assertThat(attempt(none, () -> null).toMap()).isEqualTo(Map.of("replayed", true, "receipt", receipt()));
    }

    /** Its members are not overwritten. */
    @Test
    void anObjectThatSaysReplayedItselfIsWrapped() {
        TicketTool flag = tool(new ResultType<Map<String, Boolean>>() {}, more -> more);
        assertThat(attempt(flag, () -> Map.of("replayed", false)).toMap()).isEqualTo(Map.of("replayed", false));
        assertThat(attempt(flag, () -> Map.of()).toMap())
                .isEqualTo(Map.of("replayed", true, "result", Map.of("replayed", false), "receipt", receipt()));
    }

    // ---- failures of the protocol -----------------------------------------------------------------------------------

    @Test
    void aRefusalIsItsOwnMap() throws Exception {
        Ticket first = desk.create("approval-17", "high");
        Outcome<Object> conflict =
                SideEffects.attempt(() -> desk.call(desk.createTicket, () -> first, "approval-17", "low", ""));
        assertThat(conflict.decision()).isEqualTo(Decision.CONFLICT);
        assertThat(conflict.value()).isNull();
        assertIsItsOwn(conflict, SideEffectConflictException.class);
    }

    private static void assertIsItsOwn(Outcome<?> outcome, Class<? extends SideEffectException> type) {
        assertThat(outcome.failure())
                .isInstanceOfSatisfying(
                        type,
                        e -> assertThat(outcome.toMap()).isEqualTo(e.toMap()).doesNotContainKey("cause"));
    }

    @Test
    void oneThatWasRefusedBeforeItsKeyWasKnownIsToldToo() {
        Outcome<Object> outcome = SideEffects.attempt(() -> {
            try {
                return desk.engine.call(Invocation.direct(desk.createTicket, () -> null, "approval-17", "high", ""));
            } catch (Exception e) {
                throw e;
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        });
        assertIsItsOwn(outcome, SideEffectRejectedException.class);
        assertThat(outcome.toMap()).containsEntry("code", "MissingContext").doesNotContainKey("idempotency_key");
        assertThatThrownBy(outcome::envelope)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("create_ticket");
    }

    @Test
    void aStoreThatIsDownIsItsOwnMap() {
        desk.store.requestLost = "claim";
        assertIsItsOwn(attempt(desk.createTicket, () -> desk.newTicket("high")), SideEffectStoreException.class);
    }

    @Test
    void oneThatWrapsARefusalGivesTheRefusal() throws Exception {
        Ticket first = desk.create("approval-17", "high");
        Outcome<Object> outcome = SideEffects.attempt(() -> {
            try {
                return desk.call(desk.createTicket, () -> first, "approval-17", "low", "");
            } catch (SideEffectConflictException e) {
                throw new ExecutionException(new IllegalStateException(e));
            }
        });
        assertIsItsOwn(outcome, SideEffectConflictException.class);
    }

    // ---- failures of the method -------------------------------------------------------------------------------------

    @Test
    void case_98_theFirstCallerOfADoubtReadsTheDoubtWithItsCause() {
        IOException timeout = new IOException("read\ntimed out \u202e");
        Outcome<Object> first = attempt(desk.createTicket, failing(timeout));
        assertThat(first.failure()).isSameAs(timeout);
        assertThat(first.decision()).isEqualTo(Decision.IN_DOUBT);
        assertThat(first.envelope().idempotencyKey()).isEqualTo(KEY);
        assertThat(first.toMap())
                .contains(
                        entry("status", "in_doubt"),
                        entry("retryable", false),
                        entry("next_action", "ask_a_human"),
                        entry("idempotency_key", KEY),
                        entry("cause", "java.io.IOException: read\\ntimed out \\u202e"));

        assertIsItsOwn(attempt(desk.createTicket, failing(timeout)), SideEffectInDoubtException.class);
    }

    @Test
    void aCauseIsBounded() {
        Outcome<Object> outcome = attempt(desk.createTicket, failing(new IOException("x".repeat(100_000))));
        assertThat(String.valueOf(outcome.toMap().get("cause"))).hasSizeLessThan(600);
    }

    @Test
    void case_64_aFailureOfAResendIsADoubtWithTheVendorsFailureAsItsCause() {
        TicketTool charge = tool(
                more -> more.mutation(Mutation.IDEMPOTENT).resendWithin(3600, 0).noEffect(List.of(BadRequest.class)));
        attempt(charge, failing(new IOException("read timed out")));
        BadRequest refused = new BadRequest("400: this key was used with another body");
        Outcome<Object> resent = attempt(charge, failing(refused));
        assertThat(resent.failure())
                .isInstanceOf(SideEffectInDoubtException.class)
                .hasCause(refused);
        assertThat(refused).hasNoSuppressedExceptions();
        assertThat(resent.toMap())
                .contains(
                        entry("status", "in_doubt"),
                        entry("cause", BadRequest.class.getName() + ": 400: this key was used with another body"));
    }

    private static final class BadRequest extends IOException {
        private static final long serialVersionUID = 1L;

        private BadRequest(String message) {
            super(message);
        }
    }

    private static final class Refused extends IOException implements NoEffect {
        private static final long serialVersionUID = 1L;

        private Refused(String message) {
            super(message);
        }
    }

    @Test
    void aReleasedFailureIsATools() {
        Outcome<Object> outcome = attempt(desk.createTicket, failing(new Refused("no such project")));
        assertThat(outcome.failure()).isInstanceOf(Refused.class);
        assertThat(outcome.toMap())
                .isEqualTo(Map.of(
                        "status",
                        "failed",
                        "message",
                        "no such project",
                        "tool",
                        "create_ticket",
                        "idempotency_key",
                        KEY));
    }

    static final class Declined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Declined(String message) {
            super(message);
        }
    }

    @Test
    void aFinalFailureIsAToolsWithItsReceipt() {
        TicketTool charge = tool(more -> more.replay(List.of(Declined.class)));
        Map<String, Object> first =
                attempt(charge, failing(new Declined("no funds"))).toMap();
        assertThat(first)
                .contains(entry("status", "failed"), entry("message", "no funds"), entry("receipt", receipt()))
                .doesNotContainKey("replayed");
        Outcome<Object> again = attempt(charge, () -> desk.newTicket("high"));
        assertThat(again.failure()).isNotNull();
        assertThat(again.toMap())
                .contains(entry("status", "failed"), entry("receipt", receipt()), entry("replayed", true))
                .hasEntrySatisfying(
                        "message", text -> assertThat(text.toString()).contains("no funds"));
    }

    @Test
    void anErrorIsAFailureToo() {
        AssertionError error = new AssertionError("broken");
        Outcome<Object> outcome = attempt(desk.createTicket, () -> {
            throw error;
        });
        assertThat(outcome.failure()).isSameAs(error);
        assertThat(outcome.toMap()).containsEntry("status", "in_doubt");
    }

    @Test
    void anInterruptIsKept() {
        Outcome<Object> outcome = attempt(desk.createTicket, failing(new InterruptedException()));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome.failure()).isInstanceOf(InterruptedException.class);
        assertThat(outcome.toMap()).containsEntry("status", "in_doubt");
    }

    // ---- around the tool --------------------------------------------------------------------------------------------

    @Test
    void whatFailsAfterwardsDoesNotHideTheEffect() {
        Outcome<Object> outcome = SideEffects.attempt(() -> {
            desk.create("approval-17", "high");
            throw new IllegalStateException("cannot be shown");
        });
        assertThat(outcome.failure()).isInstanceOf(IllegalStateException.class);
        assertThat(outcome.toMap())
                .contains(
                        entry("status", "committed"),
                        entry("code", "ResultUnavailable"),
                        entry("remote_id", "T-1"),
                        entry("next_action", "use_receipt"),
                        entry("cause", "java.lang.IllegalStateException: cannot be shown"));
    }

    @Test
    void withoutAToolInsideWhatIsThrownPasses() {
        IllegalArgumentException unchecked = new IllegalArgumentException("not JSON");
        assertThatThrownBy(() -> SideEffects.attempt(() -> {
                    throw unchecked;
                }))
                .isSameAs(unchecked);
        AssertionError error = new AssertionError("broken");
        assertThatThrownBy(() -> SideEffects.attempt(() -> {
                    throw error;
                }))
                .isSameAs(error);
        IOException checked = new IOException("no such file");
        assertThatThrownBy(() -> SideEffects.attempt(failing(checked)))
                .isInstanceOf(IllegalStateException.class)
                .hasCause(checked)
                .hasMessageContaining("no @SideEffect tool ran");
        assertThatThrownBy(() -> SideEffects.attempt(() -> "nothing")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theLastOutermostCallCounts() {
        TicketTool inner = new TicketTool("notify", ResultType.of(Ticket.class), more -> more);
        Outcome<Object> outcome = SideEffects.attempt(() -> {
            desk.create("approval-16", "high");
            return desk.call(
                    desk.createTicket,
                    () -> desk.call(inner, () -> desk.newTicket("low"), "approval-17", "low", ""),
                    "approval-17",
                    "high",
                    "");
        });
        assertThat(outcome.envelope().idempotencyKey()).isEqualTo(KEY);
    }

    // ---- futures ----------------------------------------------------------------------------------------------------

    private final TicketTool later = tool(ToolDefinition.Builder::completesLater);

    private CompletableFuture<Ticket> later(CompletableFuture<Ticket> work) throws Exception {
        @SuppressWarnings("unchecked")
        CompletableFuture<Ticket> answer = (CompletableFuture<Ticket>)
                Objects.requireNonNull(desk.call(later, () -> work, "approval-17", "high", ""));
        return answer;
    }

    @Test
    void aFutureThatIsWaitedForInsideIsToldAsAValueIs() {
        Outcome<Ticket> outcome = SideEffects.attempt(() ->
                later(CompletableFuture.completedFuture(desk.newTicket("high"))).get(30, TimeUnit.SECONDS));
        assertThat(outcome.toMap()).containsEntry("id", "T-1");
    }

    @Test
    void aFuturesFailureIsTakenOutOfItsWrapper() {
        IOException timeout = new IOException("read timed out");
        Outcome<Ticket> outcome = SideEffects.attempt(
                () -> later(CompletableFuture.failedFuture(timeout)).get(30, TimeUnit.SECONDS));
        assertThat(outcome.failure()).isSameAs(timeout);
        assertThat(outcome.toMap())
                .contains(entry("status", "in_doubt"), entry("cause", "java.io.IOException: read timed out"));
    }

    @Test
    void whoDoesNotWaitLongEnoughReadsThatItGoesOn() {
        CompletableFuture<Ticket> work = new CompletableFuture<>();
        Outcome<Ticket> outcome = SideEffects.attempt(() -> later(work).get(1, TimeUnit.MILLISECONDS));
        assertThat(outcome.failure()).isInstanceOf(TimeoutException.class);
        assertThat(outcome.toMap()).contains(entry("status", "in_progress"), entry("next_action", "wait"));
        work.complete(desk.newTicket("high"));
    }

    @Test
    void whoDoesNotWaitReadsThatItGoesOn() {
        CompletableFuture<Ticket> work = new CompletableFuture<>();
        Outcome<@Nullable CompletableFuture<Ticket>> outcome = SideEffects.attempt(() -> later(work));
        assertThat(outcome.toMap()).containsEntry("status", "in_progress");
        work.complete(desk.newTicket("high"));
    }
}
