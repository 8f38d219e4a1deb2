package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.tool.Lookup;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A desk whose tools have lookups, what their remote side has, and how attempts end badly. For tests of recovery. */
abstract class RecoveryBench {

    static final Duration HOUR = Duration.ofHours(1);

    static final Duration LEASE = Duration.ofSeconds(30);

    final Desk desk;

    /** What the remote side has. */
    final List<Ticket> remote = new ArrayList<>();

    int lookups;

    @Nullable
    Exception lookupFailure;

    /** Runs during the lookup, before it answers. */
    Runnable meanwhile = () -> {};

    RecoveryBench() {
        this(new Desk());
    }

    RecoveryBench(Desk desk) {
        this.desk = desk;
    }

    @AfterEach
    void close() {
        desk.close();
    }

    LookedUpTool tool(UnaryOperator<ToolDefinition.Builder> more) {
        return new LookedUpTool(tool -> more.apply(tool));
    }

    LookedUpTool reconciled() {
        return tool(tool -> tool.reconcile("findTicket"));
    }

    LookedUpTool trusting() {
        return tool(tool -> tool.reconcile("findTicket").trustAbsentAfter(3600, 0));
    }

    LookedUpTool idempotent() {
        return tool(tool -> tool.mutation(Mutation.IDEMPOTENT).resendWithin(3600, 0));
    }

    LookedUpTool idempotentReconciled() {
        return tool(
                tool -> tool.mutation(Mutation.IDEMPOTENT).resendWithin(3600, 0).reconcile("findTicket"));
    }

    Ticket send() {
        SideEffects.downstreamKey();
        Ticket ticket = desk.newTicket("high");
        remote.add(ticket);
        return ticket;
    }

    Ticket call(LookedUpTool tool) throws Exception {
        return call(tool, this::send);
    }

    Ticket call(LookedUpTool tool, Callable<Ticket> body) throws Exception {
        return (Ticket) Objects.requireNonNull(desk.call(tool, body, "approval-17", "high", ""));
    }

    /** A call whose answer never came, before or after its effect. */
    void failed(LookedUpTool tool, boolean afterTheEffect) {
        assertThat(fail(tool, afterTheEffect)).isInstanceOf(IOException.class);
    }

    /** The same of a call that takes over. */
    void failedAgain(LookedUpTool tool, boolean afterTheEffect) {
        assertThat(fail(tool, afterTheEffect))
                .isInstanceOf(SideEffectInDoubtException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    private Throwable fail(LookedUpTool tool, boolean afterTheEffect) {
        return catchThrowable(() -> call(tool, () -> {
            SideEffects.downstreamKey();
            if (afterTheEffect) {
                send();
            }
            throw new IOException("read timed out");
        }));
    }

    /** An owner that was killed: its lease lapses, and the next caller is the first to see it. */
    void killed(LookedUpTool tool) {
        // What a killed process cannot do: take its claim back.
        desk.store.requestLost = "release";
        desk.store.answerLost = "claim";
        assertThatThrownBy(() -> call(tool)).isInstanceOf(SideEffectStoreException.class);
        desk.store.answerLost = null;
        desk.clock.forward(LEASE.plusMillis(1));
    }

    /** The same call in another thread, as if in another process. */
    <T> T elsewhere(Callable<T> call) throws Exception {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task);
        thread.start();
        return task.get(30, TimeUnit.SECONDS);
    }

    SideEffectInDoubtException inDoubt(LookedUpTool tool) {
        int effects = desk.effects.get();
        SideEffectInDoubtException refused = catchThrowableOfType(SideEffectInDoubtException.class, () -> call(tool));
        assertThat(refused).isNotNull();
        assertThat(desk.effects).hasValue(effects);
        return refused;
    }

    Decision lastDecision() {
        return desk.calls.get(desk.calls.size() - 1).decision();
    }

    List<Incident.Kind> incidents() {
        return desk.incidents.stream().map(Incident::kind).toList();
    }

    static void uninterruptibly(CountDownLatch latch) {
        unchecked(() -> latch.await(30, TimeUnit.SECONDS));
    }

    static <T> T unchecked(Callable<T> body) {
        try {
            return body.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The ticket tool with a lookup that asks what this test keeps as the remote side. */
    final class LookedUpTool extends TicketToolWithLookup {

        LookedUpTool(UnaryOperator<ToolDefinition.Builder> more) {
            this("create_ticket", more);
        }

        LookedUpTool(String name, UnaryOperator<ToolDefinition.Builder> more) {
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
    abstract static class TicketToolWithLookup extends TicketTool {

        @Nullable
        DownstreamKey seenKey;

        @Nullable
        Object seenTarget;

        @Nullable
        String seenTenant;

        List<@Nullable Object> seenArguments = List.of();

        TicketToolWithLookup(String name, UnaryOperator<ToolDefinition.Builder> more) {
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
