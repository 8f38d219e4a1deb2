package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.ResultClassifier;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Work that a method leaves behind, its scope carried along, sends nothing once others may act on the operation. */
class LeftoverWorkTest {

    private final AtomicReference<RunningTool> kept = new AtomicReference<>();

    private static Desk judging(ResultClassifier classifier) {
        return new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).resultClassifier(classifier));
    }

    private static Object call(Desk desk, TicketTool tool, Callable<?> body) throws Exception {
        return Objects.requireNonNull(desk.call(tool, body, "approval-17", "high", ""));
    }

    private Ticket leaveWorkBehind(Desk desk) {
        kept.set(ToolScope.current());
        return desk.newTicket("high");
    }

    private void assertHeldBack() {
        RunningTool left = Objects.requireNonNull(kept.get());
        try (ToolScope.Scope scope = ToolScope.enter(left)) {
            assertThat(scope).isNotNull();
            assertThatThrownBy(SideEffects::sending)
                    .isInstanceOf(SendDeadlineException.class)
                    .hasMessageContaining("has ended already");
        }
        assertThatThrownBy(left::nests).isInstanceOf(SendDeadlineException.class);
    }

    @Test
    void ofAResultThatLeavesTheEffectInDoubt() throws Exception {
        try (Desk desk = judging((tool, result) -> ResultClassifier.Verdict.IN_DOUBT)) {
            call(desk, desk.createTicket, () -> leaveWorkBehind(desk));
            assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
            assertHeldBack();
        }
    }

    @Test
    void ofAResultThatHadNoEffect() throws Exception {
        try (Desk desk = judging((tool, result) -> ResultClassifier.Verdict.NO_EFFECT)) {
            call(desk, desk.createTicket, () -> leaveWorkBehind(desk));
            assertThat(desk.store.commands).containsExactly("claim", "release");
            assertHeldBack();
        }
    }

    private static final class Deaf extends CompletableFuture<Ticket> {
        @Override
        public CompletableFuture<Ticket> whenComplete(BiConsumer<? super Ticket, ? super @Nullable Throwable> action) {
            throw new IllegalStateException("takes no listener");
        }
    }

    @Test
    void ofAFutureThatIsNotHeard() throws Exception {
        try (Desk desk = new Desk()) {
            TicketTool later = new TicketTool(
                    "create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::completesLater);
            Callable<CompletableFuture<Ticket>> body = () -> {
                leaveWorkBehind(desk);
                return new Deaf();
            };
            CompletableFuture<?> answer = (CompletableFuture<?>) call(desk, later, body);
            assertThatThrownBy(answer::join).hasCauseInstanceOf(SideEffectInDoubtException.class);
            assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
            assertHeldBack();
        }
    }

    /** The record says that it failed for good: nothing may make a success of it. */
    @Test
    void ofAFinalFailure() {
        try (Desk desk = new Desk()) {
            TicketTool declining = new TicketTool(
                    "create_ticket", ResultType.of(Ticket.class), b -> b.replay(List.of(IOException.class)));
            assertThatThrownBy(() -> call(desk, declining, () -> {
                        leaveWorkBehind(desk);
                        throw new IOException("no funds");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasNoSuppressedExceptions();
            assertThat(desk.store.commands).containsExactly("claim", "commit");
            assertHeldBack();
        }
    }

    @Test
    void ofAnAttemptWhoseReceiptIsRefused() {
        try (Desk desk = new Desk()) {
            TicketTool idempotent = new TicketTool(
                    "create_ticket",
                    ResultType.of(Ticket.class),
                    b -> b.mutation(Mutation.IDEMPOTENT).resendWithin(3600, 0));
            assertThatThrownBy(() -> call(desk, idempotent, () -> {
                        RunningTool first = Objects.requireNonNull(ToolScope.current());
                        desk.clock.forward(Duration.ofSeconds(31));
                        overtakeInVain(desk, idempotent);
                        kept.set(first);
                        return desk.newTicket("high");
                    }))
                    .isInstanceOf(SideEffectInDoubtException.class)
                    .hasMessageContaining(RecordState.IN_DOUBT.name());
            assertThatThrownBy(Objects.requireNonNull(kept.get())::nests).isInstanceOf(SendDeadlineException.class);
        }
    }

    /** As another process would: takes the operation over, and does not know what came of it either. */
    private static void overtakeInVain(Desk desk, TicketTool tool) throws InterruptedException {
        Thread other = new Thread(() -> assertThatThrownBy(() -> call(desk, tool, () -> {
                    throw new IOException("read timed out");
                }))
                .hasCauseInstanceOf(IOException.class));
        other.start();
        other.join();
    }
}
