package dev.retrysafe.engine;

import dev.retrysafe.engine.Flights.Boarding;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * Callers of one process who want the same effect. First one of them asks; then, if a live owner has to be waited for, one
 * watch and one look at a time serve them all: a look when the store notifies, and a slow poll in case a notification is
 * lost. What the store says is one object for all.
 *
 * <p>The store and its watch are never called under this object's lock: they call back.
 */
final class Flight {

    /** However many notifications are lost, polling costs the store at most one command a second. */
    private static final Duration FASTEST_POLL = Duration.ofSeconds(1);

    private static final Duration SLOWEST_POLL = Duration.ofSeconds(2);

    private enum Phase {
        /** The first caller has to ask yet. */
        NEW,
        /** The first caller asks, or runs in a transaction that nobody else sees into. */
        ASKING,
        /** A live owner is waited for. */
        WAITING,
        /** A transaction is over; the next look is the last one. */
        LANDED,
        OVER
    }

    private final Flights flights;

    private final Flights.Effect effect;

    private final Set<Seat> seats = new LinkedHashSet<>();

    private Phase phase = Phase.NEW;

    private EffectStore.@Nullable Watch watch;

    private @Nullable ScheduledFuture<?> poll;

    private boolean looking;

    private long looksBegun;

    private long looksDone;

    private boolean lookAgain;

    private Duration leaseLeft = Duration.ZERO;

    Flight(Flights flights, Flights.Effect effect) {
        this.flights = flights;
        this.effect = effect;
    }

    /** What a caller finds who comes; null where this flight is over. */
    synchronized @Nullable Boarding board(ClaimRequest request) {
        if (phase == Phase.LANDED || phase == Phase.OVER) {
            return null;
        }
        if (phase == Phase.NEW) {
            phase = Phase.ASKING;
            return new Boarding.First(this);
        }
        return join(request);
    }

    /** Takes a seat where somebody asks already; null where nobody does. */
    synchronized @Nullable Boarding join(ClaimRequest request) {
        if (phase != Phase.ASKING && phase != Phase.WAITING) {
            return null;
        }
        return seats.size() < Flights.MOST_OF_ONE && flights.takeSeat()
                ? new Boarding.Seated(sit(request))
                : new Boarding.Full();
    }

    private Seat sit(ClaimRequest request) {
        Seat seat = new Seat(this, request, looksBegun);
        seats.add(seat);
        return seat;
    }

    /** The first caller has the operation: the others wait for it. */
    void claimed() {
        boolean waited;
        synchronized (this) {
            waited = !seats.isEmpty();
            if (waited) {
                phase = Phase.WAITING;
            }
        }
        if (waited) {
            startWaiting();
        } else {
            askAgain();
        }
    }

    /** The first caller found a live owner, and waits with the others. */
    Boarding waits(ClaimRequest request, ClaimReply.InProgress running) {
        Seat seat;
        synchronized (this) {
            seat = flights.takeSeat() ? sit(request) : null;
            leaseLeft = running.leaseLeft();
        }
        claimed();
        return seat == null ? new Boarding.Full() : new Boarding.Seated(seat);
    }

    /** The store has answered for good. */
    void answered(ClaimRequest asked, ClaimReply reply) {
        for (Seat seat : end()) {
            seat.tell(asked, reply);
        }
    }

    /** The store has not answered. Nothing was done for anybody here. */
    void failed(EffectStoreException failure) {
        end().forEach(seat -> seat.tellFailure(failure));
    }

    /** Nothing is known: whoever waits, or comes at this moment, asks for itself. */
    void askAgain() {
        end().forEach(Seat::tellToAskAgain);
    }

    /** The first caller's transaction is over: what the record says now is the answer. A rollback notifies nobody. */
    void landed() {
        synchronized (this) {
            phase = Phase.LANDED;
            looking = true;
            // Who comes from here on finds no transaction of this process.
            flights.over(effect, this);
        }
        if (latest() == null) {
            askAgain();
        } else {
            startLook();
        }
    }

    private void startWaiting() {
        EffectStore.Watch opened = null;
        pollAfter(FASTEST_POLL);
        try {
            opened = flights.store.watch(effect.operation(), this::look);
        } catch (EffectStoreException e) {
            // Without notifications the poll tells.
            EngineLog.debug(
                    e,
                    "no notifications for those who wait for {}",
                    effect.operation().key());
        }
        synchronized (this) {
            if (phase != Phase.OVER) {
                watch = opened;
                return;
            }
        }
        close(opened);
    }

    /** Looks, unless a look is under way: then once more after it. On any thread, and at once. */
    private void look() {
        synchronized (this) {
            if (phase != Phase.WAITING || looking) {
                lookAgain = looking;
                return;
            }
            looking = true;
        }
        startLook();
    }

