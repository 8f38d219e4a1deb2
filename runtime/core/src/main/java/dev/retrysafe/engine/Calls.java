package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.store.StoredOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The walk of one call, for each way in which a method hands its result over. */
final class Calls {

    private final Gate gate;

    private final Runner runner;

    private final LocalRunner localRunner;

    private final Listeners listeners;

    private final EngineClock clock;

    private final String actor;

    private final Executor elsewhere;

    private final BooleanSupplier closed;

    /**
     * Walks calls through a gate and a runner.
     *
     * @param actor who asks when the call context does not say
     * @param elsewhere where calls go whose own thread must not wait
     * @param closed whether the engine is
     */
    Calls(
            Gate gate,
            Runner runner,
            LocalRunner localRunner,
            Listeners listeners,
            EngineClock clock,
            String actor,
            Executor elsewhere,
            BooleanSupplier closed) {
        this.gate = gate;
        this.runner = runner;
        this.localRunner = localRunner;
        this.listeners = listeners;
        this.clock = clock;
        this.actor = actor;
        this.elsewhere = elsewhere;
        this.closed = closed;
    }

    /** A call that has begun, and what it was begun under. */
    private record Begun(
            Operation operation,
            Invocation invocation,
            @Nullable CallContext context,
            CallReport report) {}

    /** How a call goes on that is not refused. */
    private sealed interface Opened {

        record Entered(Attempt attempt, LeaseKeeper.Kept kept) implements Opened {}

        record EnteredLocally(Admission.EnterLocally admission) implements Opened {}

        record Answered(StoredOutcome outcome) implements Opened {}
    }

    /**
     * Calls a tool whose method returns its result.
     *
     * @return the result
     * @throws Throwable the refusal, or what the method throws
     */
    @Nullable
    Object call(Invocation invocation) throws Throwable {
        CallContext context = CallContext.current();
        CallReport report = report(invocation, context);
        try {
            Begun call = begin(invocation, context, report);
            Opened opened = open(call);
            if (opened instanceof Opened.Entered entered) {
                return runner.run(entered.attempt(), entered.kept(), invocation, report);
            }
            if (opened instanceof Opened.EnteredLocally local) {
                return localRunner.run(local.admission(), invocation, report);
            }
            return runner.answer(call.operation(), invocation, ((Opened.Answered) opened).outcome(), report);
        } finally {
            report.returned();
        }
    }

    /**
     * Calls a tool whose method returns a future. The claim is made on this thread.
     *
     * @return the caller's own future, in which refusals arrive too
     * @throws Throwable what the method throws instead of returning a future
     */
    CompletableFuture<@Nullable Object> callLater(Invocation invocation) throws Throwable {
        CallContext context = CallContext.current();
        CallReport report = report(invocation, context);
        try {
            return later(begin(invocation, context, report));
        } catch (SideEffectException refusal) {
            return CompletableFuture.failedFuture(refusal);
        } finally {
            report.returned();
        }
    }

    /**
     * Calls a tool on a thread of its own, because the caller's may be one that must not wait. Key and fingerprint are
     * taken here, so that the caller sees the call begin; all that asks the store happens there.
     *
     * @param context what the call is made under
     * @param outer the tool that calls; null for none
     * @param handingOver what is to be done with a task before it is handed to that thread
     * @return the caller's own future, in which everything arrives
     */
    CompletableFuture<@Nullable Object> callElsewhere(
            Invocation invocation,
            @Nullable CallContext context,
            @Nullable RunningTool outer,
            UnaryOperator<Runnable> handingOver) {
        CallReport report = report(invocation, context);
        CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
        try {
            Begun call = begin(invocation, context, report);
            Runnable task = handingOver.apply(() -> answer(call, outer, answer));
            try {
                elsewhere.execute(() -> {
                    // What was hung on an earlier answer ran on that thread, too, and may have left any context open.
                    CallContext.clear();
                    task.run();
                });
            } catch (Error e) {
                // No thread can be had, and the store was not asked.
                report.threw(e);
                answer.completeExceptionally(e);
            }
        } catch (SideEffectException refusal) {
            answer.completeExceptionally(refusal);
        } finally {
            report.returned();
        }
        return answer;
    }

