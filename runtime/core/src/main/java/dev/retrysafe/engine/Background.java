package dev.retrysafe.engine;

import dev.retrysafe.OneLine;
import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Writes of one kind that the store has not taken yet: tried again, ever more slowly, until it answers. */
final class Background {

    /** A write of a part of the store that gives no answer keeps a thread for all of the store's budget. */
    private static final int THREADS = 4;

    private final String kind;

    private final int most;

    private final Timekeeper timekeeper;

    private final Workers workers;

    private final Set<Write> open = ConcurrentHashMap.newKeySet();

    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicLong leftUndone = new AtomicLong();

    private volatile boolean closed;

    /**
     * Starts no thread yet.
     *
     * @param kind the writes, for logs and the threads' names
     * @param most how many may wait at a time; those beyond are left undone
     */
    Background(String kind, int most, Timekeeper timekeeper, Threads threads) {
        this.kind = kind;
        this.most = most;
        this.timekeeper = timekeeper;
        workers = new Workers(THREADS, threads.named("retrysafe-" + kind));
    }

    /** Tries until the store answers; once the engine is closed, a last time. Throws nothing, whatever there is no thread for. */
    <T> void write(String what, Supplier<T> write, Consumer<T> then) {
        if (waiting.incrementAndGet() > most) {
            waiting.decrementAndGet();
            leaveUndone(what);
            return;
        }
        Write added = new Write(what, () -> then.accept(write.get()));
        open.add(added);
        added.tryLater();
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

    /** How many writes the store has not taken yet. */
    int waiting() {
        return waiting.get();
    }

    /** How many writes found no room. */
    long leftUndone() {
        return leftUndone.get();
    }

    /**
     * Tries what waits once more, at once, and gives up what the store does not take then. What is to be written after
     * this is tried once.
     *
     * @param atMost how long to wait for the store; what has not been tried by then is given up, too
     */
    void close(Duration atMost) {
        if (closed) {
            return;
        }
        closed = true;
        long end = System.nanoTime() + atMost.toNanos();
        List<Write> left = List.copyOf(open);
        for (Write write : left) {
            write.counted = true;
        }
        for (Write write : left) {
            if (System.nanoTime() - end < 0) {
                write.start();
            }
        }
        long lost = left.stream().filter(write -> !write.isTakenBefore(end)).count();
        if (lost > 0) {
            EngineLog.warn(
                    null,
                    "the engine is closed while the store has not taken {} {} writes yet: their records will come into"
                            + " doubt",
                    lost,
                    kind);
        }
    }

    private final class Write {

        private final String what;

        private final Runnable write;

        /** Whether it is being tried, or is over: it is not started then. */
        private final AtomicBoolean begun = new AtomicBoolean();

        private final CountDownLatch over = new CountDownLatch(1);

        private volatile Duration pause = Backoff.FIRST;

        /** Whether the one who closes tells of it. */
        private volatile boolean counted;

        private volatile boolean taken;

        private volatile boolean givenUp;

        private Write(String what, Runnable write) {
            this.what = what;
            this.write = write;
        }

        private void tryLater() {
            if (closed) {
                start();
                return;
            }
            try {
                ScheduledFuture<?> unused = timekeeper.after(pause, this::start);
            } catch (RejectedExecutionException e) {
                // About to be closed: started then.
            } catch (Error e) {
                // There was none for any attempt yet, so this takes back a claim. Done when there is one, or at the
                // close.
                EngineLog.debug(e, "no thread to {}", what);
            }
        }

        private void start() {
            if (!begun.compareAndSet(false, true)) {
                return;
            }
            boolean last = closed;
            try {
                workers.execute(() -> run(last));
            } catch (Error e) {
                // No thread can be had.
                if (last) {
                    run(true);
                } else {
                    tryAgain();
                }
            }
        }

        private void run(boolean last) {
            if (!givenUp && !tried()) {
                if (!last) {
                    tryAgain();
                    return;
                }
                if (!counted) {
                    EngineLog.warn(null, "given up, because the engine is closed: {}", what);
                }
            }
            open.remove(this);
            waiting.decrementAndGet();
            over.countDown();
        }

        private void tryAgain() {
            pause = Backoff.longer(pause);
            begun.set(false);
            tryLater();
        }

        private boolean tried() {
            try {
                write.run();
                taken = true;
                return true;
            } catch (EffectStoreException e) {
                EngineLog.debug(null, "still trying to {}: {}", what, OneLine.of(e));
                return false;
            } catch (Throwable t) {
                EngineLog.error(t, "given up: {}", what);
                return true;
            }
        }

        /** Waits for it, and gives it up when the time has come. */
        private boolean isTakenBefore(long end) {
            try {
                givenUp = !over.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                givenUp = true;
                Thread.currentThread().interrupt();
            }
            return taken;
        }
    }
}
