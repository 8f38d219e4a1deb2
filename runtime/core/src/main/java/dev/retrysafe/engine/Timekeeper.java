package dev.retrysafe.engine;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Starts at its time what an engine does later. Its one thread waits for nothing, and stays once it is there: whatever is
 * to be done for an attempt that has entered its method can be started, though the system may have no thread left by then.
 */
final class Timekeeper implements AutoCloseable {

    private final ScheduledThreadPoolExecutor thread;

    Timekeeper(Threads threads) {
        thread = new ScheduledThreadPoolExecutor(1, threads.named("retrysafe-clock"));
        thread.setRemoveOnCancelPolicy(true);
        thread.setContinueExistingPeriodicTasksAfterShutdownPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * Runs a task again and again until it is cancelled, also when this is closed meanwhile.
     *
     * @param task waits for nothing, and throws nothing
     * @throws RejectedExecutionException when this is closed
     * @throws Error when no thread can be started
     */
    ScheduledFuture<?> every(Duration pause, Runnable task) {
        // The thread first: a task that was queued without one would be run some day, though its caller heard that it
        // is not.
        thread.prestartCoreThread();
        long nanos = TimeUnit.NANOSECONDS.convert(pause);
        return thread.scheduleWithFixedDelay(task, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Runs a task once, unless this is closed meanwhile.
     *
     * @param task waits for nothing
     * @return what cancels it
     * @throws RejectedExecutionException when this is closed
     * @throws Error when no thread can be started; it is run when one can
     */
    ScheduledFuture<?> after(Duration pause, Runnable task) {
        return thread.schedule(task, TimeUnit.NANOSECONDS.convert(pause), TimeUnit.NANOSECONDS);
    }

    /** Lets the thread end with the last task that is run again and again. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
