package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.InMemoryEffectStore;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Many callers of one effect: the store sees one of them, and no thread waits for the store but that one's. */
class SharedWaitTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private static final int RETRIES = 300;

    private final InMemoryEffectStore shared = new InMemoryEffectStore();

    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final CountDownLatch entered = new CountDownLatch(1);

    private final CountDownLatch leave = new CountDownLatch(1);

    private final AtomicInteger effects = new AtomicInteger();

    private final TicketTool tool = new TicketTool();

    private final TicketTool later =
            new TicketTool("create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::completesLater);

    private final TicketTool mono =
            new TicketTool("create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::completesInMono);

    @AfterEach
    void stop() {
        leave.countDown();
        callers.shutdownNow();
    }

    /** Platform threads, on every version of Java. */
    private final ScarceThreads threads = new ScarceThreads();

    private SideEffectEngine engine(FaultyStore store, Duration waitAtMost) {
        return SideEffectEngine.builder()
                .threads(threads)
                .store(store)
                .waitAtMost(waitAtMost)
                .build();
    }

    private Ticket ticket() {
        return new Ticket("T-" + effects.incrementAndGet(), "https://tickets.example", "high");
    }

    private Ticket held() {
        entered.countDown();
        Latches.waitFor(leave);
        return ticket();
    }

    private Future<@Nullable Object> call(SideEffectEngine engine, Callable<?> body) {
        return callers.submit(() -> Desk.callOn(engine, tool, body, "approval-17", "high", ""));
    }

    private List<Future<@Nullable Object>> retries(SideEffectEngine engine, int number) {
        List<Future<@Nullable Object>> retries = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            retries.add(call(engine, this::ticket));
        }
        return retries;
    }

    private void assertReplayed(List<Future<@Nullable Object>> retries) throws Exception {
        for (Future<@Nullable Object> retry : retries) {
            assertThat(retry.get(60, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            Ticket.class, ticket -> assertThat(ticket.id()).isEqualTo("T-1"));
        }
        assertThat(effects).hasValue(1);
    }

    @Test
    void case_91_manyRetriesOfAnOwnerInAnotherProcessAreOneClaimAndOneLookAtATime() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        try (SideEffectEngine owner = engine(new FaultyStore(shared), LONG);
                SideEffectEngine engine = engine(ours, LONG)) {
            Future<@Nullable Object> first = call(owner, this::held);
            entered.await();
            List<Future<@Nullable Object>> retries = retries(engine, RETRIES);
            await().until(() -> engine.waiting() == RETRIES);
            // Some may have come before the first one's claim was answered; none after it asks.
            assertThat(ours.commands).filteredOn("claim"::equals).hasSize(1);
            assertThat(ours.commands).containsOnly("claim", "look");
            int before = ours.commands.size();
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
            assertReplayed(retries);
            // The notification's look, and perhaps one that was under way.
            assertThat(ours.commands.size() - before).isBetween(1, 2);
            await().untilAsserted(() -> assertThat(engine.callsUnderWay()).isZero());
            assertThat(engine.waiting()).isZero();
        }
    }

    @Test
    void case_91_manyRetriesOfAnOwnerInThisProcessAskTheStoreOnce() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        try (SideEffectEngine engine = engine(ours, LONG)) {
            Future<@Nullable Object> first = call(engine, this::held);
            entered.await();
            List<Future<@Nullable Object>> retries = retries(engine, RETRIES);
            await().until(() -> engine.waiting() == RETRIES);
            assertThat(ours.commands).filteredOn("claim"::equals).hasSize(2);
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
            assertReplayed(retries);
        }
    }

    @Test
    void case_91_whoComesWhileTheFirstClaimIsUnderWayDoesNotAsk() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        CountDownLatch asked = new CountDownLatch(1);
        ours.before = command -> {
            if (command.equals("claim")) {
                asked.countDown();
                Latches.waitFor(leave);
            }
        };
        try (SideEffectEngine engine = engine(ours, LONG)) {
            List<Future<@Nullable Object>> all = retries(engine, 1);
            asked.await();
            all.addAll(retries(engine, RETRIES));
            await().until(() -> engine.waiting() == RETRIES);
            leave.countDown();
            assertReplayed(all);
            assertThat(ours.commands).filteredOn("claim"::equals).hasSize(1);
        }
    }

    @Test
    void case_91_aFailedClaimIsEachOnesOwnFailure() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        CountDownLatch asked = new CountDownLatch(1);
        ours.before = command -> {
            if (command.equals("claim")) {
                asked.countDown();
                Latches.waitFor(leave);
                throw new EffectStoreException(EffectStoreException.Reason.REFUSED, "no room", null);
            }
        };
        try (SideEffectEngine engine = engine(ours, LONG)) {
            List<Future<@Nullable Object>> all = retries(engine, 1);
            asked.await();
            all.addAll(retries(engine, 10));
            await().until(() -> engine.waiting() == 10);
            leave.countDown();
            List<Throwable> failures = new ArrayList<>();
            for (Future<@Nullable Object> retry : all) {
                assertThatThrownBy(() -> retry.get(60, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .satisfies(e -> failures.add(e.getCause()));
            }
            assertThat(failures)
                    .hasOnlyElementsOfType(SideEffectStoreException.class)
                    .doesNotHaveDuplicates();
            assertThat(effects).hasValue(0);
        }
    }

    @Test
    void case_91_beyondABoundRetriesAreToldInProgressAtOnce() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        try (SideEffectEngine owner = engine(new FaultyStore(shared), LONG);
                SideEffectEngine engine = engine(ours, LONG)) {
            Future<@Nullable Object> first = call(owner, this::held);
            entered.await();
            List<CompletableFuture<?>> retries = new ArrayList<>();
            for (int i = 0; i < Flights.MOST_OF_ONE + 10; i++) {
                retries.add(future(engine));
            }
            assertThat(engine.waiting()).isEqualTo(Flights.MOST_OF_ONE);
            assertThat(retries.stream().filter(CompletableFuture::isCompletedExceptionally))
                    .hasSize(10)
                    .allSatisfy(refused ->
                            assertThatThrownBy(refused::join).hasCauseInstanceOf(SideEffectInProgressException.class));
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
            for (CompletableFuture<?> retry : retries.subList(0, Flights.MOST_OF_ONE)) {
                assertThat(retry.get(60, TimeUnit.SECONDS)).isNotNull();
            }
            assertThat(effects).hasValue(1);
        }
    }

    /** Others wait already, and have seen the owner run. Who comes after its receipt was stored is not told what they saw. */
    @Test
    void whoComesAfterTheReceiptIsNeverToldThatTheOwnerStillRuns() throws Exception {
        FaultyStore ours = new FaultyStore(shared, true);
        try (SideEffectEngine owner = engine(new FaultyStore(shared), LONG);
                SideEffectEngine engine = engine(ours, Duration.ofMillis(300))) {
            for (int i = 0; i < 10; i++) {
                String approval = "approval-" + i;
                CountDownLatch running = new CountDownLatch(1);
                CountDownLatch go = new CountDownLatch(1);
                Future<@Nullable Object> first = callers.submit(() -> Desk.callOn(
                        owner,
                        tool,
                        () -> {
                            running.countDown();
                            Latches.waitFor(go);
                            return ticket();
                        },
                        approval,
                        "high",
                        ""));
                running.await();
                Future<@Nullable Object> early =
                        callers.submit(() -> Desk.callOn(engine, tool, this::ticket, approval, "high", ""));
                await().until(() -> engine.waiting() == 1 || early.isDone());
                go.countDown();
                assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
                assertThat(Desk.callOn(engine, tool, this::ticket, approval, "high", ""))
                        .isNotNull();
            }
        }
    }

    @Test
    void whoGivesUpLeavesNothingBehind() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        try (SideEffectEngine owner = engine(new FaultyStore(shared), LONG);
                SideEffectEngine engine = engine(ours, Duration.ofMillis(50))) {
            Future<@Nullable Object> first = call(owner, this::held);
            entered.await();
            for (Future<@Nullable Object> retry : retries(engine, 20)) {
                assertThatThrownBy(() -> retry.get(60, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(SideEffectInProgressException.class);
            }
            await().untilAsserted(() -> assertThat(engine.callsUnderWay()).isZero());
            assertThat(engine.waiting()).isZero();
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void case_95_aFutureThatWaitsForALiveOwnerKeepsNoThread() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        try (SideEffectEngine owner = engine(new FaultyStore(shared), LONG);
                SideEffectEngine engine = engine(ours, LONG)) {
            Future<@Nullable Object> first = call(owner, this::held);
            entered.await();
            CompletableFuture<?> retry = future(engine);
            assertThat(retry).isNotDone();
            assertThat(engine.waiting()).isEqualTo(1);
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
            assertThat(retry.get(60, TimeUnit.SECONDS)).isInstanceOf(Ticket.class);
        }
    }

    @Test
    void case_95_threeThousandSubscribersOfOneMonoKeepFewThreads() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        try (SideEffectEngine owner = engine(new FaultyStore(shared), LONG);
                SideEffectEngine engine = engine(ours, LONG)) {
            Future<@Nullable Object> first = call(owner, this::held);
            entered.await();
            List<CompletableFuture<?>> answers = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                answers.add(subscribe(engine, "approval-17"));
            }
            await().until(() -> engine.waiting() == Flights.MOST_OF_ONE);
            assertThat(threadsOfOurs()).isLessThan(50);
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
            await().until(() -> answers.stream().allMatch(CompletableFuture::isDone));
            assertThat(answers.stream().filter(answer -> !answer.isCompletedExceptionally()))
                    .isNotEmpty();
            assertThat(effects).hasValue(1);
        }
    }

    @Test
    void case_95_threeThousandMonosOfDifferentKeysKeepABoundedNumberOfThreads() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        CountDownLatch blocked = new CountDownLatch(1);
        ours.before = command -> {
            if (command.equals("claim")) {
                blocked.countDown();
                Latches.waitFor(leave);
            }
        };
        try (SideEffectEngine engine = engine(ours, LONG)) {
            List<CompletableFuture<?>> answers = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                answers.add(subscribe(engine, "approval-" + i));
            }
            blocked.await();
            assertThat(threadsOfOurs()).isLessThan(300);
            leave.countDown();
            for (CompletableFuture<?> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isNotNull();
            }
            assertThat(threadsOfOurs()).isLessThan(300);
            assertThat(effects).hasValue(3_000);
        }
    }

    private CompletableFuture<?> future(SideEffectEngine engine) throws Exception {
        Callable<CompletableFuture<Ticket>> body = () -> CompletableFuture.completedFuture(ticket());
        return (CompletableFuture<?>)
                Objects.requireNonNull(Desk.callOn(engine, later, body, "approval-17", "high", ""));
    }

    private CompletableFuture<?> subscribe(SideEffectEngine engine, String approvalId) throws Exception {
        Callable<Mono<Ticket>> body = () -> Mono.fromCallable(this::ticket);
        return ((Mono<?>) Objects.requireNonNull(Desk.callOn(engine, mono, body, approvalId, "high", ""))).toFuture();
    }

    private long threadsOfOurs() {
        return threads.started.stream().filter(Thread::isAlive).count();
    }

    @Test
    void aCallThatMustNotWaitAsksForItself() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        try (SideEffectEngine owner = engine(new FaultyStore(shared), LONG);
                SideEffectEngine engine = engine(ours, Duration.ZERO)) {
            Future<@Nullable Object> first = call(owner, this::held);
            entered.await();
            assertThatThrownBy(() -> Desk.callOn(engine, tool, this::ticket, "approval-17", "high", ""))
                    .isInstanceOf(SideEffectInProgressException.class);
            assertThat(ours.commands).containsExactly("claim");
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void otherArgumentsUnderTheSameKeyAreAConflictWhileOthersWait() throws Exception {
        FaultyStore ours = new FaultyStore(shared);
        try (SideEffectEngine engine = engine(ours, LONG)) {
            Future<@Nullable Object> first = call(engine, this::held);
            entered.await();
            List<Future<@Nullable Object>> retries = retries(engine, 3);
            await().until(() -> engine.waiting() == 3);
            assertThatThrownBy(() -> Desk.callOn(engine, tool, this::ticket, "approval-17", "low", ""))
                    .isInstanceOf(SideEffectException.class)
                    .hasMessageContaining("with other arguments");
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
            assertReplayed(retries);
        }
    }
}
