package dev.retrysafe.engine;

import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Writes of one kind that the store has not taken yet: tried again, ever more slowly, until it answers. */
final class Background implements AutoCloseable {

    /** A write of a part of the store that gives no answer keeps a thread for all of the store's budget. */
    private static final int THREADS = 4;

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final String kind;

    private final int most;

    private final ScheduledThreadPoolExecutor threads;

    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicLong leftUndone = new AtomicLong();

    /**
     * Starts no thread yet.
     *
     * @param kind the writes, for logs and the threads' names
     * @param most how many may wait at a time; those beyond are left undone
     */
    Background(String kind, int most) {
        this.kind = kind;
        this.most = most;
        threads = new ScheduledThreadPoolExecutor(THREADS, Threads.daemon("retrysafe-" + kind));
        threads.setKeepAliveTime(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        threads.allowCoreThreadTimeOut(true);
    }

    /** Tries until the store answers or the engine is closed. */
    <T> void write(String what, Supplier<T> write, Consumer<T> then) {
        if (waiting.incrementAndGet() > most) {
            waiting.decrementAndGet();
            leaveUndone(what);
            return;
        }
        schedule(what, write, then, Backoff.FIRST);
    }

    private void leaveUndone(String what) {
        long number = leftUndone.incrementAndGet();
        // Each time that the number has doubled: a store that is down for long must not fill the log.
        if (Long.bitCount(number) == 1) {
            EngineLog.warn(
                    null,
                    "{} {} writes wait for the store already, so {} left undone so far, now: {}. Their records come into"
                            + " doubt when their leases lapse",
                    most,
                    kind,
                    number,
                    what);
        }
    }

    /** How many writes found no room. */
    long leftUndone() {
        return leftUndone.get();
    }

    private <T> void schedule(String what, Supplier<T> write, Consumer<T> then, Duration pause) {
        try {
            ScheduledFuture<?> unused = threads.schedule(
                    () -> {
                        if (tried(what, write, then)) {
                            waiting.decrementAndGet();
                        } else {
                            schedule(what, write, then, Backoff.longer(pause));
                        }
                    },
                    pause.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            EngineLog.warn(null, "given up, because the engine is closed: {}", what);
        }
    }

    private static <T> boolean tried(String what, Supplier<T> write, Consumer<T> then) {
        try {
            then.accept(write.get());
            return true;
        } catch (EffectStoreException e) {
            EngineLog.debug(null, "still trying to {}: {}", what, FailureEvidence.describe(e));
            return false;
        } catch (Throwable t) {
            EngineLog.error(t, "given up: {}", what);
            return true;
        }
    }

    @Override
    public void close() {
        int open = threads.shutdownNow().size();
        if (open > 0) {
            EngineLog.warn(
                    null,
                    "the engine is closed while the store has not taken {} {} writes yet: their records will come into"
                            + " doubt",
                    open,
                    kind);
        }
    }
}
