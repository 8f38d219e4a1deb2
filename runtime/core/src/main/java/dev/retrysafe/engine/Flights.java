package dev.retrysafe.engine;

import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lets the callers of one process who want the same effect at the same time share what they ask the store ("single
 * flight"). The first one claims. Those who come while it asks, or while a live owner is waited for, take a seat: they wait
 * without a command, a connection or a thread of their own. So the store sees one claim or one look of an operation at a
 * time from here, however many callers retry it.
 */
final class Flights {

    /** The retries of one operation must not take all the room for waiting that there is. */
    static final int MOST_OF_ONE = 1_000;

    static final int MOST_IN_ALL = 10_000;

    /** A look that is not answered keeps a thread for all of the store's budget. */
    private static final int LOOKERS = 4;

    final EffectStore store;

    final Timekeeper timekeeper;

    final Workers lookers;

    private final Map<Effect, Flight> flights = new ConcurrentHashMap<>();

    private final AtomicInteger seats = new AtomicInteger();

    Flights(EffectStore store, Timekeeper timekeeper, Threads threads) {
        this.store = store;
        this.timekeeper = timekeeper;
        lookers = new Workers(LOOKERS, threads.named("retrysafe-look"));
    }

    /** What callers share. Calls with other arguments are a conflict, which each of them has to be told. */
    record Effect(OperationId operation, String fingerprint) {

        static Effect of(ClaimRequest request) {
            return new Effect(request.operation(), request.fingerprint());
        }
    }

    /** What a caller finds. */
    sealed interface Boarding {

        /** Nobody asks: this caller does, and tells the flight what came of it, whatever that is. */
        record First(Flight flight) implements Boarding {}

        /** Somebody asks, or waits: this caller is told, too. */
        record Seated(Seat seat) implements Boarding {}

        /** As many wait already as may. */
        record Full() implements Boarding {}
    }

    /** Joins those who want the same effect, or is the first of them. */
    Boarding board(ClaimRequest request) {
        Effect effect = Effect.of(request);
        while (true) {
            Flight flight = flights.computeIfAbsent(effect, wanted -> new Flight(this, wanted));
            Boarding boarding = flight.board(request);
            if (boarding != null) {
                return boarding;
            }
        }
    }

    /** Joins those who want the same effect, where somebody asks already; null where nobody does. */
    @Nullable
    Boarding join(ClaimRequest request) {
        Flight flight = flights.get(Effect.of(request));
        return flight == null ? null : flight.join(request);
    }

    /** Whether there is room for one more; it is taken then. */
    boolean takeSeat() {
        if (seats.incrementAndGet() <= MOST_IN_ALL) {
            return true;
        }
        seats.decrementAndGet();
        return false;
    }

    void leaveSeats(int number) {
        seats.addAndGet(-number);
    }

    void over(Effect effect, Flight flight) {
        flights.remove(effect, flight);
    }

    /** How many effects are asked for at present. */
    int underWay() {
        return flights.size();
    }

    /** How many callers wait at present. */
    int waiting() {
        return seats.get();
    }
}
