package dev.retrysafe.engine;

import dev.retrysafe.ResultClassifier;
import dev.retrysafe.observe.AuditLog;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.result.ResultCodec;
import dev.retrysafe.result.ResultCodecs;
import dev.retrysafe.store.EffectStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds a {@link SideEffectEngine}. Only the store has no default. */
public final class EngineBuilder {

    private @Nullable EffectStore store;

    private String namespace = "default";

    private String actor = "application";

    private Duration ttl = Duration.ofHours(24);

    private Duration lease = Duration.ofSeconds(30);

    private Duration waitAtMost = Duration.ofSeconds(10);

    private Duration runAtMost = Duration.ofMinutes(15);

    private Duration commitBudget = Duration.ofSeconds(10);

    private long maxResultBytes = 1_000_000;

    private @Nullable Duration maxRequestAge;

    private TenantArgument tenantArgument = TenantArgument.ALLOWED;

    private final Map<String, ToolSettings> tools = new LinkedHashMap<>();

    private @Nullable ResultCodec codec;

    private ResultClassifier classifier = new ReturnedErrors();

    private final List<SideEffectListener> listeners = new ArrayList<>(List.of(new AuditLog()));

    private EngineClock clock = EngineClock.SYSTEM;

    private Threads threads = Threads.DAEMONS;

    EngineBuilder() {}

    /**
     * Sets where records are kept. The engine does not close it.
     *
     * @param value the store
     * @return this
     */
    public EngineBuilder store(EffectStore value) {
        store = Objects.requireNonNull(value, "store");
        return this;
    }

    /**
     * Separates applications that share a store; part of every downstream key.
     *
     * @param value not blank; {@code default} by default
     * @return this
     */
    public EngineBuilder namespace(String value) {
        namespace = value;
        return this;
    }

    /**
     * Sets who asks when the call context does not say.
     *
     * @param value not blank
     * @return this
     */
    public EngineBuilder actor(String value) {
        actor = value;
        return this;
    }

    /**
     * Sets how long receipts are kept, counted from their commit, where the tool does not say.
     *
     * @param value at least a millisecond; 24 hours by default
     * @return this
     */
    public EngineBuilder ttl(Duration value) {
        ttl = value;
        return this;
    }

    /**
     * Sets how long an owner may stay silent before its claim is in doubt. It is renewed three times as often.
     *
     * @param value at least a millisecond; 30 seconds by default
     * @return this
     */
    public EngineBuilder lease(Duration value) {
        lease = value;
        return this;
    }

    /**
     * Sets how long a caller waits for a live owner before it is told "in progress".
     *
     * @param value zero answers at once; 10 seconds by default
     * @return this
     */
    public EngineBuilder waitAtMost(Duration value) {
        waitAtMost = value;
        return this;
    }

    /**
     * Sets how long a running method's lease is renewed.
     *
     * @param value at least a millisecond; 15 minutes by default
     * @return this
     */
    public EngineBuilder runAtMost(Duration value) {
        runAtMost = value;
        return this;
    }

    /**
     * Sets how long the caller of an executed tool waits for its receipt to be stored, before it is told that it is not
     * and storing goes on in the background.
     *
     * @param value at least a millisecond; 10 seconds by default
     * @return this
     */
    public EngineBuilder commitBudget(Duration value) {
        commitBudget = value;
        return this;
    }

    /**
     * Sets the largest result that is stored; of a larger one only the receipt is.
     *
     * @param value bytes; 1,000,000 by default
     * @return this
     */
    public EngineBuilder maxResultBytes(long value) {
        maxResultBytes = value;
        return this;
    }

    /**
     * Sets how old a request may be that executes, where its caller says when it was issued; an older one is refused ({@code
     * TooOld}). Whoever raises a ttl pins this to the former one, until the new one has passed: a request whose receipt has
     * expired under the former ttl would else be young enough again.
     *
     * @param value at least a millisecond, and no longer than any tool's ttl; by default each tool's ttl
     * @return this
     */
    public EngineBuilder maxRequestAge(Duration value) {
        maxRequestAge = Objects.requireNonNull(value, "maxRequestAge");
        return this;
    }

    /**
     * Sets what becomes of a call whose tenant comes from an argument, while no tenant is bound.
     *
     * @param value {@link TenantArgument#ALLOWED} by default
     * @return this
     */
    public EngineBuilder tenantArgument(TenantArgument value) {
        tenantArgument = Objects.requireNonNull(value, "tenantArgument");
        return this;
    }

    /**
     * Sets what operations want for one tool.
     *
     * @param name the tool's name
     * @param settings what is set
     * @return this
     */
    public EngineBuilder tool(String name, ToolSettings settings) {
        tools.put(name, settings);
        return this;
    }

    /**
     * Sets how results are stored.
     *
     * @param value the codec; by default Jackson 3 or 2, whichever is there
     * @return this
     */
    public EngineBuilder resultCodec(ResultCodec value) {
        codec = Objects.requireNonNull(value, "resultCodec");
        return this;
    }

    /**
     * Sets what returned values say about the effect.
     *
     * @param value the classifier; by default an MCP result with {@code isError} is in doubt and any other value committed
     * @return this
     */
    public EngineBuilder resultClassifier(ResultClassifier value) {
        classifier = Objects.requireNonNull(value, "resultClassifier");
        return this;
    }

    /**
     * Adds a listener, after those added before; the audit log is always the first.
     *
     * @param value the listener
     * @return this
     */
    public EngineBuilder listener(SideEffectListener value) {
        listeners.add(Objects.requireNonNull(value, "listener"));
        return this;
    }

    /**
     * Sets the clocks by which an owner measures its own lease.
     *
     * @param value the clocks; the system's by default
     * @return this
     */
    public EngineBuilder clock(EngineClock value) {
        clock = Objects.requireNonNull(value, "clock");
        return this;
    }

    EngineBuilder threads(Threads value) {
        threads = value;
        return this;
    }

    /**
     * Builds the engine.
     *
     * @return an engine, to be closed
     * @throws IllegalStateException when no store is set
     * @throws IllegalArgumentException when a value is out of its range, by name
     * @throws dev.retrysafe.tool.ToolDefinitionException when receipts would expire before those who wait for them stop
     *     waiting ({@code TtlShorterThanWait}), or before the requests that they answer are too old ({@code
     *     TtlShorterThanAge})
     */
    public SideEffectEngine build() {
        if (store == null) {
            throw new IllegalStateException(
                    "a SideEffectEngine needs a store: SideEffectEngine.builder().store(…). There"
                            + " is no default, because an unprotected run would look the same until the first duplicate");
        }
        EngineSettings settings = new EngineSettings(
                namespace,
                actor,
                ttl,
                lease,
                waitAtMost,
                runAtMost,
                commitBudget,
                maxResultBytes,
                maxRequestAge,
                tenantArgument,
                tools);
        ResultCodec found = codec == null ? ResultCodecs.find() : codec;
        return new SideEffectEngine(
                new GuardedStore(store), settings, found, classifier, new Listeners(listeners), clock, threads);
    }
}
