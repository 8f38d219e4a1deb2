package dev.retrysafe.engine;

import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.NewOutcome;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets a write into the store: within a budget for the caller, then in the background for the record's sake. */
final class Committer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("retrysafe");

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final EffectStore store;

    private final EngineClock clock;

    private final Duration budget;

    private final ScheduledThreadPoolExecutor background =
            new ScheduledThreadPoolExecutor(1, Threads.daemon("retrysafe-background"));

    Committer(EffectStore store, EngineClock clock, Duration budget) {
        this.store = store;
        this.clock = clock;
        this.budget = budget;
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
        Duration pause = FIRST_PAUSE;
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
                pause = longer(pause);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Tries again, ever more slowly, until the store answers or the engine is closed. */
    <T> void inBackground(String what, Supplier<T> write, Consumer<T> then) {
        inBackground(what, write, then, FIRST_PAUSE);
    }

    private <T> void inBackground(String what, Supplier<T> write, Consumer<T> then, Duration pause) {
        if (background.isShutdown()) {
            LOG.warn("given up, because the engine is closed: {}", what);
            return;
        }
        try {
            ScheduledFuture<?> unused = background.schedule(
                    () -> {
                        if (!tried(what, write, then)) {
                            inBackground(what, write, then, longer(pause));
                        }
                    },
                    pause.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.warn("given up, because the engine is being closed: {}", what);
        }
    }

    private static <T> boolean tried(String what, Supplier<T> write, Consumer<T> then) {
        try {
            then.accept(write.get());
            return true;
        } catch (EffectStoreException e) {
            LOG.debug("still trying to {}: {}", what, e.getMessage());
            return false;
        } catch (RuntimeException | Error e) {
            LOG.error("given up: {}", what, e);
            return true;
        }
    }

    private static boolean pause(Duration pause) {
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private static Duration longer(Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }

    @Override
    public void close() {
        background
                .shutdownNow()
                .forEach(task ->
                        LOG.warn("the engine is closed while the store has not taken a write yet: its record will"
                                + " come into doubt"));
    }
}
