package dev.retrysafe.engine;

import dev.retrysafe.ResultClassifier;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.operations.SideEffectOperations;
import dev.retrysafe.result.ResultCodec;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.tool.ToolDefinitionException;
import dev.retrysafe.tool.ToolMethod;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tools so that an operation's effect is caused at most once per key while its record lives, and otherwise says "in
 * doubt". The walk of a call: key and fingerprint from the arguments; one atomic question to the store; the decision; the
 * method under a renewed lease; the receipt stored before the caller gets the result. Safe for many threads.
 */
public final class SideEffectEngine implements AutoCloseable {

    private static final AtomicReference<@Nullable SideEffectEngine> INSTALLED = new AtomicReference<>();

    private final EngineSettings settings;

    private final Timekeeper timekeeper;

    private final Committer committer;

    private final ToolChecks checks;

    private final Flights flights;

    private final KnownTools tools;

    private final SideEffectOperations operations;

    private final Calls calls;

    private volatile boolean closed;

    SideEffectEngine(
            EffectStore store,
            EngineSettings settings,
            @Nullable ResultCodec codec,
            ResultClassifier classifier,
            Listeners listeners,
            EngineClock clock,
            Threads threads) {
        this.settings = settings;
        timekeeper = new Timekeeper(threads);
        committer = new Committer(store, clock, settings.commitBudget(), timekeeper, threads);
        Results results = new Results(codec, settings.maxResultBytes());
        Outcomes outcomes = new Outcomes(results, listeners);
        Claims claims = new Claims(store, committer);
        Receipts receipts = new Receipts(store, committer, listeners);
        Doubt doubt = new Doubt(store, claims, outcomes, receipts, listeners, clock);
        checks = new ToolChecks(store, settings, results);
        flights = new Flights(store, timekeeper, threads);
        Gate gate = new Gate(store, settings, clock, checks, flights, claims, doubt);
        LettingGo lettingGo = new LettingGo(store, committer, listeners);
        Ending ending = new Ending(receipts, lettingGo, results, outcomes, classifier, listeners);
        Entrance entrance = new Entrance(listeners);
        LeaseKeeper keeper = new LeaseKeeper(store, clock, listeners, timekeeper, threads);
        Runner runner = new Runner(keeper, ending, settings, entrance, Completions.on(threads));
        tools = new KnownTools(settings);
        operations = new EngineOperations(store, settings.namespace(), tools, listeners);
        LocalRunner localRunner = new LocalRunner(ending, receipts, outcomes, listeners, entrance);
        CallThreads callThreads = new CallThreads(threads);
        calls = new Calls(
                gate, runner, localRunner, results, listeners, clock, settings.actor(), callThreads, () -> closed);
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
     *     own, in which protocol failures arrive too; for one that returns a {@code Mono} a {@code Mono} of its own, each
     *     subscription to which is a call
     * @throws SideEffectException when the call is refused, by the rules of its subtypes
     * @throws Throwable what the method throws, unchanged; and the stored failure again, where a failure was the
     *     outcome
     */
    public @Nullable Object call(Invocation invocation) throws Throwable {
        return call(invocation, () -> this);
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
        return call(invocation, SideEffectEngine::installed);
    }

    private static @Nullable Object call(Invocation invocation, Supplier<SideEffectEngine> engine) throws Throwable {
        MethodEntry joined;
        try {
            joined = MethodEntry.joining(invocation);
        } catch (SideEffectRejectedException refusal) {
            return MethodEntry.refused(invocation, refusal);
        }
        return joined == null ? engine.get().callAnew(invocation) : joined.proceed(invocation);
    }

    private @Nullable Object callAnew(Invocation invocation) throws Throwable {
        tools.add(invocation.tool().definition());
        return switch (invocation.tool().definition().completion()) {
            case RETURN -> calls.call(invocation);
            case FUTURE -> calls.callLater(invocation);
            case MONO -> Monos.deferred(invocation, calls);
        };
    }

    /** How many callers wait for what others ask the store. */
    int waiting() {
        return flights.waiting();
    }

    /** How many effects callers ask the store for, or wait for. */
    int callsUnderWay() {
        return flights.underWay();
    }

    /**
     * Checks, when an application starts, what would otherwise refuse every call of a tool.
     *
     * @param tool the tool
     * @throws ToolDefinitionException when the engine's store or codec cannot keep what the tool promises
     */
    public void check(ToolMethod tool) {
        tools.add(tool.definition());
        checks.check(tool);
    }

    /**
     * Closes the engine: from here on calls are refused ({@code EngineClosed}), and no method is entered. Methods that run
     * already run on, and end as ever: their leases are renewed until they are done, or {@code run-at-most} has passed, and
     * their receipts are stored. That is done on daemon threads, which keep no JVM alive, and takes the store: close that
     * after they are done.
     *
     * <p>Receipts, releases and marks that the store has not taken yet are tried once more, at once. This waits for them,
     * for five seconds at most. What the store has not taken by then is given up and logged, and its record comes into doubt
     * when its lease lapses; so is what a method that runs on leaves behind, after one more try of its own.
     *
     * <p>Closing again does nothing more.
     */
    @Override
    public void close() {
        closed = true;
        INSTALLED.compareAndSet(this, null);
        timekeeper.close();
        committer.close();
    }
}
