package dev.retrysafe.engine;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A caller of a {@link Flight} that is told what the store says. */
final class Seat {

    /** Longer than any store's budget, which bounds it. */
    private static final Duration LAST_LOOK = Duration.ofMinutes(1);

    private final Flight flight;

    private final ClaimRequest request;

    /** The answer; null where this caller has to ask for itself. */
    private final CompletableFuture<@Nullable ClaimReply> told = new CompletableFuture<>();

    /** How many looks had begun before this caller came: later ones alone tell what was so when it came. */
    private final long looksBefore;

    /** Whether this caller's time is up, and the next such look is its answer. Guarded by the flight. */
    boolean isLastLook;

    Seat(Flight flight, ClaimRequest request, long looksBefore) {
        this.flight = flight;
        this.request = request;
        this.looksBefore = looksBefore;
    }

    long looksBefore() {
        return looksBefore;
    }

    ClaimRequest request() {
        return request;
    }

    /**
     * Waits on this thread. Nobody is told "in progress" by a look that is older than its call: where the time is up before
     * there was another, that look is waited for.
     *
     * @param looksLast whether looks tell anything; a transaction that runs here tells when it is over
     * @return what the store said; null where this caller has to ask again; in progress when the time is up, or the
     *     thread was interrupted, whose interrupt status is then set
     * @throws EffectStoreException when the store gave no answer
     */
    @Nullable
    ClaimReply await(Duration atMost, boolean looksLast) {
        try {
            return told.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return looksLast && flight.looksLastFor(this) ? await(LAST_LOOK, false) : left();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return left();
        } catch (ExecutionException e) {
            throw (EffectStoreException) e.getCause();
        }
    }

    /**
     * Waits without a thread.
     *
     * @param then run on a thread that must not be kept; {@link #await} does not wait any more then
     */
    void whenTold(Duration atMost, Runnable then) {
        CompletableFuture<?> unused = told.copy()
                .orTimeout(atMost.toNanos(), TimeUnit.NANOSECONDS)
                .whenComplete((reply, failure) -> then.run());
    }

    /** Gives the seat up, unless it was told at that moment. */
    private @Nullable ClaimReply left() {
        ClaimReply inProgress = flight.leave(this);
        return told.isCompletedExceptionally() ? inProgress : told.getNow(inProgress);
    }

    /** Tells what the store said; or to ask again, where that is no answer to this caller. */
    void tell(ClaimRequest asked, ClaimReply reply) {
        told.complete(isCovered(asked, reply) ? reply : null);
    }

    /** The store does not say anything more: the owner that was seen last is the answer. */
    void tellInProgress(ClaimReply.InProgress last) {
        told.complete(last);
    }

    void tellToAskAgain() {
        told.complete(null);
    }

    void tellFailure(EffectStoreException failure) {
        told.completeExceptionally(failure);
    }

    /** Whether a receipt is kept for as long as this caller's request could execute, after that was asked. */
    private boolean isCovered(ClaimRequest asked, ClaimReply reply) {
        Instant mine = request.issuedAt();
        Instant theirs = asked.issuedAt();
        if (reply instanceof ClaimReply.Untimely) {
            return mine != null && mine.equals(theirs);
        }
        return mine == null || (theirs != null && !mine.isAfter(theirs));
    }
}
