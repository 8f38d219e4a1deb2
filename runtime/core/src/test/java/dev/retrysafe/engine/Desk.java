package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.store.InMemoryEffectStore;
import dev.retrysafe.tool.ToolMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An engine on a store with a clock that the test moves, a ledger of effects, and what listeners were told. */
final class Desk implements AutoCloseable {

    final MovableClock clock = new MovableClock();

    final InMemoryEffectStore memory = new InMemoryEffectStore(clock::wallTime);

    final FaultyStore store = new FaultyStore(memory);

    final AtomicInteger effects = new AtomicInteger();

    final List<CallFinished> calls = new CopyOnWriteArrayList<>();

    final List<Incident> incidents = new CopyOnWriteArrayList<>();

    final SideEffectEngine engine;

    final TicketTool createTicket = new TicketTool();

    Desk() {
        this(SideEffectEngine.builder().waitAtMost(Duration.ZERO));
    }

    Desk(EngineBuilder builder) {
        engine = builder.store(store).clock(clock).listener(new Recorder()).build();
    }

    /** Calls the ticket tool for tenant acme with a body that creates a ticket. */
    Ticket create(String approvalId, String severity) throws Exception {
        return (Ticket) Objects.requireNonNull(call(createTicket, () -> newTicket(severity), approvalId, severity, ""));
    }

    Ticket newTicket(String severity) {
        int n = effects.incrementAndGet();
        return new Ticket("T-" + n, "https://tickets.example/T-" + n, severity);
    }

    @Nullable
    Object call(ToolMethod tool, Callable<?> body, @Nullable Object... arguments) throws Exception {
        return callOn(engine, tool, body, arguments);
    }

    /** On another process' engine, say. */
    static @Nullable Object callOn(
            SideEffectEngine engine, ToolMethod tool, Callable<?> body, @Nullable Object... arguments)
            throws Exception {
        try (CallContext.Scope scope =
                CallContext.builder().tenant("acme").build().open()) {
            return engine.call(Invocation.direct(tool, body, arguments));
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError("neither an Exception nor an Error", t);
        }
    }

    @Override
    public void close() {
        engine.close();
    }

    private final class Recorder implements SideEffectListener {

        @Override
        public CallObserver callStarted(String tool) {
            return calls::add;
        }

        @Override
        public void incident(Incident incident) {
            incidents.add(incident);
        }
    }

    /** Moves only when told. */
    static final class MovableClock implements EngineClock {

        private volatile Duration elapsed = Duration.ZERO;

        private volatile Duration set = Duration.ZERO;

        /** Time goes by. */
        void forward(Duration by) {
            elapseUnseen(by);
            setForward(by);
        }

        /** Somebody sets the wall clock; the store's clock, which it is, too. */
        void setForward(Duration by) {
            set = set.plus(by);
        }

        /** Time goes by that the wall clock does not show. */
        void elapseUnseen(Duration by) {
            elapsed = elapsed.plus(by);
        }

        @Override
        public long nanoTime() {
            return elapsed.toNanos();
        }

        @Override
        public Instant wallTime() {
            return Instant.parse("2026-01-01T00:00:00Z").plus(set);
        }
    }
}
