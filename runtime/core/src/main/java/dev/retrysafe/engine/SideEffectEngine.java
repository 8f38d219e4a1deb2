package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.ResultClassifier;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.ToolScope;
import dev.retrysafe.operations.SideEffectOperations;
import dev.retrysafe.result.ResultCodec;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolDefinitionException;
import dev.retrysafe.tool.ToolMethod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs tools so that an operation's effect is caused at most once per key while its record lives, and otherwise says "in
 * doubt". The walk of a call: key and fingerprint from the arguments; one atomic question to the store; the decision; the
 * method under a renewed lease; the receipt stored before the caller gets the result. Safe for many threads.
 */
public final class SideEffectEngine implements AutoCloseable {

    private static final AtomicReference<@Nullable SideEffectEngine> INSTALLED = new AtomicReference<>();

    private final EngineSettings settings;

    private final Listeners listeners;

    private final EngineClock clock;

    private final LeaseKeeper keeper;

    private final Committer committer;

    private final Gate gate;

    private final Ending ending;

    private final Runner runner;

    private final KnownTools tools;

    private final SideEffectOperations operations;
    private final LocalRunner localRunner;

    private volatile boolean closed;

    SideEffectEngine(
            EffectStore store,
            EngineSettings settings,
            @Nullable ResultCodec codec,
            ResultClassifier classifier,
            Listeners listeners,
            EngineClock clock) {
        this.settings = settings;
        this.listeners = listeners;
        this.clock = clock;
        keeper = new LeaseKeeper(store, clock, listeners);
        committer = new Committer(store, clock, settings.commitBudget());
        Results results = new Results(codec, settings.maxResultBytes());
        Outcomes outcomes = new Outcomes(results, listeners);
        Claims claims = new Claims(store, committer);
        gate = new Gate(store, settings, clock, results, claims, new Doubt(store, claims, outcomes, listeners, clock));
        ending = new Ending(store, committer, results, outcomes, classifier, listeners);
        runner = new Runner(keeper, ending, settings);
        tools = new KnownTools(settings);
        operations = new EngineOperations(store, settings.namespace(), tools, listeners);
        localRunner = new LocalRunner(ending, outcomes, listeners);
    }

    /**
     * Starts an engine.
     *
     * @return a builder
     */
    public static EngineBuilder builder() {
        return new EngineBuilder();
    }

    /**
     * Makes this the engine of woven code, for applications without Spring. Done once, before the first tool is called.
     *
     * @throws IllegalStateException when another engine is installed, or when weaving is not on, so that annotated methods
     *     would run unprotected
     */
    public void install() {
        if (!WeavingProbe.woven()) {
            throw new IllegalStateException(
                    "annotated methods would run unprotected, because load-time weaving is not on."
                            + " Start the JVM with -javaagent:<path of aspectjweaver.jar>; where it is, an <include> of"
                            + " an aop.xml leaves out dev.retrysafe..* or the JVM has no retrysafe-core on its class"
                            + " path. Neither the Spring Boot starter nor calling the engine directly needs an"
                            + " installation");
        }
        if (!INSTALLED.compareAndSet(null, this)) {
            throw new IllegalStateException(
                    "a SideEffectEngine is installed already: install one, once, and close it before"
                            + " installing another");
        }
    }

    /**
     * The engine of woven code.
     *
     * @return the installed engine
     * @throws IllegalStateException when none is installed
     */
    public static SideEffectEngine installed() {
        SideEffectEngine engine = INSTALLED.get();
        if (engine == null) {
            throw new IllegalStateException("no SideEffectEngine is installed, so the tool was not run: call"
                    + " SideEffectEngine.builder().store(…).build().install() when the application starts");
        }
        return engine;
    }

    /**
     * The engine's settings.
     *
     * @return the settings
     */
    public EngineSettings settings() {
        return settings;
    }

    /**
     * What persons do: see what is open, and settle what is in doubt.
     *
     * @return the operations on this engine's store, in its namespace
     */
    public SideEffectOperations operations() {
        return operations;
    }

