package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An engine that is closed lets nothing new in, and leaves what runs already its lease and its receipt. */
class ClosingTest {

    private static final Duration RUN_AT_MOST = Duration.ofMinutes(15);

    private final ScarceThreads threads = new ScarceThreads();

    private final Desk desk = new Desk(SideEffectEngine.builder()
            .waitAtMost(Duration.ZERO)
            .lease(Duration.ofMillis(300))
            .runAtMost(RUN_AT_MOST)
            .commitBudget(Duration.ofMillis(1))
            .threads(threads));

    private final ExecutorService owner = Executors.newSingleThreadExecutor();

    private final CountDownLatch entered = new CountDownLatch(1);

    private final CountDownLatch leave = new CountDownLatch(1);

    @AfterEach
    void close() {
        leave.countDown();
        desk.close();
        owner.shutdownNow();
    }

    private Future<Ticket> held() {
        Future<Ticket> held = owner.submit(() -> (Ticket) Objects.requireNonNull(desk.call(
                desk.createTicket,
                () -> {
                    entered.countDown();
                    Latches.waitFor(leave);
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                "")));
        Latches.waitFor(entered);
        return held;
    }

    private int sent(String command) {
        return Collections.frequency(desk.store.commands, command);
    }

    private void assertStillRenewed() {
        int before = sent("renew");
        await().until(() -> sent("renew") >= before + 2);
    }

    private void assertTheClockStops() {
        await().until(() -> threads.started.stream()
                .filter(thread -> thread.getName().startsWith("retrysafe-clock"))
                .noneMatch(Thread::isAlive));
    }

    @Test
    void aMethodThatRunsKeepsItsLeaseAndStoresItsReceipt() throws Exception {
        Future<Ticket> held = held();
        desk.engine.close();
        assertThatThrownBy(() -> desk.create("approval-18", "high"))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.code()).isEqualTo("EngineClosed"));
        assertStillRenewed();
        leave.countDown();
        assertThat(held.get(30, TimeUnit.SECONDS).id()).isEqualTo("T-1");
        assertThat(sent("commit")).isEqualTo(1);
        assertThat(desk.incidents).isEmpty();
        assertTheClockStops();
    }

    @Test
    void whatAFutureCompletesLaterIsCommittedThen() throws Exception {
        CompletableFuture<Ticket> work = new CompletableFuture<>();
        TicketTool later =
                new TicketTool("create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::completesLater);
        CompletableFuture<?> answer =
                (CompletableFuture<?>) Objects.requireNonNull(desk.call(later, () -> work, "approval-17", "high", ""));
        desk.engine.close();
        assertStillRenewed();
        work.complete(desk.newTicket("high"));
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(work.join());
        assertThat(sent("commit")).isEqualTo(1);
        assertTheClockStops();
    }

    @Test
    void aMethodThatRunsLongerThanItMayIsRenewedNoMore() {
        Future<Ticket> held = held();
        desk.engine.close();
        desk.clock.elapseUnseen(RUN_AT_MOST);
        await().until(() -> !desk.incidents.isEmpty());
        assertThat(desk.incidents.get(0).kind()).isEqualTo(Incident.Kind.RENEWAL_FAILED);
        assertThat(held).isNotDone();
        assertTheClockStops();
    }

    @Test
    void aReceiptThatWaitsIsStoredBeforeTheEngineIsClosed() {
        desk.store.requestLost = "commit";
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectStoreException.class);
        // The next try of its own is most of a second away.
        await().until(() -> sent("commit") >= 5);
        desk.store.requestLost = null;
        desk.engine.close();
        try (SideEffectEngine other = SideEffectEngine.builder()
                .store(desk.store)
                .clock(desk.clock)
                .waitAtMost(Duration.ZERO)
                .build()) {
            assertThat(idOf(other)).isEqualTo("T-1");
        }
        assertThat(desk.effects).hasValue(1);
    }

    private String idOf(SideEffectEngine other) {
        try (CallContext.Scope scope =
                CallContext.builder().tenant("acme").build().open()) {
            Object ticket = other.call(
                    Invocation.direct(desk.createTicket, () -> desk.newTicket("high"), "approval-17", "high", ""));
            return ((Ticket) Objects.requireNonNull(ticket)).id();
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    @Test
    void aReceiptThatTheStoreDoesNotTakeLaterIsTriedOnceMore() {
        Future<Ticket> held = held();
        desk.engine.close();
        desk.store.requestLost = "commit";
        leave.countDown();
        assertThatThrownBy(() -> held.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(SideEffectStoreException.class);
        await().until(() -> sent("commit") == 2);
        assertTheClockStops();
    }
}
