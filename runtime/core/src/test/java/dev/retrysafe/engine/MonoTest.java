package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.Outcome;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Case 43: tools that return a {@code Mono}. Each subscription is a call; the record follows the completion. */
class MonoTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Desk desk = new Desk();

    private final TicketTool tool = mono(ResultType.of(Ticket.class));

    private final Sinks.One<Ticket> work = Sinks.one();

    @AfterEach
    void close() {
        desk.close();
    }

    private static TicketTool mono(ResultType<?> type) {
        return mono("create_ticket", type);
    }

    private static TicketTool mono(String name, ResultType<?> type) {
        return new TicketTool(name, type, ToolDefinition.Builder::completesInMono);
    }

    /** Assembles a call for tenant acme; nothing happens before it is subscribed to. */
    @SuppressWarnings("unchecked")
    private <T> Mono<T> call(ToolMethod called, Callable<Mono<T>> body, String severity) {
        try {
            return (Mono<T>) Objects.requireNonNull(desk.call(called, body, "approval-17", severity, ""));
        } catch (Exception e) {
            throw new AssertionError("everything arrives in the Mono", e);
        }
    }

    private Mono<Ticket> create(String severity) {
        return call(tool, () -> Mono.fromCallable(() -> desk.newTicket(severity)), severity);
    }

    private Mono<Ticket> waiting() {
        return call(tool, work::asMono, "high");
    }

    private static Ticket get(Mono<Ticket> mono) {
        return Objects.requireNonNull(mono.block(SOON));
    }

    @Test
    void nothingHappensBeforeTheSubscription() {
        Mono<Ticket> assembled = create("high");
        assertThat(desk.store.commands).isEmpty();
        assertThat(desk.calls).isEmpty();
        assertThat(get(assembled).id()).isEqualTo("T-1");
        assertThat(desk.store.commands).containsExactly("claim", "commit");
    }

    @Test
    void case_43_aMonoSubscribedTwiceIsOneEffect() {
        Mono<Ticket> assembled = create("high");
        Ticket first = get(assembled);
        assertThat(get(assembled)).isEqualTo(first);
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.EXECUTE, Decision.REPLAY);
    }

    @Test
    void case_43_sixteenSubscriptionsAtOnceAreOneEffect() {
        try (Desk patient = new Desk(SideEffectEngine.builder().waitAtMost(SOON))) {
            Callable<Mono<Ticket>> body = () -> Mono.fromCallable(() -> patient.newTicket("high"));
            List<Ticket> tickets = Objects.requireNonNull(Flux.range(0, 16)
                    .flatMap(i -> monoOf(patient, body), 16)
                    .collectList()
                    .block(SOON));
            assertThat(tickets).hasSize(16).containsOnly(tickets.get(0));
            assertThat(patient.effects).hasValue(1);
        }
    }

    @SuppressWarnings("unchecked")
    private Mono<Ticket> monoOf(Desk on, Callable<Mono<Ticket>> body) {
        try {
            return (Mono<Ticket>) Objects.requireNonNull(on.call(tool, body, "approval-17", "high", ""));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theRecordFollowsTheCompletion() throws Exception {
        CompletableFuture<Ticket> answer = waiting().toFuture();
        await().until(() -> work.currentSubscriberCount() == 1);
        assertThat(desk.store.commands).containsExactly("claim");
        assertThatThrownBy(() -> get(waiting())).isInstanceOf(SideEffectInProgressException.class);

        work.tryEmitValue(desk.newTicket("high")).orThrow();
        assertThat(answer.get(30, TimeUnit.SECONDS).id()).isEqualTo("T-1");
        assertThat(get(waiting()).id()).isEqualTo("T-1");
    }

    @Test
    void aMonoThatFailsIsInDoubt() {
        SocketTimeoutException timeout = new SocketTimeoutException("Read timed out");
        assertThatThrownBy(() -> call(tool, () -> Mono.error(timeout), "high").block(SOON))
                .hasCause(timeout);
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT);
        assertThatThrownBy(() -> get(create("high"))).isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void whatTheMethodThrowsArrivesInTheMono() {
        IllegalStateException thrown = new IllegalStateException("no connection left");
        assertThatThrownBy(() -> call(
                                tool,
                                () -> {
                                    throw thrown;
                                },
                                "high")
                        .block(SOON))
                .isSameAs(thrown);
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
    }

    @Test
    void protocolFailuresArriveInTheMono() throws Exception {
        get(create("high"));
        assertThatThrownBy(() -> get(create("low"))).isInstanceOf(SideEffectConflictException.class);
        Mono<?> blank = (Mono<?>) Objects.requireNonNull(desk.call(tool, Mono::empty, "", "high", ""));
        assertThatThrownBy(() -> blank.block(SOON)).isInstanceOf(SideEffectRejectedException.class);
        desk.engine.close();
        assertThatThrownBy(() -> get(create("high"))).hasMessageContaining("shutting down");
        assertThat(desk.calls)
                .extracting(CallFinished::decision)
                .containsExactly(Decision.EXECUTE, Decision.CONFLICT, Decision.REJECTED, Decision.REJECTED);
    }

    @Test
    void case_32_cancellingTheSubscriptionChangesNothingToTheAttempt() {
        Disposable subscription = waiting().subscribe();
        await().until(() -> work.currentSubscriberCount() == 1);
        subscription.dispose();
        assertThat(work.currentSubscriberCount()).isEqualTo(1);
        work.tryEmitValue(desk.newTicket("high")).orThrow();
        await().until(() -> desk.store.tookPlace.contains("commit"));
        assertThat(get(waiting()).id()).isEqualTo("T-1");
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void case_35_aRetryOperatorGetsTheReceiptOfTheAttemptThatItGaveUp() {
        // Once the method waits, and at the first subscription only: the receipt may take its time.
        AtomicBoolean patient = new AtomicBoolean();
        Mono<Void> impatience = Mono.<Void>fromRunnable(() -> await().until(() -> work.currentSubscriberCount() == 1))
                .subscribeOn(Schedulers.boundedElastic());
        Ticket ticket = waiting()
                .timeout(Mono.defer(() -> patient.getAndSet(true) ? Mono.never() : impatience))
                .doOnError(gaveUp -> {
                    work.tryEmitValue(desk.newTicket("high")).orThrow();
                    await().until(() -> desk.store.tookPlace.contains("commit"));
                })
                .retry(3)
                .block(SOON);
        assertThat(ticket).isEqualTo(new Ticket("T-1", "https://tickets.example/T-1", "high"));
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anEmptyMonoIsANullResult() {
        for (int i = 0; i < 2; i++) {
            assertThat(call(tool, Mono::<Ticket>empty, "high").block(SOON)).isNull();
        }
        assertThat(desk.store.commands).containsExactly("claim", "commit", "claim");
    }

    @Test
    void aMonoOfNothingHasNothingToMiss() {
        TicketTool nothing = mono(ResultType.VOID);
        Callable<Mono<@Nullable Void>> body = () -> Mono.fromRunnable(desk.effects::incrementAndGet);
        for (int i = 0; i < 2; i++) {
            assertThat(call(nothing, body, "high").block(SOON)).isNull();
        }
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aMethodThatReturnsNoMonoHasANullResult() {
        assertThat(call(tool, () -> null, "high").block(SOON)).isNull();
        assertThat(desk.store.commands).containsExactly("claim", "commit");
    }

    @Test
    void theContextIsTheOneOfTheCallWhoeverSubscribes() {
        AtomicReference<@Nullable CallContext> inside = new AtomicReference<>();
        Mono<Ticket> assembled = call(
                tool,
                () -> {
                    inside.set(CallContext.current());
                    return Mono.just(desk.newTicket("high"));
                },
                "high");
        assertThat(CallContext.current()).isNull();
        assertThat(assembled.subscribeOn(Schedulers.parallel()).block(SOON)).isNotNull();
        assertThat(Objects.requireNonNull(inside.get()).get("tenant")).isEqualTo("acme");
        assertThat(desk.calls.get(0).key()).isEqualTo("acme:approval-17:create_ticket");
    }

    @Test
    void withoutOneTheContextIsTheSubscribers() throws Throwable {
        Callable<Mono<Ticket>> body = () -> Mono.just(desk.newTicket("high"));
        Mono<?> assembled = (Mono<?>)
                Objects.requireNonNull(desk.engine.call(Invocation.direct(tool, body, "approval-17", "high", "")));
        assertThatThrownBy(() -> assembled.block(SOON))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("MissingContext"));
        CallContext context = CallContext.builder().tenant("acme").build();
        assertThat(assembled
                        .contextWrite(c -> c.put(CallContext.class, context))
                        .block(SOON))
                .isNotNull();
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anEventLoopIsNeverMadeToWait() {
        List<String> threads = new CopyOnWriteArrayList<>();
        desk.store.afterClaim = () -> threads.add(Thread.currentThread().getName());
        Ticket ticket = call(
                        tool,
                        () -> {
                            threads.add(Thread.currentThread().getName());
                            return Mono.just(desk.newTicket("high"));
                        },
                        "high")
                .subscribeOn(Schedulers.parallel())
                .block(SOON);
        assertThat(ticket).isNotNull();
        assertThat(threads).hasSize(2).allMatch(name -> name.startsWith("retrysafe-call-"));
    }

    @Test
    void theToolIsReachedWhereverItsMonoRuns() {
        AtomicReference<@Nullable String> onTheSubscribingThread = new AtomicReference<>();
        Ticket ticket = call(
                        tool,
                        () -> Mono.deferContextual(reactor -> {
                                    onTheSubscribingThread.set(SideEffects.currentKey());
                                    return Mono.just(reactor.get(RunningTool.class));
                                })
                                .publishOn(Schedulers.parallel())
                                .map(running -> new Ticket(
                                        running.key(),
                                        reactorless(),
                                        running.downstreamKey().value())),
                        "high")
                .block(SOON);
        assertThat(Objects.requireNonNull(ticket).id()).isEqualTo("acme:approval-17:create_ticket");
        assertThat(onTheSubscribingThread).hasValue("acme:approval-17:create_ticket");
        assertThat(ticket.url()).isEqualTo("no tool");
    }

    private static String reactorless() {
        return ToolScope.current() == null ? "no tool" : "a tool";
    }

    @Test
    void theSubscribersReactorContextReachesTheMethodsMono() {
        Ticket ticket = call(
                        tool,
                        () -> Mono.deferContextual(reactor -> Mono.just(new Ticket(reactor.get("id"), "", "high"))),
                        "high")
                .contextWrite(c -> c.put("id", "T-9"))
                .block(SOON);
        assertThat(Objects.requireNonNull(ticket).id()).isEqualTo("T-9");
    }

    @Test
    void aToolThatSubscribesToItselfIsRefusedAtOnce() {
        Mono<Ticket> outer = call(tool, () -> create("high"), "high");
        assertThatThrownBy(() -> get(outer))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("SelfCall"));
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void aToolThatSubscribesToItselfThroughOthersIsRefusedAtOnce() {
        TicketTool second = mono("notify", ResultType.of(Ticket.class));
        TicketTool third = mono("escalate", ResultType.of(Ticket.class));
        Mono<Ticket> outer =
                call(tool, () -> call(second, () -> call(third, () -> create("high"), "high"), "high"), "high");
        assertThatThrownBy(() -> get(outer))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("SelfCall"));
        assertThat(desk.store.commands).filteredOn("claim"::equals).hasSize(3);
        assertThat(desk.effects).hasValue(0);
    }

    /** What a tool left behind is no part of it any more: the answer is the receipt. */
    @Test
    void aToolThatHasEndedIsNotCalledWithinItself() {
        TicketTool second = mono("notify", ResultType.of(Ticket.class));
        CompletableFuture<Ticket> leftBehind = new CompletableFuture<>();
        Ticket first = get(call(
                tool,
                () -> {
                    Disposable unused = call(second, () -> work.asMono().flatMap(go -> create("high")), "high")
                            .subscribe(leftBehind::complete, leftBehind::completeExceptionally);
                    await().until(() -> work.currentSubscriberCount() == 1);
                    return Mono.just(desk.newTicket("high"));
                },
                "high"));
        work.tryEmitValue(first).orThrow();
        assertThat(leftBehind.join()).isEqualTo(first);
    }

    /** As many as Reactor's own threads for what blocks, and one more: each holds a thread while its nested call needs one. */
    @Test
    void toolsThatBlockForOthersNeverWaitForAThread() {
        int calls = Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE + 1;
        TicketTool nested = mono("notify", ResultType.of(Ticket.class));
        CountDownLatch inside = new CountDownLatch(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE);
        List<Ticket> tickets = Objects.requireNonNull(Flux.range(0, calls)
                .flatMap(
                        i -> numbered(tool, i, () -> {
                            inside.countDown();
                            Latches.waitFor(inside);
                            return Mono.just(
                                    get(numbered(nested, i, () -> Mono.fromCallable(() -> desk.newTicket("high")))));
                        }),
                        calls)
                .collectList()
                .block(SOON));
        assertThat(tickets).hasSize(calls).doesNotHaveDuplicates();
        assertThat(desk.effects).hasValue(calls);
    }

    @SuppressWarnings("unchecked")
    private Mono<Ticket> numbered(ToolMethod called, int number, Callable<Mono<Ticket>> body) {
        try {
            return (Mono<Ticket>) Objects.requireNonNull(desk.call(called, body, "approval-" + number, "high", ""));
        } catch (Exception e) {
            throw new AssertionError("everything arrives in the Mono", e);
        }
    }

    /** Left open on the thread by whatever ran there before. */
    @Test
    void withoutAContextTheToolsInsideFindNone() throws Throwable {
        CallContext stale = CallContext.builder().tenant("globex").build();
        Threads used = name -> {
            ThreadFactory real = Threads.DAEMONS.named(name);
            return task -> real.newThread(() -> {
                CallContext.Scope unused = stale.open();
                task.run();
            });
        };
        try (Desk other = new Desk(SideEffectEngine.builder().threads(used))) {
            TicketTool ofNoTenant = new OfNoTenant();
            AtomicReference<@Nullable CallContext> inside = new AtomicReference<>(stale);
            Callable<Mono<Ticket>> nested = () -> Mono.fromCallable(() -> other.newTicket("high"));
            Callable<Object> body = () -> {
                inside.set(CallContext.current());
                try {
                    return Objects.requireNonNull(
                            other.engine.call(Invocation.direct(tool, nested, "approval-17", "high", "")));
                } catch (Throwable t) {
                    throw new AssertionError(t);
                }
            };
            Mono<?> outer = (Mono<?>) Objects.requireNonNull(
                    other.engine.call(Invocation.direct(ofNoTenant, body, "approval-17", "high", "")));
            assertThatThrownBy(() -> outer.block(SOON))
                    .isInstanceOfSatisfying(
                            SideEffectRejectedException.class,
                            e -> assertThat(e.code()).isEqualTo("MissingContext"));
            assertThat(inside).hasValue(null);
            assertThat(other.effects).hasValue(0);
        }
    }

    private static final class OfNoTenant extends TicketTool {

        private OfNoTenant() {
            super("create_tenant", ResultType.of(Ticket.class), ToolDefinition.Builder::completesInMono);
        }

        @Override
        public void key(KeyWriter k, @Nullable Object[] arguments) {
            k.text("approvalId", (String) arguments[0]);
        }
    }

    @Test
    void anOutcomeFollowsTheCompletion() throws Exception {
        Mono<Ticket> assembled = create("high");
        Outcome<Ticket> first = SideEffects.observe(() -> get(assembled));
        Outcome<Ticket> second = SideEffects.observe(() -> get(assembled));
        assertThat(first.decision()).isEqualTo(Decision.EXECUTE);
        assertThat(second.replayed()).isTrue();
        assertThat(second.receipt()).isEqualTo(first.receipt()).isNotNull();
    }
}
