package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.tool.ToolMethod;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The walk of one call, for each way in which a method hands its result over. */
final class Calls {

    private final Gate gate;

    private final Runner runner;

    private final LocalRunner localRunner;

    private final Results results;

    private final Listeners listeners;

    private final TransactionRule transactionRule;

    private final EngineClock clock;

    private final String actor;

    private final CallThreads threads;

    private final Turns turns = new Turns();

    private final BooleanSupplier closed;

    /**
     * Walks calls through a gate and a runner.
     *
     * @param actor who asks when the call context does not say
     * @param threads where calls go on whose own thread must not wait
     * @param closed whether the engine is
     */
    Calls(
            Gate gate,
            Runner runner,
            LocalRunner localRunner,
            Results results,
            Listeners listeners,
            EngineClock clock,
            String actor,
            CallThreads threads,
            BooleanSupplier closed) {
        this.gate = gate;
        this.runner = runner;
        this.localRunner = localRunner;
        this.results = results;
        this.listeners = listeners;
        this.transactionRule = new TransactionRule(listeners);
        this.clock = clock;
        this.actor = actor;
        this.threads = threads;
        this.closed = closed;
    }

    /**
     * A call that has begun, and what it was begun under.
     *
     * @param outer the tool that calls; null for none
     * @param handingOver what is to be done with a part of it that is handed to another thread
     * @param besideTransaction whether a transaction of the caller's is open that writes
     */
    private record Begun(
            Operation operation,
            Invocation invocation,
            @Nullable CallContext context,
            CallReport report,
            @Nullable RunningTool outer,
            UnaryOperator<Runnable> handingOver,
            boolean besideTransaction) {}

    /** How a call goes on that is not refused. */
    private sealed interface Opened {

        record Entered(Attempt attempt, LeaseKeeper.Kept kept) implements Opened {}

        record EnteredLocally(Admission.EnterLocally admission) implements Opened {}

