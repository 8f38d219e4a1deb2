package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.NoEffect;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.tool.ResultType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers that meet: a live owner, waiters, and those who give up. */
class ConcurrencyTest {

    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final CountDownLatch entered = new CountDownLatch(1);

    private final CountDownLatch leave = new CountDownLatch(1);

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    @Test
    void case_27_sixteenCallersAtOnceAreOneEffectAndSixteenEqualReceipts() throws Exception {
        try (Desk desk = new Desk(SideEffectEngine.builder().waitAtMost(Duration.ofMinutes(5)))) {
            List<Future<Ticket>> answers = new ArrayList<>();
            CountDownLatch start = new CountDownLatch(1);
            for (int i = 0; i < 16; i++) {
                answers.add(submit(() -> {
                    start.await();
                    return desk.create("approval-17", "high");
                }));
            }
            start.countDown();
            for (Future<Ticket> answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS).id()).isEqualTo("T-1");
            }
            assertThat(desk.effects).hasValue(1);
            assertThat(desk.calls).extracting(CallFinished::receipt).hasSize(16).doesNotContainNull();
            assertThat(desk.calls.stream().map(CallFinished::receipt).distinct())
                    .hasSize(1);
        }
    }

    @Test
    void case_25_and_26_aDuplicateThatGivesUpChangesNothingOfTheRunningOwner() throws Exception {
        try (Desk desk = new Desk()) {
            Future<Ticket> owner = submit(() -> slow(desk));
            entered.await();
            assertThatThrownBy(() -> desk.create("approval-17", "high"))
                    .isInstanceOfSatisfying(SideEffectInProgressException.class, e -> {
                        assertThat(e.retryAfter()).isPositive();
                        assertThat(e.toMap())
                                .containsEntry("status", "in_progress")
                                .containsEntry("next_action", "wait")
                                .containsEntry("retryable", true)
                                .containsKey("retry_after_seconds");
                    });
            leave.countDown();
            Ticket first = owner.get(30, TimeUnit.SECONDS);
            assertThat(submit(() -> desk.create("approval-17", "high")).get()).isEqualTo(first);
            assertThat(desk.effects).hasValue(1);
        }
    }

    @Test
    void case_28_aWaiterReplaysWhatTheOwnerCommits() throws Exception {
        try (Desk desk = new Desk(SideEffectEngine.builder().waitAtMost(Duration.ofMinutes(5)))) {
            Future<Ticket> owner = submit(() -> slow(desk));
            entered.await();
            Future<Ticket> waiter = submit(() -> desk.create("approval-17", "high"));
            await().until(() -> desk.store.commands.contains("look"));
            leave.countDown();
            assertThat(waiter.get(30, TimeUnit.SECONDS)).isEqualTo(owner.get(30, TimeUnit.SECONDS));
            assertThat(desk.effects).hasValue(1);
            assertThat(desk.store.commands).doesNotContain("release", "markInDoubt");
        }
    }

    @Test
    void aWaiterThatSeesTheKeyReleasedDoesNotRunTheFailingCallAgain() throws Exception {
        try (Desk desk = new Desk(SideEffectEngine.builder().waitAtMost(Duration.ofMinutes(5)))) {
            Future<Ticket> owner = submit(() -> ticket(desk.call(
                    desk.createTicket,
                    () -> {
                        entered.countDown();
                        leave.await();
                        throw new Refused();
                    },
                    "approval-17",
                    "high",
                    "")));
            entered.await();
            Future<Ticket> waiter = submit(() -> desk.create("approval-17", "high"));
            await().until(() -> desk.store.commands.contains("look"));
            leave.countDown();
            assertThatThrownBy(() -> owner.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(Refused.class);
            assertThatThrownBy(() -> waiter.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(SideEffectInProgressException.class);
            assertThat(desk.effects).hasValue(0);
        }
    }

    @Test
    void aLapsedOwnerIsInDoubtAndItsLateCommitIsTaken() throws Exception {
        try (Desk desk =
                new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).lease(Duration.ofMinutes(10)))) {
            Future<Ticket> owner = submit(() -> slow(desk));
            entered.await();
            desk.clock.forward(Duration.ofMinutes(11));
            assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectInDoubtException.class);
            leave.countDown();
            Ticket late = owner.get(30, TimeUnit.SECONDS);
            assertThat(desk.create("approval-17", "high")).isEqualTo(late);
            assertThat(desk.effects).hasValue(1);
        }
    }

    @Test
    void theLeaseIsRenewedWhileTheMethodRuns() throws Exception {
        // Real time: three renewals a lease, so that a method may run longer than its lease.
        try (Desk desk =
                new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).lease(Duration.ofMillis(30)))) {
            Future<Ticket> owner = submit(() -> slow(desk));
            entered.await();
            await().until(() ->
                    desk.store.commands.stream().filter("renew"::equals).count() >= 5);
            leave.countDown();
            owner.get(30, TimeUnit.SECONDS);
            assertThat(desk.incidents).isEmpty();
        }
    }

    @Test
    void renewalEndsAtRunAtMost() throws Exception {
        try (Desk desk = new Desk(SideEffectEngine.builder()
                .waitAtMost(Duration.ZERO)
                .lease(Duration.ofMillis(30))
                .runAtMost(Duration.ofMinutes(1)))) {
            Future<Ticket> owner = submit(() -> slow(desk));
            entered.await();
            desk.clock.forward(Duration.ofMinutes(2));
            await().until(() -> !desk.incidents.isEmpty());
            assertThat(desk.incidents.get(0).detail()).contains("run-at-most");
            leave.countDown();
            owner.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void case_31_twoToolsInParallelThreadsKeepTheirOwnNames() throws Exception {
        try (Desk desk = new Desk()) {
            TicketTool other = new TicketTool("close_ticket", ResultType.of(Ticket.class), b -> b);
            List<Future<Ticket>> answers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String approval = "approval-" + i;
                TicketTool tool = i % 2 == 0 ? desk.createTicket : other;
                answers.add(submit(() -> ticket(desk.call(
                        tool,
                        () -> new Ticket(SideEffects.currentKey(), "https://tickets.example", "high"),
                        approval,
                        "high",
                        ""))));
            }
            for (int i = 0; i < 40; i++) {
                String name = i % 2 == 0 ? "create_ticket" : "close_ticket";
                assertThat(answers.get(i).get().id()).isEqualTo("acme:approval-" + i + ":" + name);
            }
        }
    }

    @Test
    void anInterruptedWaiterIsToldInProgressAndStaysInterrupted() throws Exception {
        try (Desk desk = new Desk(SideEffectEngine.builder().waitAtMost(Duration.ofMinutes(5)))) {
            Future<Ticket> owner = submit(() -> slow(desk));
            entered.await();
            Future<Boolean> waiter = callers.submit(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> desk.create("approval-17", "high"))
                        .isInstanceOf(SideEffectInProgressException.class);
                return Thread.interrupted();
            });
            assertThat(waiter.get(30, TimeUnit.SECONDS)).isTrue();
            leave.countDown();
            owner.get(30, TimeUnit.SECONDS);
            assertThat(desk.effects).hasValue(1);
        }
    }

    private Ticket slow(Desk desk) throws Exception {
        return ticket(desk.call(
                desk.createTicket,
                () -> {
                    entered.countDown();
                    leave.await();
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                ""));
    }

    private static Ticket ticket(@Nullable Object result) {
        return (Ticket) Objects.requireNonNull(result);
    }

    private <T> Future<T> submit(Callable<T> call) {
        return callers.submit(call);
    }

    private static final class Refused extends RuntimeException implements NoEffect {

        private static final long serialVersionUID = 1L;
    }
}
