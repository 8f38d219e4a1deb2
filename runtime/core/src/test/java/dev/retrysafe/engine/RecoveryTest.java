package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.Decision;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.tool.Lookup;
import dev.retrysafe.tool.ResultType;
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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How a lookup settles an effect in doubt without a person: contract §7.5, and the rows of the guarantee matrix. */
class RecoveryTest extends RecoveryBench {

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
}