        record Answered(Admission.Answered admission) implements Opened {}
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
            Begun call = begin(invocation, context, report, ToolScope.current(), UnaryOperator.identity());
            Opened opened = report.reporting(() -> enter(call, admit(call)));
            if (opened instanceof Opened.Entered entered) {
                return runner.run(entered.attempt(), entered.kept(), invocation, report);
            }
            if (opened instanceof Opened.EnteredLocally local) {
                try {
                    return localRunner.run(local.admission(), invocation, report);
                } finally {
                    local.admission().over();
                }
            }
            Admission.Answered answered = ((Opened.Answered) opened).admission();
            return answered.waited()
                    ? turns.take(() -> runner.answer(call.operation(), invocation, answered.outcome(), report))
                    : runner.answer(call.operation(), invocation, answered.outcome(), report);
        } finally {
            report.returned();
        }
    }

    /** Asks the store, and waits on this thread where it has to. */
    private Admission admit(Begun call) {
        Asking asking = asking(call);
        Asking.Next next = asking.ask();
        while (next instanceof Asking.Next.Wait wait) {
            next = asking.told(wait.seat(), wait.atMost());
        }
        return ((Asking.Next.Admitted) next).admission();
    }

    private Asking asking(Begun call) {
        return gate.asking(
                call.operation(),
                call.invocation(),
                call.context(),
                call.report().actor());
    }

    /**
     * Calls a tool whose method returns a future. The claim is made on this thread; where a live owner has to be waited for,
     * no thread waits, and what follows is done on one of the engine's.
     *
     * @return the caller's own future, in which refusals arrive too
     * @throws Throwable what the method throws instead of returning a future
     */
    CompletableFuture<@Nullable Object> callLater(Invocation invocation) throws Throwable {
        CallContext context = CallContext.current();
        CallReport report = report(invocation, context);
        try {
            Begun call = begin(invocation, context, report, ToolScope.current(), UnaryOperator.identity());
            Asking asking = report.reporting(() -> asking(call));
            return goOn(call, asking, report.reporting(asking::ask));
        } catch (SideEffectException refusal) {
            return CompletableFuture.failedFuture(refusal);
        } finally {
            report.returned();
        }
    }

    /**
     * Calls a tool on one of the engine's threads, because the caller's may be one that must not wait. Key and fingerprint
     * are taken here, so that the caller sees the call begin; the store is asked there. A caller who only joins others needs
     * no thread until they are told.
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
            Begun call = begin(invocation, context, report, outer, handingOver);
            Asking asking = within(call, () -> report.reporting(() -> asking(call)));
            Asking.Next joined = report.reporting(asking::join);
            if (joined == null) {
                elsewhere(call, answer, () -> goOn(call, asking, report.reporting(asking::ask)));
            } else {
                return goOn(call, asking, joined);
            }
        } catch (Throwable refusal) {
            answer.completeExceptionally(refusal);
        } finally {
            report.returned();
        }
        return answer;
    }

    /** A part of a call, on whatever thread. */
    private interface Part<T> {
        T run() throws Throwable;
    }

    /** Runs a part of a call on one of the engine's threads. */
    private void elsewhere(
            Begun call, CompletableFuture<@Nullable Object> answer, Part<CompletableFuture<@Nullable Object>> part) {
        Runnable task = call.handingOver().apply(() -> {
            try {
                CompletableFuture<?> unused =
                        within(call, part).whenComplete((value, failure) -> complete(answer, value, failure));
            } catch (Throwable t) {
                answer.completeExceptionally(t);
            }
        });
        try {
            threads.execute(call.outer(), () -> {
                // What was hung on an earlier answer ran on that thread, too, and may have left any context open.
                CallContext.clear();
                task.run();
            });
        } catch (Error e) {
            // No thread can be had, and this call has claimed nothing.
            call.report().threw(e);
            answer.completeExceptionally(e);
        }
    }

    private static <T> T within(Begun call, Part<T> part) throws Throwable {
        RunningTool outer = call.outer();
        CallContext context = call.context();
        try (ToolScope.Scope scope = outer == null ? ToolScope.outside() : ToolScope.enter(outer);
                CallContext.Scope bound = context == null ? () -> {} : context.open()) {
            return part.run();
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

    /** Goes on with a call whose answer is a future: after a wait, on another thread. */
    private CompletableFuture<@Nullable Object> goOn(Begun call, Asking asking, Asking.Next next) throws Throwable {
        CallReport report = call.report();
        if (next instanceof Asking.Next.Wait wait) {
            CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
            wait.seat()
                    .whenTold(
                            wait.atMost(),
                            () -> elsewhere(
                                    call,
                                    answer,
                                    () -> goOn(
                                            call,
                                            asking,
                                            report.reporting(() -> asking.told(wait.seat(), Duration.ZERO)))));
            return answer;
        }
        Admission admission = ((Asking.Next.Admitted) next).admission();
        Opened opened = report.reporting(() -> enter(call, admission));
        if (opened instanceof Opened.Entered entered) {
            return runner.runLater(entered.attempt(), entered.kept(), call.invocation(), report);
        }
        StoredOutcome outcome = ((Opened.Answered) opened).admission().outcome();
        try {
            return CompletableFuture.completedFuture(
                    runner.answer(call.operation(), call.invocation(), outcome, report));
        } catch (Throwable t) {
            return CompletableFuture.failedFuture(t);
        }
    }

    private CallReport report(Invocation invocation, @Nullable CallContext context) {
        ToolMethod tool = invocation.tool();
        String bound = context == null ? null : context.get("actor");
        return new CallReport(
                clock, results, listeners.callStarted(tool.definition().tool()), tool, bound == null ? actor : bound);
    }

    private Begun begin(
            Invocation invocation,
            @Nullable CallContext context,
            CallReport report,
            @Nullable RunningTool outer,
            UnaryOperator<Runnable> handingOver) {
        return report.reporting(() -> {
            if (closed.getAsBoolean()) {
                throw Answers.closed(invocation.tool().definition().tool(), null);
            }
            Operation operation = gate.operation(invocation, context, report);
            boolean beside = TransactionRule.isBeside(invocation);
            return new Begun(operation, invocation, context, report, outer, handingOver, beside);
        });
    }

    /** Starts to keep the lease of what is to be entered. */
    private Opened enter(Begun call, Admission admission) {
        if (admission instanceof Admission.Enter enter) {
            nest(enter.attempt(), () -> runner.giveBack(enter.attempt()));
            LeaseKeeper.Kept kept = runner.keep(enter.attempt());
            entering(call, enter.attempt());
            return new Opened.Entered(enter.attempt(), kept);
        }
        if (admission instanceof Admission.EnterLocally local) {
            if (closed.getAsBoolean()) {
                local.giveBack();
                throw Answers.closed(local.attempt().tool(), call.operation().key());
            }
            nest(local.attempt(), local::giveBack);
            entering(call, local.attempt());
            return new Opened.EnteredLocally(local);
        }
        return new Opened.Answered((Admission.Answered) admission);
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

    private void entering(Begun call, Attempt attempt) {
        if (call.besideTransaction()) {
            transactionRule.entering(attempt);
        }
        call.report().decided(Decision.EXECUTE);
    }
}
