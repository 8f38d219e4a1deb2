package dev.retrysafe.samples.chaos.hotkey;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Callers of other tenants, each of an effect of its own, one after the other; and the application's own work. */
final class Others implements AutoCloseable {

    static final int CALLERS = 32;

    /** So that the machine has time to spare: what is measured is waiting for others, not for a processor. */
    private static final long THINK_MILLIS = 200;

    private final List<Thread> threads = new ArrayList<>();

    private volatile Latencies measured = new Latencies();

    private final AtomicLong failed = new AtomicLong();

    private volatile boolean over;

    Others(Application application, String run) {
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            start(round -> {
                long start = System.nanoTime();
                Object unused = application.call("quick", "tenant-" + caller, run + "-" + caller + "-" + round);
                measured.add(System.nanoTime() - start);
            });
        }
        start(round -> application.ownWork());
        start(round -> application.ownWork());
    }

    private interface Round {
        void run(long number) throws Throwable;
    }

    private void start(Round round) {
        Thread thread = new Thread(() -> {
            for (long number = 0; !over; number++) {
                try {
                    TimeUnit.MILLISECONDS.sleep(THINK_MILLIS);
                    round.run(number);
                } catch (InterruptedException e) {
                    return;
                } catch (Throwable t) {
                    if (!over) {
                        failed.incrementAndGet();
                        System.err.println("hot-key: a call beside failed: " + t);
                    }
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
    }

    /** Begins to measure anew. */
    Latencies measure() {
        Latencies next = new Latencies();
        measured = next;
        return next;
    }

    /** How many calls failed so far. */
    long failed() {
        return failed.get();
    }

    @Override
    public void close() {
        over = true;
        threads.forEach(Thread::interrupt);
    }

    /** How long calls took. */
    static final class Latencies {

        private final List<Long> nanos = new ArrayList<>();

        private synchronized void add(long latency) {
            nanos.add(latency);
        }

        /** In milliseconds; not a number where nothing was measured. */
        synchronized double percentile(double part) {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            return sorted.length == 0
                    ? Double.NaN
                    : sorted[(int) Math.min(sorted.length - 1L, Math.round(Math.floor(part * sorted.length)))] / 1e6;
        }

        @Override
        public synchronized String toString() {
            return nanos.size() + " calls, p50 " + Math.round(percentile(0.5) * 10) / 10.0 + " ms, p99 "
                    + Math.round(percentile(0.99) * 10) / 10.0 + " ms"
                    + (nanos.isEmpty()
                            ? ""
                            : ", slowest "
                                    + Arrays.stream(nanos.stream()
                                                            .mapToLong(Long::longValue)
                                                            .toArray())
                                                    .max()
                                                    .orElse(0)
                                            / 1_000_000
                                    + " ms");
        }
    }
}