    private void answer(Begun call, @Nullable RunningTool outer, CompletableFuture<@Nullable Object> answer) {
        CallContext context = call.context();
        try (ToolScope.Scope scope = outer == null ? ToolScope.outside() : ToolScope.enter(outer)) {
            CompletableFuture<@Nullable Object> result =
                    context == null ? tried(call) : context.call(() -> tried(call));
            CompletableFuture<?> unused = result.whenComplete((value, failure) -> complete(answer, value, failure));
        } catch (Throwable t) {
            answer.completeExceptionally(t);
        }
    }

    private static void complete(
            CompletableFuture<@Nullable Object> answer, @Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            answer.complete(value);
        } else {
            answer.completeExceptionally(failure);
        }
    }

    private CompletableFuture<@Nullable Object> tried(Begun call) {
        try {
            return later(call);
        } catch (Throwable t) {
            return CompletableFuture.failedFuture(t);
        }
    }

    private CompletableFuture<@Nullable Object> later(Begun call) throws Throwable {
        Opened opened = open(call);
        if (opened instanceof Opened.Entered entered) {
            return runner.runLater(entered.attempt(), entered.kept(), call.invocation(), call.report());
        }
        StoredOutcome outcome = ((Opened.Answered) opened).outcome();
        try {
            return CompletableFuture.completedFuture(
                    runner.answer(call.operation(), call.invocation(), outcome, call.report()));
        } catch (Throwable t) {
            return CompletableFuture.failedFuture(t);
        }
    }

    private CallReport report(Invocation invocation, @Nullable CallContext context) {
        String tool = invocation.tool().definition().tool();
        String bound = context == null ? null : context.get("actor");
        return new CallReport(clock, listeners.callStarted(tool), tool, bound == null ? actor : bound);
    }

    private Begun begin(Invocation invocation, @Nullable CallContext context, CallReport report) {
        return report.reporting(() -> {
            if (closed.getAsBoolean()) {
                throw Answers.closed(invocation.tool().definition().tool(), null);
            }
            return new Begun(gate.operation(invocation, context, report), invocation, context, report);
        });
    }

    /** Asks the store, and starts to keep the lease of what is to be entered. */
    private Opened open(Begun call) {
        CallReport report = call.report();
        return report.reporting(() -> {
            Admission admission = gate.admit(call.operation(), call.invocation(), call.context(), report.actor());
            if (admission instanceof Admission.Enter enter) {
                nest(enter.attempt(), () -> runner.giveBack(enter.attempt()));
                LeaseKeeper.Kept kept = runner.keep(enter.attempt());
                entering(report);
                return new Opened.Entered(enter.attempt(), kept);
            }
            if (admission instanceof Admission.EnterLocally local) {
                if (closed.getAsBoolean()) {
                    local.transaction().close();
                    throw Answers.closed(
                            local.attempt().tool(), call.operation().key());
                }
                nest(local.attempt(), () -> local.transaction().close());
                entering(report);
                return new Opened.EnteredLocally(local);
            }
            return new Opened.Answered(((Admission.Answered) admission).outcome());
        });
    }

    /** A tool that was left running by another one's method finds that one ended, and settled: its effect would be unseen. */
    private static void nest(Attempt attempt, Runnable giveBack) {
        RunningTool outer = ToolScope.current();
        if (outer == null) {
            return;
        }
        try {
            attempt.runsIn(outer);
        } catch (RuntimeException | Error e) {
            giveBack.run();
            throw e;
        }
    }

    private static void entering(CallReport report) {
        report.entering();
        report.decided(Decision.EXECUTE);
    }
}
