package dev.retrysafe.engine;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A few threads that may be made to wait. They end when they are idle, so that nobody has to end them. */
final class Workers {

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ThreadPoolExecutor threads;

    Workers(int number, ThreadFactory factory) {
        threads = new ThreadPoolExecutor(
                number, number, IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a task as soon as a thread is free. Where no further one can be started it is left to those that there are.
     *
     * @throws Error when there are none; the task is not run then
     */
    void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (Error e) {
            BlockingQueue<Runnable> queue = threads.getQueue();
            queue.add(task);
            if (threads.getPoolSize() == 0 && queue.remove(task)) {
                throw e;
            }
        }
    }
}
