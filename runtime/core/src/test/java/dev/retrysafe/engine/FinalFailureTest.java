package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.Decision;
import dev.retrysafe.NoEffect;
import dev.retrysafe.ReplayedFailureException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failures that are the outcome: contract §7.6, {@code failures.replay}. */
class FinalFailureTest {

    private final Desk desk = new Desk();

    @AfterEach
    void close() {
        desk.close();
    }

    private static class Declined extends IOException implements NoEffect {
        private static final long serialVersionUID = 1L;

        Declined(@Nullable String message) {
            super(message);
        }
    }

    private static final class DeclinedForToday extends Declined {
        private static final long serialVersionUID = 1L;

        DeclinedForToday(String message) {
            super(message);
        }
    }

    /** Replays {@link Declined}, as generated code does. */
    private static final class DecliningTool extends TicketTool {

        private DecliningTool(UnaryOperator<ToolDefinition.Builder> more) {
            super("create_ticket", ResultType.of(Ticket.class), b -> more.apply(b.replay(List.of(Declined.class))));
        }

        @Override
        public @Nullable Throwable rebuild(String type, @Nullable String message) {
            return type.equals(Declined.class.getName()) ? new Declined(message) : null;
        }
    }

    private final DecliningTool tool = new DecliningTool(more -> more);

    private @Nullable Object call(TicketTool called, Callable<?> body) throws Exception {
        return desk.call(called, body, "approval-17", "high", "");
    }

    private Callable<?> declined(Exception failure) {
        return () -> {
            desk.effects.incrementAndGet();
            throw failure;
        };
    }

    @Test
    void case_44_aFinalFailureIsStoredAndThrownAgainWithTypeAndMessage() {
        Declined first = new Declined("card expired\non Monday");
        assertThatThrownBy(() -> call(tool, declined(first))).isSameAs(first).hasNoSuppressedExceptions();
        assertThatThrownBy(() -> call(tool, declined(new Declined("another"))))
                .isExactlyInstanceOf(Declined.class)
                .hasMessage("card expired\non Monday")
                .isNotSameAs(first);

        assertThat(desk.effects).hasValue(1);
        assertThat(desk.store.commands).containsExactly("claim", "commit", "claim");
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.EXECUTE, Decision.REPLAY);
        for (CallFinished call : desk.calls) {
            assertThat(Objects.requireNonNull(call.receipt()).status()).isEqualTo("failed");
            assertThat(call.receipt().remoteSystem()).isEqualTo("linear");
            assertThat(call.failure()).isInstanceOf(Declined.class);
        }
    }

    @Test
    void aFinalFailureWithoutAMessageHasNoneAgain() {
        assertThatThrownBy(() -> call(tool, declined(new Declined(null)))).isInstanceOf(Declined.class);
        assertThatThrownBy(() -> call(tool, declined(new Declined("another"))))
                .isExactlyInstanceOf(Declined.class)
                .hasMessage(null);
    }

    @Test
    void aSubtypeIsReplayedAsTheListedType() {
        assertThatThrownBy(() -> call(tool, declined(new DeclinedForToday("later"))))
                .isInstanceOf(DeclinedForToday.class);
        assertThatThrownBy(() -> call(tool, declined(new Declined("another"))))
                .isExactlyInstanceOf(Declined.class)
                .hasMessage("later");
    }

    @Test
    void case_44_aTypeThatIsNoLongerListedHasAStandIn() {
        assertThatThrownBy(() -> call(tool, declined(new DeclinedForToday("later"))))
                .isInstanceOf(Declined.class);
        assertThatThrownBy(() -> call(desk.createTicket, () -> desk.newTicket("high")))
                .isInstanceOfSatisfying(ReplayedFailureException.class, e -> {
                    assertThat(e.originalType()).isEqualTo(DeclinedForToday.class.getName());
                    assertThat(e.originalMessage()).isEqualTo("later");
                    assertThat(e).hasMessage(DeclinedForToday.class.getName() + ": later");
                });
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aToolWithoutStoredResultsKeepsNoMessage() {
        DecliningTool secret = new DecliningTool(ToolDefinition.Builder::receiptOnly);
        assertThatThrownBy(() -> call(secret, declined(new Declined("the pin is 1234"))))
                .hasMessage("the pin is 1234");
        assertThatThrownBy(() -> call(secret, declined(new Declined("another"))))
                .isExactlyInstanceOf(Declined.class)
                .hasMessage(null);
    }

    @Test
    void aFutureFailsAgainToo() throws Exception {
        DecliningTool later = new DecliningTool(ToolDefinition.Builder::completesLater);
        for (int i = 0; i < 2; i++) {
            CompletableFuture<?> future =
                    (CompletableFuture<?>) Objects.requireNonNull(call(later, failing("no funds")));
            assertThatThrownBy(future::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isExactlyInstanceOf(Declined.class)
                    .hasMessage("no funds");
        }
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.EXECUTE, Decision.REPLAY);
    }

    private static Callable<CompletableFuture<Ticket>> failing(String message) {
        return () -> CompletableFuture.failedFuture(new Declined(message));
    }

    @Test
    void aFinalFailureThatANestedRefusalCausedIsInDoubt() {
        Declined wrapped = new Declined("inner");
        wrapped.initCause(Answers.closed("inner", null));
        assertThatThrownBy(() -> call(tool, declined(wrapped))).isSameAs(wrapped);
        assertThatThrownBy(() -> call(tool, declined(wrapped))).isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void aFinalFailureThatCannotBeStoredIsToldAndTriedAgain() throws Exception {
        try (Desk hasty =
                new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).commitBudget(Duration.ofMillis(1)))) {
            hasty.store.requestLost = "commit";
            assertThatThrownBy(() -> hasty.call(tool, declined(new Declined("no funds")), "approval-17", "high", ""))
                    .isInstanceOf(Declined.class)
                    .hasNoSuppressedExceptions();
            assertThat(hasty.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.NOT_STORED);
            assertThat(hasty.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT);
        }
    }
}