    /**
     * Calls a tool.
     *
     * @param invocation the call
     * @return the method's result, or the stored one of an earlier call; for a tool that returns a future a future of its
     *     own, in which protocol failures arrive too
     * @throws SideEffectException when the call is refused, by the rules of its subtypes
     * @throws Throwable what the method throws, unchanged; and the stored failure again, where a failure was the
     *     outcome
     */
    public @Nullable Object call(Invocation invocation) throws Throwable {
        return joins(invocation) ? invocation.proceed() : callAnew(invocation);
    }

    /**
     * Calls a tool on the installed engine, for woven code. A call that joins the running attempt, whoever runs it, needs
     * none: where Spring's interceptor protects a method, a weaver that is there for other aspects does no harm.
     *
     * @param invocation the call
     * @return as {@link #call}
     * @throws IllegalStateException when no engine is installed; the method was not run
     * @throws Throwable as {@link #call}
     */
    public static @Nullable Object callInstalled(Invocation invocation) throws Throwable {
        return joins(invocation) ? invocation.proceed() : installed().callAnew(invocation);
    }

    private static boolean joins(Invocation invocation) {
        return ToolScope.current() instanceof Attempt running
                && running.tool().equals(invocation.tool().definition().tool())
                && running.joins(invocation);
    }

    private @Nullable Object callAnew(Invocation invocation) throws Throwable {
        String tool = invocation.tool().definition().tool();
        tools.add(invocation.tool().definition());
        CallContext context = CallContext.current();
        String actor = actor(context);
        CallReport report = new CallReport(clock, listeners.callStarted(tool), tool, actor);
        try {
            return call(invocation, context, actor, report);
        } finally {
            report.returned();
        }
    }

    // The caller gets the future as the method's result.
    @SuppressWarnings("FutureReturnValueIgnored")
    private @Nullable Object call(Invocation invocation, @Nullable CallContext context, String actor, CallReport report)
            throws Throwable {
        boolean later = invocation.tool().definition().completion() == ToolDefinition.Completion.FUTURE;
        Admission admission;
        LeaseKeeper.Kept kept = () -> {};
        try {
            if (closed) {
                throw Answers.closed(invocation.tool().definition().tool(), null);
            }
            admission = gate.admit(invocation, context, actor, report);
            if (admission instanceof Admission.Answered answered
                    && answered.outcome().failed()) {
                Throwable failure =
                        ending.replayFailure(answered.operation(), invocation.tool(), answered.outcome(), report);
                if (later) {
                    report.threw(failure);
                    return CompletableFuture.failedFuture(failure);
                }
                throw failure;
            }
            if (admission instanceof Admission.Answered answered) {
                Object value = ending.replay(answered.operation(), invocation.tool(), answered.outcome(), report);
                report.finished();
                return later ? CompletableFuture.completedFuture(value) : value;
            }
            if (admission instanceof Admission.Enter enter) {
                kept = runner.keep(enter.attempt());
            }
        } catch (SideEffectException refusal) {
            report.refused(refusal);
            if (later) {
                return CompletableFuture.failedFuture(refusal);
            }
            throw refusal;
        } catch (Throwable t) {
            report.threw(t);
            throw t;
        }
        report.decided(Decision.EXECUTE);
        if (admission instanceof Admission.EnterLocally local) {
            return localRunner.run(local, invocation, report);
        }
        Attempt attempt = ((Admission.Enter) admission).attempt();
        return later
                ? runner.runLater(attempt, kept, invocation, report)
                : runner.run(attempt, kept, invocation, report);
    }

    /**
     * Checks, when an application starts, what would otherwise refuse every call of a tool.
     *
     * @param tool the tool
     * @throws ToolDefinitionException when the engine's store or codec cannot keep what the tool promises
     */
    public void check(ToolMethod tool) {
        tools.add(tool.definition());
        gate.check(tool);
    }

    private String actor(@Nullable CallContext context) {
        String bound = context == null ? null : context.get("actor");
        return bound == null ? settings.actor() : bound;
    }

    @Override
    public void close() {
        closed = true;
        INSTALLED.compareAndSet(this, null);
        runner.close();
        keeper.close();
        committer.close();
    }
}
