package dev.retrysafe.engine;

import dev.retrysafe.engine.Flights.Boarding;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one call asks the store until it is admitted or refused: one claim and, for a live owner, a wait, which it shares with
 * the other callers of this process. Used by one thread at a time.
 */
abstract class Asking {

    final Operation operation;

    final Invocation call;

    final ClaimRequest request;

    final EngineClock clock;

    private final Flights flights;

    private final Duration waitAtMost;

    /** When this call has waited long enough, by {@link System#nanoTime}; null before it had to wait. */
    private @Nullable Long waitUntil;

    private boolean waited;

    Asking(
            Operation operation,
            Invocation call,
            ClaimRequest request,
            Flights flights,
            EngineClock clock,
            Duration waitAtMost) {
        this.operation = operation;
        this.call = call;
        this.request = request;
        this.flights = flights;
        this.clock = clock;
        this.waitAtMost = waitAtMost;
    }

    /** How it goes on. */
    sealed interface Next {

        /** The call is admitted. */
        record Admitted(Admission admission) implements Next {}

        /** Others ask, or a live owner is to be waited for: then {@link Asking#told}. */
        record Wait(Seat seat, Duration atMost) implements Next {}
    }

    /**
     * Asks, unless another caller of this process does already.
     *
     * @return how it goes on
     * @throws dev.retrysafe.SideEffectException when the call is refused
     */
    Next ask() {
        if (left().isZero()) {
            return ask(null);
        }
        Boarding boarding = flights.board(request);
        return boarding instanceof Boarding.First first ? ask(first.flight()) : seated(boarding);
    }

    /**
     * Joins another caller of this process, where one asks already. Asks nobody.
     *
     * @return the wait; null where there is none to join
     * @throws dev.retrysafe.SideEffectException when too many wait already
     */
    @Nullable
    Next join() {
        Boarding boarding = left().isZero() ? null : flights.join(request);
        return boarding == null ? null : seated(boarding);
    }

    /**
     * Goes on with what the store told.
     *
     * @param seat where this call waits
     * @param atMost how long to wait on this thread, at most
     * @return how it goes on
     * @throws dev.retrysafe.SideEffectException when the call is refused
     */
    Next told(Seat seat, Duration atMost) {
        ClaimReply reply;
        try {
            reply = seat.await(atMost, looksTell());
        } catch (EffectStoreException e) {
            throw Answers.notClaimed(operation, e);
        }
        if (reply == null) {
            return left().isZero() ? goOn(inProgress()) : ask();
        }
        waited = true;
        return goOn(reply);
    }

    /**
     * Asks the store.
     *
     * @param first those who wait for what comes of it; null for none
     */
    abstract Next ask(@Nullable Flight first);

    /** Whether looking at the record tells how far the owner is. */
    abstract boolean looksTell();

    /** Goes on with an answer that is no claim of this call's. */
    abstract Next goOn(ClaimReply reply);

    final Step decide(ClaimReply reply, boolean mayWait) {
        return Decider.decide(reply, operation.fingerprint(), operation.tool().definitionHash(), mayWait);
    }

    final boolean hasWaited() {
        return waited;
    }

    final boolean mayWait() {
        return !waited && !left().isZero();
    }

    /** Waits for a live owner, of which the store was asked already. */
    final Next waitFor(ClaimReply.InProgress running, @Nullable Flight first) {
        Boarding boarding = first == null ? flights.board(request) : new Boarding.First(first);
        return seated(boarding instanceof Boarding.First mine ? mine.flight().waits(request, running) : boarding);
    }

    private Next seated(Boarding boarding) {
        return boarding instanceof Boarding.Seated seated ? new Next.Wait(seated.seat(), left()) : goOn(inProgress());
    }

    private ClaimReply inProgress() {
        waited = true;
        return new ClaimReply.InProgress(0, Duration.ZERO);
    }

    /** What is left of the time to wait, which begins when it is first asked for. */
    final Duration left() {
        if (waitUntil == null) {
            waitUntil = System.nanoTime() + waitAtMost.toNanos();
        }
        long left = waitUntil - System.nanoTime();
        return left <= 0 ? Duration.ZERO : Duration.ofNanos(left);
    }
}
