package dev.retrysafe.engine;

import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Renews the leases of what is running. A renewal may take all of the store's budget where a part of the store is gone
 * (a shard, say), and must not cost the owners of other parts their leases meanwhile: so a clock only starts them, and
 * they wait on other threads, those that were not answered the last time apart from all others. What is renewed goes on
 * being so when the engine is closed: its method runs on.
 */
final class LeaseKeeper {

    /** Two renewals may fail before the lease lapses. */
    private static final int RENEWALS_PER_LEASE = 3;

    /**
     * At the defaults, a store's budget of 3 s and a renewal every 10 s of a lease of 30 s, these get through about a
     * hundred first renewals without an answer before one that waits behind them has missed two of its own.
     */
    static final int THREADS = 16;

    private final EffectStore store;

    private final EngineClock clock;

    private final Listeners listeners;

    private final Timekeeper timekeeper;

    /** What waits for them is one renewal an attempt at most. */
    private final Workers answered;

    private final Workers unanswered;

    LeaseKeeper(EffectStore store, EngineClock clock, Listeners listeners, Timekeeper timekeeper, Threads threads) {
        this.store = store;
        this.clock = clock;
        this.listeners = listeners;
        this.timekeeper = timekeeper;
        answered = new Workers(THREADS, threads.named("retrysafe-lease"));
        unanswered = new Workers(THREADS, threads.named("retrysafe-lease-unanswered"));
    }

    /** Ends the renewal of one attempt. */
    interface Kept extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Renews an attempt's lease until closed, refused, or run-at-most has passed.
     *
     * @param attempt the attempt
     * @param runAtMost how long at most
     * @return what ends the renewal
     * @throws RejectedExecutionException when the engine is closed
     * @throws Error when no thread can be had; nothing is renewed then
     */
    Kept keep(Attempt attempt, Duration runAtMost) {
        Duration lease = attempt.request().lease();
        Duration every = Duration.ofMillis(Math.max(1, lease.toMillis() / RENEWALS_PER_LEASE));
        Renewal renewal = new Renewal(attempt, Attempt.Deadline.after(clock, runAtMost));
        try {
            renewal.scheduled = timekeeper.every(every, renewal::due);
        } catch (RuntimeException | Error e) {
            renewal.cancel();
            throw e;
        }
        return renewal::cancel;
    }

    private final class Renewal {

        private final Attempt attempt;

        private final Attempt.Deadline end;

        /** Whether one waits or is on its way: the next one is left out then. */
        private final AtomicBoolean underWay = new AtomicBoolean();

        private volatile @Nullable ScheduledFuture<?> scheduled;

        private volatile boolean ended;

        private volatile boolean wasAnswered = true;

        private boolean silenceReported;

        private boolean lossReported;

        private Renewal(Attempt attempt, Attempt.Deadline end) {
            this.attempt = attempt;
            this.end = end;
        }

        /** On the clock's thread, which waits for nothing. */
        private void due() {
            if (ended) {
                cancel();
            } else if (underWay.compareAndSet(false, true)) {
                try {
                    (wasAnswered ? answered : unanswered).execute(this::run);
                } catch (Error e) {
                    withoutAThread();
                }
            }
        }

        /** Rather on the clock's thread than not at all; but what may get no answer must not stop the clock. */
        private void withoutAThread() {
            if (wasAnswered) {
                run();
            } else {
                underWay.set(false);
            }
        }

        private void run() {
            try {
                if (!ended) {
                    renew();
                }
            } finally {
                underWay.set(false);
            }
        }

        private void renew() {
            if (end.elapsed(clock)) {
                stop("it ran longer than run-at-most");
                return;
            }
            Attempt.Deadline renewed =
                    Attempt.Deadline.after(clock, attempt.request().lease());
            WriteReply reply;
            try {
                reply = store.renew(attempt.claim());
            } catch (EffectStoreException e) {
                wasAnswered = false;
                if (!attempt.maySend() && !silenceReported) {
                    silenceReported = true;
                    report("the store did not answer until the lease had passed; still trying", e);
                }
                return;
            }
            wasAnswered = true;
            if (reply instanceof WriteReply.Refused refused) {
                attempt.lost();
                stop("the record is " + refused.state() + " at fence " + refused.fence());
                return;
            }
            attempt.prolong(renewed);
            // The store says so for the rest of the attempt.
            if (((WriteReply.Done) reply).recordWasLost() && !lossReported) {
                lossReported = true;
                listeners.incident(
                        Incident.Kind.RECORD_LOST, attempt, "found missing at a renewal, and written again", null);
            }
        }

        private void cancel() {
            ended = true;
            ScheduledFuture<?> self = scheduled;
            if (self != null) {
                self.cancel(false);
            }
        }

        private void stop(String why) {
            cancel();
            // A renewal that crosses the attempt's own commit or release on the way is refused, and rightly so.
            if (!attempt.ended()) {
                report(why, null);
            }
        }

        private void report(String why, @Nullable Throwable cause) {
            listeners.incident(Incident.Kind.RENEWAL_FAILED, attempt, why, cause);
        }
    }
}
