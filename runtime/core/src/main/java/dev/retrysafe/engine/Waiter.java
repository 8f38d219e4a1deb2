package dev.retrysafe.engine;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import java.time.Duration;

/** Waits for a live owner: woken by the store's notification, with a slow poll in case one is lost. */
final class Waiter {

    /** Costs the store at most one command a second, however many notifications are lost. */
    private static final Duration SLOWEST_POLL = Duration.ofSeconds(2);

    private static final Duration FASTEST_POLL = Duration.ofSeconds(1);

    private final EffectStore store;

    private final EngineClock clock;

    Waiter(EffectStore store, EngineClock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Waits until the owner is done, its lease lapses, or the time is up.
     *
     * @param request the claim that was answered with "in progress"
     * @param leaseLeft what was left of the owner's lease
     * @param atMost how long to wait
     * @return what the record says last; still in progress when the time is up or the thread was interrupted, whose
     *     interrupt status is then set
     */
    ClaimReply await(ClaimRequest request, Duration leaseLeft, Duration atMost) {
        long deadline = clock.nanoTime() + atMost.toNanos();
        try (EffectStore.Watch watch = store.watch(request.operation())) {
            // The owner may have ended between the claim's answer and the watch.
            ClaimReply seen = store.look(request);
            while (seen instanceof ClaimReply.InProgress running) {
                long left = deadline - clock.nanoTime();
                if (left <= 0) {
                    return seen;
                }
                watch.await(Duration.ofNanos(
                        Math.min(left, poll(running.leaseLeft()).toNanos())));
                seen = store.look(request);
            }
            return seen;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ClaimReply.InProgress(0, leaseLeft);
        }
    }

    /** Looks again when the owner's lease ends, if that is soon, to say "in doubt" without delay. */
    private static Duration poll(Duration leaseLeft) {
        if (leaseLeft.compareTo(FASTEST_POLL) < 0) {
            return FASTEST_POLL;
        }
        return leaseLeft.compareTo(SLOWEST_POLL) < 0 ? leaseLeft : SLOWEST_POLL;
    }
}
