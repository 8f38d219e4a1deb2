package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.Decision;
import dev.retrysafe.NoEffect;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stages of an application's own that do not do what stages do: the caller's future completes all the same. */
class UnheardFutureTest {

    private final Desk desk = new Desk();

    /** Renewed ten times a second. */
    private final Desk renewing =
            new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).lease(Duration.ofMillis(300)));

    private final TicketTool tool =
            new TicketTool("create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::completesLater);

    @AfterEach
    void close() {
        desk.close();
        renewing.close();
    }

    private static final class NoListeners extends IllegalStateException implements NoEffect {
        private static final long serialVersionUID = 1L;
    }

    private interface Hearing {
        void hear(BiConsumer<? super @Nullable Ticket, ? super @Nullable Throwable> action);
    }

    private static final class Stage extends CompletableFuture<@Nullable Ticket> {

        private final Hearing hearing;

        private Stage(Hearing hearing) {
            this.hearing = hearing;
        }

        @Override
        public CompletableFuture<@Nullable Ticket> whenComplete(
                BiConsumer<? super @Nullable Ticket, ? super @Nullable Throwable> action) {
            hearing.hear(action);
            return this;
        }
    }

    private CompletableFuture<?> call(Hearing hearing) throws Exception {
        return call(desk, hearing);
    }

    private CompletableFuture<?> call(Desk on, Hearing hearing) throws Exception {
        return (CompletableFuture<?>)
                Objects.requireNonNull(on.call(tool, () -> new Stage(hearing), "approval-17", "high", ""));
    }

    @Test
    void aStageThatTakesNoListenerIsInDoubt() throws Exception {
        NoListeners failure = new NoListeners();
        CompletableFuture<?> answer = call(action -> {
            throw failure;
        });

        assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(SideEffectInDoubtException.class)
                .hasCause(failure);
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT);
        CompletableFuture<?> again = call(action -> {});
        assertThatThrownBy(() -> again.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void itsLeaseIsNotRenewedAnyMore() throws Exception {
        CountDownLatch another = new CountDownLatch(4);
        AtomicInteger itsOwn = new AtomicInteger();
        renewing.store.beforeRenewal = claim -> {
            if (claim.request().operation().key().contains("approval-17")) {
                itsOwn.incrementAndGet();
            } else {
                another.countDown();
            }
        };
        CompletableFuture<?> answer = call(renewing, action -> {
            throw new NoListeners();
        });
        assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(SideEffectInDoubtException.class);
        int whileItRan = itsOwn.get();
        Object done = renewing.call(
                new TicketTool(),
                () -> {
                    Latches.waitFor(another);
                    return renewing.newTicket("high");
                },
                "approval-18",
                "high",
                "");
        assertThat(done).isNotNull();
        // One may have been under way when it ended.
        assertThat(itsOwn).hasValueBetween(whileItRan, whileItRan + 1);
    }

    @Test
    void aStageThatTellsAndThrowsIsHeardOnce() throws Exception {
        Ticket ticket = desk.newTicket("high");
        CompletableFuture<?> answer = call(action -> {
            action.accept(ticket, null);
            throw new NoListeners();
        });
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(ticket);
        assertThat(desk.store.commands).containsExactly("claim", "commit");
    }

    @Test
    void aStageThatTellsTwiceIsHeardOnce() throws Exception {
        Ticket ticket = desk.newTicket("high");
        CompletableFuture<?> answer = call(action -> {
            action.accept(ticket, null);
            action.accept(null, new NoListeners());
        });
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(ticket);
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.EXECUTE);
        assertThat(desk.store.commands).containsExactly("claim", "commit");
    }
}
