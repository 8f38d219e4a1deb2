package dev.retrysafe.engine;

import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.NewOutcome;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Gets a write into the store: within a budget for the caller, then in the background for the record's sake. */
final class Committer implements AutoCloseable {

    /** How long closing waits for the store: a try of its budget of 3 s, and then some. */
    static final Duration LAST_TRIES = Duration.ofSeconds(5);

    /** Some hundred bytes each. While the store is down every call that asks for a claim leaves one. */
    private static final int MOST_TAKE_BACKS = 10_000;

    private final EffectStore store;

    private final EngineClock clock;

    private final Duration budget;

    /**
     * What ended: a receipt is never left undone. There are no more of them than methods that were running, since a
     * store that takes no receipts gives no claims.
     */
    private final Background endings;

    private final Background takeBacks;

    Committer(EffectStore store, EngineClock clock, Duration budget, Timekeeper timekeeper, Threads threads) {
        this.store = store;
        this.clock = clock;
        this.budget = budget;
        endings = new Background("ending", Integer.MAX_VALUE, timekeeper, threads);
        takeBacks = new Background("take-back", MOST_TAKE_BACKS, timekeeper, threads);
    }

    /**
     * Commits, trying again until the budget is spent. An interrupt of the caller's thread is kept for later: the effect
     * has happened, and its receipt matters more than haste.
     *
     * @throws EffectStoreException when the store took no answer in time
     */
    CommitReply commit(Attempt attempt, NewOutcome outcome) {
        boolean interrupted = Thread.interrupted();
        long deadline = clock.nanoTime() + budget.toNanos();
        Duration pause = Backoff.FIRST;
        try {
            while (true) {
                try {
                    return store.commit(attempt.claim(), outcome);
                } catch (EffectStoreException e) {
                    if (clock.nanoTime() + pause.toNanos() - deadline >= 0) {
                        throw e;
                    }
                }
                interrupted |= pause(pause);
                pause = Backoff.longer(pause);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes how an attempt ended that ran: tries until the store answers; once the engine is closed, a last time. */
    <T> void inBackground(String what, Supplier<T> write, Consumer<T> then) {
        endings.write(what, write, then);
    }

    /**
     * Takes back a claim under which nothing ran. Where too many wait, it is left undone, which costs no safety: if the
     * claim took place, its record comes into doubt.
     */
    void takeBack(String what, Runnable write) {
        takeBacks.write(
                what,
                () -> {
                    write.run();
                    return what;
                },
                done -> {});
    }

    private static boolean pause(Duration pause) {
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Tries what is not written yet a last time, and waits for that, but not for long. What ended goes first. */
    @Override
    public void close() {
        long end = System.nanoTime() + LAST_TRIES.toNanos();
        endings.close(LAST_TRIES);
        takeBacks.close(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    }
}
