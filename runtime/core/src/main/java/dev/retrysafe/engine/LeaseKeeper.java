package dev.retrysafe.engine;

import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Renews the leases of what is running: one thread per engine. */
final class LeaseKeeper implements AutoCloseable {

    /** Two renewals may fail before the lease lapses. */
    private static final int RENEWALS_PER_LEASE = 3;

    private final EffectStore store;

    private final EngineClock clock;

    private final Listeners listeners;

    private final ScheduledThreadPoolExecutor thread;

    LeaseKeeper(EffectStore store, EngineClock clock, Listeners listeners) {
        this.store = store;
        this.clock = clock;
        this.listeners = listeners;
        thread = new ScheduledThreadPoolExecutor(1, Threads.daemon("retrysafe-lease"));
        thread.setRemoveOnCancelPolicy(true);
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
     */
    Kept keep(Attempt attempt, Duration runAtMost) {
        Duration lease = attempt.request().lease();
        long every = Math.max(1, lease.toMillis() / RENEWALS_PER_LEASE);
        Renewal renewal = new Renewal(attempt, Attempt.Deadline.after(clock, runAtMost));
        ScheduledFuture<?> scheduled = thread.scheduleWithFixedDelay(renewal, every, every, TimeUnit.MILLISECONDS);
        renewal.scheduled = scheduled;
        return () -> scheduled.cancel(false);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private final class Renewal implements Runnable {

        private final Attempt attempt;

        private final Attempt.Deadline end;

        private volatile @Nullable ScheduledFuture<?> scheduled;

        private boolean silenceReported;

        private boolean lossReported;

        private Renewal(Attempt attempt, Attempt.Deadline end) {
            this.attempt = attempt;
            this.end = end;
        }

        @Override
        public void run() {
            if (end.passed(clock)) {
                stop("it ran longer than run-at-most");
                return;
            }
            Attempt.Deadline renewed =
                    Attempt.Deadline.after(clock, attempt.request().lease());
            WriteReply reply;
            try {
                reply = store.renew(attempt.claim());
            } catch (EffectStoreException e) {
                if (!attempt.maySend() && !silenceReported) {
                    silenceReported = true;
                    report("the store did not answer until the lease had passed; still trying", e);
                }
                return;
            }
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

        private void stop(String why) {
            ScheduledFuture<?> self = scheduled;
            if (self != null) {
                self.cancel(false);
            }
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