    private void startLook() {
        try {
            flights.lookers.execute(this::looked);
        } catch (Error e) {
            // No thread can be had.
            giveUp();
        }
    }

    private void looked() {
        ClaimRequest asked;
        long number;
        synchronized (this) {
            asked = latest();
            number = ++looksBegun;
        }
        if (asked == null) {
            askAgain();
            return;
        }
        ClaimReply reply;
        try {
            reply = flights.store.look(asked);
        } catch (EffectStoreException e) {
            failed(e);
            return;
        }
        boolean waits;
        boolean again;
        List<Seat> late = List.of();
        synchronized (this) {
            looksDone = number;
            waits = phase == Phase.WAITING && reply instanceof ClaimReply.InProgress;
            again = waits && lookAgain;
            lookAgain = false;
            looking = again;
            leaseLeft = reply instanceof ClaimReply.InProgress running ? running.leaseLeft() : leaseLeft;
            if (waits) {
                late = seats.stream()
                        .filter(seat -> seat.isLastLook && seat.looksBefore() < number)
                        .toList();
            }
        }
        late.forEach(seat -> seat.tellInProgress(leave(seat)));
        if (again) {
            startLook();
        } else if (waits) {
            pollAfter(poll(leaseLeft()));
        } else {
            answered(asked, reply);
        }
    }

    /** Asks as the caller who issued its request last: what is kept for that one is kept for all. */
    private synchronized @Nullable ClaimRequest latest() {
        ClaimRequest latest = null;
        for (Seat seat : seats) {
            Instant issuedAt = seat.request().issuedAt();
            Instant before = latest == null ? null : latest.issuedAt();
            if (latest == null || (issuedAt != null && (before == null || issuedAt.isAfter(before)))) {
                latest = seat.request();
            }
        }
        return latest;
    }

    /** Looks again when the owner's lease ends, if that is soon, to say "in doubt" without delay. */
    private static Duration poll(Duration leaseLeft) {
        if (leaseLeft.compareTo(FASTEST_POLL) < 0) {
            return FASTEST_POLL;
        }
        return leaseLeft.compareTo(SLOWEST_POLL) < 0 ? leaseLeft : SLOWEST_POLL;
    }

    private synchronized Duration leaseLeft() {
        return leaseLeft;
    }

    private void pollAfter(Duration pause) {
        try {
            ScheduledFuture<?> next = flights.timekeeper.after(pause, this::look);
            synchronized (this) {
                cancelPoll();
                poll = next;
                if (phase == Phase.OVER) {
                    cancelPoll();
                }
            }
        } catch (RejectedExecutionException | Error e) {
            // The engine is closed, or the system has no thread left.
            giveUp();
        }
    }

    private void cancelPoll() {
        ScheduledFuture<?> next = poll;
        if (next != null) {
            next.cancel(false);
        }
    }

    /** Nobody can look any more. What was seen last is that an owner runs. */
    private void giveUp() {
        ClaimReply.InProgress last = new ClaimReply.InProgress(0, leaseLeft());
        end().forEach(seat -> seat.tellInProgress(last));
    }

    /** Whether a look is still to come that is no older than a caller's call; it is asked for, and tells this caller. */
    boolean looksLastFor(Seat seat) {
        synchronized (this) {
            boolean answered = looksDone > seat.looksBefore();
            if (answered || !seats.contains(seat) || phase == Phase.LANDED) {
                return false;
            }
            seat.isLastLook = true;
            if (looksBegun > seat.looksBefore()) {
                return true;
            }
        }
        look();
        return true;
    }

    /** Ends one caller's wait: the owner that was seen last still runs, as far as is known. */
    ClaimReply.InProgress leave(Seat seat) {
        boolean last;
        synchronized (this) {
            boolean left = seats.remove(seat);
            if (left) {
                flights.leaveSeats(1);
            }
            last = left && seats.isEmpty() && phase == Phase.WAITING;
        }
        if (last) {
            askAgain();
        }
        return new ClaimReply.InProgress(0, leaseLeft());
    }

    /** Ends it, so that who comes from here on asks anew. Returns those who are to be told. */
    private List<Seat> end() {
        List<Seat> left;
        EffectStore.Watch opened;
        synchronized (this) {
            phase = Phase.OVER;
            flights.over(effect, this);
            left = new ArrayList<>(seats);
            seats.clear();
            flights.leaveSeats(left.size());
            cancelPoll();
            opened = watch;
            watch = null;
        }
        close(opened);
        return left;
    }

    private static void close(EffectStore.@Nullable Watch watch) {
        if (watch != null) {
            watch.close();
        }
    }
}
