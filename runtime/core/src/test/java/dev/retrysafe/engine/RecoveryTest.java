package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.NoEffect;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.tool.Lookup;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolDefinitionException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How an effect in doubt is settled without a person: contract §7.5, and the rows of the guarantee matrix. */
class RecoveryTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Desk desk = new Desk();

    /** What the remote side has. */
    private final List<Ticket> remote = new ArrayList<>();

    private int lookups;

    private @Nullable Exception lookupFailure;

    /** Runs during the lookup, before it answers. */
    private Runnable meanwhile = () -> {};

    @AfterEach
    void close() {
        desk.close();
    }

    private LookedUpTool tool(UnaryOperator<ToolDefinition.Builder> more) {
        return new LookedUpTool(tool -> more.apply(tool));
    }

    private LookedUpTool reconciled() {
        return tool(tool -> tool.reconcile("findTicket"));
    }

    private LookedUpTool trusting() {
        return tool(tool -> tool.reconcile("findTicket").trustAbsentAfter(3600, 0));
    }

    private LookedUpTool idempotent() {
        return tool(tool -> tool.mutation(Mutation.IDEMPOTENT).resendWithin(3600, 0));
    }

    private LookedUpTool idempotentReconciled() {
        return tool(
                tool -> tool.mutation(Mutation.IDEMPOTENT).resendWithin(3600, 0).reconcile("findTicket"));
    }

    private Ticket send() {
        SideEffects.downstreamKey();
        Ticket ticket = desk.newTicket("high");
        remote.add(ticket);
        return ticket;
    }

    private Ticket call(LookedUpTool tool) throws Exception {
        return call(tool, this::send);
    }

    private Ticket call(LookedUpTool tool, Callable<Ticket> body) throws Exception {
        return (Ticket) Objects.requireNonNull(desk.call(tool, body, "approval-17", "high", ""));
    }

    /** A call whose answer never came, before or after its effect. */
    private void failed(LookedUpTool tool, boolean afterTheEffect) {
        assertThatThrownBy(() -> call(tool, () -> {
                    SideEffects.downstreamKey();
                    if (afterTheEffect) {
                        send();
                    }
                    throw new IOException("read timed out");
                }))
                .isInstanceOf(IOException.class);
    }

    /** An owner that was killed: its lease lapses, and the next caller is the first to see it. */
    private void killed(LookedUpTool tool) {
        // What a killed process cannot do: take its claim back.
        desk.store.requestLost = "release";
        desk.store.answerLost = "claim";
        assertThatThrownBy(() -> call(tool)).isInstanceOf(SideEffectStoreException.class);
        desk.store.answerLost = null;
        desk.clock.forward(LEASE.plusMillis(1));
    }

    /** The same call in another thread, as if in another process. */
    private <T> T elsewhere(Callable<T> call) throws Exception {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task);
        thread.start();
        return task.get(30, TimeUnit.SECONDS);
    }

    private SideEffectInDoubtException inDoubt(LookedUpTool tool) {
        int effects = desk.effects.get();
        SideEffectInDoubtException refused = catchThrowableOfType(SideEffectInDoubtException.class, () -> call(tool));
        assertThat(refused).isNotNull();
        assertThat(desk.effects).hasValue(effects);
        return refused;
    }

    private Decision lastDecision() {
        return desk.calls.get(desk.calls.size() - 1).decision();
    }

    private List<Incident.Kind> incidents() {
        return desk.incidents.stream().map(Incident::kind).toList();
    }

    // ---- with a lookup --------------------------------------------------------------------------------------------

    @Test
    void whatIsFoundIsCommittedAndReplayed() throws Exception {
        LookedUpTool tool = reconciled();
        failed(tool, true);
        desk.store.commands.clear();

        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.store.commands).containsExactly("claim", "found");
        CallFinished call = desk.calls.get(1);
        assertThat(call.decision()).isEqualTo(Decision.REPLAY);
        assertThat(Objects.requireNonNull(call.receipt()).remoteId()).isEqualTo("T-1");
        assertThat(call.receipt().remoteUrl()).isEqualTo("https://tickets.example/T-1");
        assertThat(call.receipt().status()).isEqualTo("committed");

        // From now on the receipt answers, and nobody looks any more.
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(lookups).isEqualTo(1);
        assertThat(incidents()).isEmpty();
    }

    @Test
    void aNonIdempotentEffectThatIsAbsentStaysInDoubt() {
        LookedUpTool tool = reconciled();
        failed(tool, false);
        desk.clock.forward(Duration.ofDays(365));
        desk.store.commands.clear();

        assertThat(inDoubt(tool)).hasNoCause();
        assertThat(desk.store.commands).containsExactly("claim");
        assertThat(lookups).isEqualTo(1);
    }

    @Test
    void anOwnerThatFellSilentIsLookedUpToo() throws Exception {
        LookedUpTool tool = reconciled();
        killed(tool);
        inDoubt(tool);
        remote.add(new Ticket("T-9", "https://tickets.example/T-9", "high"));
        assertThat(call(tool).id()).isEqualTo("T-9");
        assertThat(lookups).isEqualTo(2);
    }

    @Test
    void aLookupThatThrowsTellsNothingAndIsReported() {
        LookedUpTool tool = trusting();
        failed(tool, true);
        desk.clock.forward(HOUR);
        lookupFailure = new IOException("no answer");

        SideEffectInDoubtException refused = inDoubt(tool);
        assertThat(refused).hasCause(lookupFailure).hasMessageContaining("Looking it up");
        assertThat(incidents()).containsExactly(Incident.Kind.LOOKUP_FAILED);
        assertThat(desk.incidents.get(0).cause()).isSameAs(lookupFailure);
        assertThat(desk.incidents.get(0).key()).isEqualTo("acme:approval-17:create_ticket");
    }

    @Test
    void aLookupThatIsInterruptedLeavesTheInterruptToItsCaller() {
        LookedUpTool tool = reconciled();
        failed(tool, true);
        lookupFailure = new InterruptedException("waiting for the remote side");
        inDoubt(tool);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aLookupSeesTheArgumentsTheContextAndTheKeyAndNoRunningTool() throws Exception {
        LookedUpTool tool = reconciled();
        DownstreamKey[] sent = new DownstreamKey[1];
        assertThatThrownBy(() -> call(tool, () -> {
                    sent[0] = SideEffects.downstreamKey();
                    throw new IOException("read timed out");
                }))
                .isInstanceOf(IOException.class);
        List<@Nullable RunningTool> running = new ArrayList<>();
        meanwhile = () -> running.add(ToolScope.current());
        LookedUpTool outer = new LookedUpTool("close_incident", tool1 -> tool1.reconcile("none"));
        assertThatThrownBy(() -> call(outer, () -> call(tool))).isInstanceOf(SideEffectInDoubtException.class);
        assertThat(tool.seenKey).isEqualTo(sent[0]);
        assertThat(tool.seenTarget).isSameAs(tool);
        assertThat(tool.seenArguments).containsExactly("approval-17", "high", "");
        assertThat(tool.seenTenant).isEqualTo("acme");
        assertThat(running).hasSize(1).containsOnlyNulls();
    }

    @Test
    void aStoreThatIsDownWhenSomethingIsFoundIsAskedAgainByTheNextCall() throws Exception {
        LookedUpTool tool = reconciled();
        failed(tool, true);
        desk.store.requestLost = "found";
        assertThatThrownBy(() -> call(tool)).isInstanceOfSatisfying(SideEffectStoreException.class, e -> {
            assertThat(e.retryable()).isTrue();
            assertThat(e.toMap()).containsEntry("next_action", "retry_later");
        });
        desk.store.requestLost = null;
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void whatIsFoundHealsARecordThatTheStoreLost() throws Exception {
        LookedUpTool tool = reconciled();
        failed(tool, true);
        meanwhile = () ->
                desk.memory.lose(new OperationId("default", "acme", "create_ticket", "acme:approval-17:create_ticket"));
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(desk.effects).hasValue(1);
        assertThat(incidents()).containsExactly(Incident.Kind.RECORD_LOST);
    }

    @Test
    void anOwnersLateCommitAfterTheFindGetsTheReceiptThatStands() throws Exception {
        LookedUpTool tool = reconciled();
        Ticket late = call(tool, () -> {
            Ticket mine = send();
            desk.clock.forward(LEASE.plusMillis(1));
            assertThat(elsewhere(() -> call(tool))).isEqualTo(mine);
            return mine;
        });
        assertThat(late).isEqualTo(remote.get(0));
        assertThat(desk.effects).hasValue(1);
        assertThat(incidents()).isEmpty();
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.REPLAY, Decision.REPLAY);
    }

    @Test
    void anOwnersLateCommitOfAnotherEffectIsAnAlarm() throws Exception {
        LookedUpTool tool = reconciled();
        call(tool, () -> {
            remote.add(new Ticket("T-0", "https://tickets.example/T-0", "high"));
            desk.clock.forward(LEASE.plusMillis(1));
            assertThat(elsewhere(() -> call(tool)).id()).isEqualTo("T-0");
            return desk.newTicket("high");
        });
        assertThat(incidents()).containsExactly(Incident.Kind.SECOND_EFFECT);
        assertThat(call(tool).id()).isEqualTo("T-0");
    }

    @Test
    void anOwnersCommitDuringTheLookupIsWhatStands() throws Exception {
        LookedUpTool tool = trusting();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch committed = new CountDownLatch(1);
        CompletableFuture<Ticket> other = new CompletableFuture<>();
        Ticket owner = call(tool, () -> {
            desk.clock.forward(LEASE.plusMillis(1));
            elsewhere(() -> inDoubt(tool));
            desk.clock.forward(HOUR);
            meanwhile = () -> {
                asked.countDown();
                uninterruptibly(committed);
            };
            other.completeAsync(() -> unchecked(() -> call(tool)));
            asked.await(30, TimeUnit.SECONDS);
            return send();
        });
        committed.countDown();
        // It was told "absent" and had waited long enough, and comes too late all the same.
        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo(owner);
        assertThat(desk.effects).hasValue(1);
        assertThat(incidents()).containsExactly(Incident.Kind.LATE_COMMIT);
    }

    private static void uninterruptibly(CountDownLatch latch) {
        unchecked(() -> latch.await(30, TimeUnit.SECONDS));
    }

    private static <T> T unchecked(Callable<T> body) {
        try {
            return body.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    // ---- trustAbsentAfter -----------------------------------------------------------------------------------------

    @Test
    void anAbsenceIsBelievedOnceTheTrustedTimeIsOver() throws Exception {
        LookedUpTool tool = trusting();
        failed(tool, false);
        desk.clock.forward(HOUR.minusMillis(1));
        inDoubt(tool);
        desk.clock.forward(Duration.ofMillis(1));
        desk.store.commands.clear();

        assertThat(call(tool).id()).isEqualTo("T-1");
        assertThat(desk.store.commands).containsExactly("claim", "takeOver", "commit");
        assertThat(lastDecision()).isEqualTo(Decision.EXECUTE);
        assertThat(desk.effects).hasValue(1);
        assertThat(lookups).isEqualTo(2);
    }

    /** What counts is the age that the doubt had before the lookup was asked. */
    @Test
    void anAbsenceThatWasLookedUpBeforeTheTrustedTimeWasOverIsNotBelieved() {
        LookedUpTool tool = trusting();
        failed(tool, false);
        desk.clock.forward(HOUR.minusMillis(1));
        meanwhile = () -> desk.clock.forward(HOUR);
        inDoubt(tool);
        assertThat(desk.store.commands).doesNotContain("takeOver");
    }

    @Test
    void theTrustedTimeCountsFromTheDoubtAndNotFromTheClaim() {
        LookedUpTool tool = trusting();
        killed(tool);
        desk.clock.forward(HOUR.multipliedBy(5));
        // Nobody has noticed until now.
        inDoubt(tool);
        desk.clock.forward(HOUR.minusMillis(1));
        inDoubt(tool);
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void anOwnerWhoseOperationWasTakenOverCommitsNoMore() throws Exception {
        LookedUpTool tool = trusting();
        Ticket[] stands = new Ticket[1];
        Ticket late = call(tool, () -> {
            desk.clock.forward(LEASE.plusMillis(1));
            elsewhere(() -> inDoubt(tool));
            desk.clock.forward(HOUR);
            stands[0] = elsewhere(() -> call(tool));
            assertThatThrownBy(() -> Objects.requireNonNull(ToolScope.current()).sending())
                    .isInstanceOf(SendDeadlineException.class);
            // Sent all the same, past every check: the price of trusting an absence.
            return desk.newTicket("high");
        });
        assertThat(late).isEqualTo(stands[0]);
        assertThat(desk.effects).hasValue(2);
        assertThat(incidents()).containsExactly(Incident.Kind.SECOND_EFFECT);
    }

    /** The new owner is still running when the former one returns: its receipt is refused, and kept as evidence. */
    @Test
    void aFormerOwnersCommitDuringTheTakeoverIsRefused() throws Exception {
        LookedUpTool tool = trusting();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch former = new CountDownLatch(1);
        CompletableFuture<Ticket> second = new CompletableFuture<>();
        assertThatThrownBy(() -> call(tool, () -> {
                    desk.clock.forward(LEASE.plusMillis(1));
                    elsewhere(() -> inDoubt(tool));
                    desk.clock.forward(HOUR);
                    second.completeAsync(() -> unchecked(() -> call(tool, () -> {
                        entered.countDown();
                        uninterruptibly(former);
                        return send();
                    })));
                    entered.await(30, TimeUnit.SECONDS);
                    return desk.newTicket("high");
                }))
                .isInstanceOfSatisfying(
                        SideEffectInProgressException.class,
                        e -> assertThat(e.code()).isEqualTo("CommitRefused"));
        former.countDown();
        Ticket stands = second.get(30, TimeUnit.SECONDS);
        assertThat(call(tool)).isEqualTo(stands);
        assertThat(incidents()).containsExactly(Incident.Kind.COMMIT_REFUSED);
    }

    // ---- idempotent -----------------------------------------------------------------------------------------------

    @Test
    void anIdempotentEffectIsSentAgainWithTheSameKey() throws Exception {
        LookedUpTool tool = idempotent();
        List<DownstreamKey> keys = new ArrayList<>();
        assertThatThrownBy(() -> call(tool, () -> {
                    keys.add(SideEffects.downstreamKey());
                    throw new IOException("read timed out");
                }))
                .isInstanceOf(IOException.class);
        desk.clock.forward(HOUR.minusMillis(1));
        desk.store.commands.clear();

        Ticket ticket = call(tool, () -> {
            keys.add(SideEffects.downstreamKey());
            return send();
        });
        assertThat(keys).hasSize(2);
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
        assertThat(desk.store.commands).containsExactly("claim", "takeOver", "commit");
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT, Decision.EXECUTE);
        assertThat(call(tool)).isEqualTo(ticket);
        assertThat(lookups).isZero();
        assertThat(incidents()).isEmpty();
    }

    @Test
    void anIdempotentEffectOfAKilledOwnerIsSentAgain() throws Exception {
        LookedUpTool tool = idempotent();
        killed(tool);
        assertThat(call(tool).id()).isEqualTo("T-1");
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anIdempotentEffectPastItsLimitStaysInDoubt() {
        LookedUpTool tool = idempotent();
        failed(tool, true);
        desk.clock.forward(HOUR);
        desk.store.commands.clear();
        inDoubt(tool);
        assertThat(desk.store.commands).containsExactly("claim");
    }

    @Test
    void theLimitCountsFromTheFirstAttemptThroughAllOthers() {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        desk.clock.forward(HOUR.minusMinutes(1));
        failed(tool, false);
        desk.clock.forward(Duration.ofMinutes(1));
        inDoubt(tool);
    }

    @Test
    void aNaturallyIdempotentEffectIsSentAgainAtAnyTime() throws Exception {
        LookedUpTool tool = tool(t -> t.mutation(Mutation.IDEMPOTENT).resendForever());
        failed(tool, true);
        desk.clock.forward(Duration.ofDays(3650));
        assertThat(call(tool).id()).isEqualTo("T-2");
    }

    @Test
    void aChangedClassOfMutationIsNotSentAgain() {
        LookedUpTool before = reconciled();
        failed(before, false);
        inDoubt(idempotent());
        assertThat(desk.store.commands).doesNotContain("takeOver");
    }

    @Test
    void anIdempotentEffectIsLookedUpFirst() throws Exception {
        LookedUpTool tool = idempotentReconciled();
        failed(tool, true);
        assertThat(call(tool)).isEqualTo(remote.get(0));
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anIdempotentEffectIsSentAgainWhenTheLookupThrows() throws Exception {
        LookedUpTool tool = idempotentReconciled();
        failed(tool, true);
        lookupFailure = new IOException("no answer");
        assertThat(call(tool).id()).isEqualTo("T-2");
        assertThat(incidents()).containsExactly(Incident.Kind.LOOKUP_FAILED);
    }

    // ---- the attempt that took over ---------------------------------------------------------------------------------

    @Test
    void aTakeoverMaySendUntilTheLimitAndNoLongerHoweverLongItsLease() throws Exception {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        desk.clock.forward(HOUR.minusSeconds(10));
        Ticket ticket = call(tool, () -> {
            desk.clock.forward(Duration.ofSeconds(9));
            Attempt attempt = (Attempt) Objects.requireNonNull(ToolScope.current());
            attempt.sending();
            // A renewal that is granted now prolongs the lease, and not the limit.
            attempt.prolong(Attempt.Deadline.after(desk.clock, LEASE));
            desk.clock.forward(Duration.ofSeconds(1));
            assertThat(attempt.maySend()).isFalse();
            assertThatThrownBy(attempt::sending)
                    .isInstanceOf(SendDeadlineException.class)
                    .hasMessageContaining("may be sent again");
            return new Ticket("T-none", "", "high");
        });
        assertThat(ticket.id()).isEqualTo("T-none");
    }

    @Test
    void aTakeoverWithTimeLeftStillKeepsItsLease() {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        assertThatThrownBy(() -> call(tool, () -> {
                    desk.clock.forward(LEASE);
                    Objects.requireNonNull(ToolScope.current()).sending();
                    return send();
                }))
                .isInstanceOf(SendDeadlineException.class)
                .hasMessageContaining("lease");
    }

    @Test
    void anOwnerThatIsPausedPastTheLimitBeforeEnteringGivesItsTakeoverBack() {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        desk.clock.forward(HOUR.minusSeconds(10));
        desk.store.afterTakeover = () -> desk.clock.forward(Duration.ofSeconds(10));
        assertThatThrownBy(() -> call(tool)).isInstanceOf(SideEffectStoreException.class);
        assertThat(desk.effects).hasValue(0);
        await().until(() -> desk.store.commands.contains("release"));
        inDoubt(tool);
    }

    @Test
    void aTakeoverWhoseAnswerIsLostIsTakenBackAndNotExecuted() {
        LookedUpTool tool = idempotent();
        failed(tool, false);
        desk.store.answerLost = "takeOver";
        assertThatThrownBy(() -> call(tool)).isInstanceOf(SideEffectStoreException.class);
        assertThat(desk.effects).hasValue(0);
        desk.store.answerLost = null;
        await().until(() -> desk.store.commands.contains("release"));
        await().untilAsserted(() -> assertThat(call(tool).id()).isEqualTo("T-1"));
    }

    @Test
    void aProvedFailureOfATakeoverIsStillInDoubt() {
        LookedUpTool tool = trusting();
        failed(tool, false);
        desk.clock.forward(HOUR);
        assertThatThrownBy(() -> call(tool, () -> {
                    throw new Refused();
                }))
                .isInstanceOfSatisfying(
                        Refused.class,
                        e -> assertThat(e.getSuppressed()).hasOnlyElementsOfType(SideEffectInDoubtException.class));
        assertThat(lastDecision()).isEqualTo(Decision.IN_DOUBT);
        inDoubt(tool);
    }

    private static final class Refused extends RuntimeException implements NoEffect {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aCallThatIsOvertakenAnswersThatAnotherIsRunning() throws Exception {
        LookedUpTool tool = idempotentReconciled();
        failed(tool, false);
        int[] depth = new int[1];
        Ticket[] winner = new Ticket[1];
        meanwhile = () -> {
            if (depth[0]++ == 0) {
                winner[0] = unchecked(() -> elsewhere(() -> call(tool)));
            }
        };
        // Overtaken between its look and its takeover: what stands is the other's receipt.
        assertThat(call(tool)).isEqualTo(winner[0]);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aCallInsideATakeoverFindsItRunning() throws Exception {
        LookedUpTool tool = idempotent();
        LookedUpTool sameElsewhere = idempotent();
        failed(tool, false);
        call(tool, () -> {
            assertThat(elsewhere(
                            () -> catchThrowableOfType(SideEffectInProgressException.class, () -> call(sameElsewhere))))
                    .isNotNull();
            return send();
        });
        assertThat(desk.effects).hasValue(1);
    }

    // ---- futures, void, start-up ------------------------------------------------------------------------------------

    @Test
    void aFutureIsSettledLikeAnyOther() throws Exception {
        LookedUpTool tool = tool(t -> t.completesLater().reconcile("findTicket"));
        assertThatThrownBy(() -> future(tool, () -> {
                            send();
                            return CompletableFuture.failedFuture(new IOException("read timed out"));
                        })
                        .join())
                .isInstanceOf(CompletionException.class);
        assertThat(future(tool, () -> CompletableFuture.completedFuture(send())).join())
                .isEqualTo(remote.get(0));
        remote.clear();
        assertThat(desk.effects).hasValue(1);
    }

    private CompletableFuture<?> future(LookedUpTool tool, Callable<CompletableFuture<Ticket>> body) throws Exception {
        return (CompletableFuture<?>) Objects.requireNonNull(desk.call(tool, body, "approval-17", "high", ""));
    }

    @Test
    void aVoidToolIsSettledByYesOrNo() throws Exception {
        boolean[] there = new boolean[1];
        TicketTool tool = new TicketTool("close_ticket", ResultType.VOID, t -> t.reconcile("isClosed")) {
            @Override
            public Lookup lookUp(@Nullable Object target, @Nullable Object[] arguments, DownstreamKey key) {
                return Lookup.of(there[0]);
            }
        };
        Callable<?> body = () -> {
            desk.effects.incrementAndGet();
            throw new IOException("read timed out");
        };
        assertThatThrownBy(() -> desk.call(tool, body, "approval-17", "high", ""))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> desk.call(tool, body, "approval-17", "high", ""))
                .isInstanceOf(SideEffectInDoubtException.class);
        there[0] = true;
        assertThat(desk.call(tool, body, "approval-17", "high", "")).isNull();
        assertThat(lastDecision()).isEqualTo(Decision.REPLAY);
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aStoreThatCannotRecoverRefusesSuchToolsAtStartUp() {
        EffectStore plain = (EffectStore) Proxy.newProxyInstance(
                EffectStore.class.getClassLoader(),
                new Class<?>[] {EffectStore.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "supportsRecovery" -> false;
                    case "kind" -> "plain";
                    default -> method.invoke(desk.memory, arguments);
                });
        try (SideEffectEngine engine = SideEffectEngine.builder().store(plain).build()) {
            assertThatThrownBy(() -> engine.check(reconciled()))
                    .isInstanceOf(ToolDefinitionException.class)
                    .hasMessageContaining("it declares a recovery, and the plain store");
            assertThatThrownBy(() -> engine.check(idempotent())).isInstanceOf(ToolDefinitionException.class);
            engine.check(desk.createTicket);
        }
    }

    // ---- the forwarded key
    // --------------------------------------------------------------------------------------------

    @Test
    void anIdempotentToolThatNeverReadsItsKeyIsReportedOnce() throws Exception {
        LookedUpTool tool = idempotent();
        for (String approval : List.of("approval-1", "approval-2")) {
            desk.call(tool, () -> desk.newTicket("high"), approval, "high", "");
        }
        assertThat(incidents()).containsExactly(Incident.Kind.KEY_NOT_FORWARDED);
        assertThat(desk.incidents.get(0).detail()).contains("SideEffects.downstreamKey()");
    }

    @Test
    void aToolThatReadsItsKeyOrNeedsNoneIsNotReported() throws Exception {
        for (Callable<?> read : List.<Callable<?>>of(
                SideEffects::currentKey,
                SideEffects::downstreamKey,
                () -> Objects.requireNonNull(ToolScope.current()).keyForRequest("POST", "tickets.example/tickets"))) {
            try (Desk other = new Desk()) {
                other.call(
                        idempotent(),
                        () -> {
                            read.call();
                            return other.newTicket("high");
                        },
                        "approval-1",
                        "high",
                        "");
                assertThat(other.incidents).isEmpty();
            }
        }
        desk.call(
                tool(t -> t.mutation(Mutation.IDEMPOTENT).resendForever()),
                () -> desk.newTicket("high"),
                "approval-1",
                "high",
                "");
        desk.call(reconciled(), () -> desk.newTicket("high"), "approval-2", "high", "");
        assertThat(incidents()).isEmpty();
    }

    /** The ticket tool with a lookup that asks what this test keeps as the remote side. */
    private final class LookedUpTool extends TicketToolWithLookup {

        private LookedUpTool(UnaryOperator<ToolDefinition.Builder> more) {
            this("create_ticket", more);
        }

        private LookedUpTool(String name, UnaryOperator<ToolDefinition.Builder> more) {
            super(name, more);
        }

        @Override
        Lookup answer() throws Exception {
            lookups++;
            Lookup answer = remote.isEmpty() ? Lookup.absent() : Lookup.found(remote.get(0));
            meanwhile.run();
            if (lookupFailure != null) {
                throw lookupFailure;
            }
            return answer;
        }
    }

    /** Keeps what the lookup was given. */
    private abstract static class TicketToolWithLookup extends TicketTool {

        @Nullable
        DownstreamKey seenKey;

        @Nullable
        Object seenTarget;

        @Nullable
        String seenTenant;

        List<@Nullable Object> seenArguments = List.of();

        private TicketToolWithLookup(String name, UnaryOperator<ToolDefinition.Builder> more) {
            super(name, ResultType.of(Ticket.class), more);
        }

        abstract Lookup answer() throws Exception;

        @Override
        public Lookup lookUp(@Nullable Object target, @Nullable Object[] arguments, DownstreamKey key)
                throws Exception {
            seenKey = key;
            seenTarget = target;
            seenArguments = List.of(arguments);
            CallContext context = CallContext.current();
            seenTenant = context == null ? null : context.get("tenant");
            return answer();
        }
    }
}
