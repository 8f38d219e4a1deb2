package dev.retrysafe.jdbc;

import dev.retrysafe.jdbc.CommandQueue.Lane;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands on threads of its own. So an exhausted pool costs a caller no more than the budget, an interrupt of the
 * caller reaches no driver, and a transaction that is bound to the caller's thread is not joined.
 */
final class CommandRunner implements AutoCloseable {

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final DataSource dataSource;
    private final Duration budget;
    private final CommandQueue queue;
    private final ThreadPoolExecutor threads;

    CommandRunner(DataSource dataSource, Duration budget, int connectionsAtMost) {
        this.dataSource = dataSource;
        this.budget = budget;
        this.queue = new CommandQueue(connectionsAtMost);
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                connectionsAtMost,
                connectionsAtMost,
                IDLE.toMillis(),
                TimeUnit.MILLISECONDS,
                // The queue hands over no more than there are threads.
                new LinkedBlockingQueue<>(),
                task -> {
                    // Nothing of the caller's thread is handed down.
                    Thread thread = new Thread(null, task, "retrysafe-jdbc-" + number.incrementAndGet(), 0, false);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Runs something on a thread of the store's own, before there are commands. */
    <R> Future<R> probe(Callable<R> question) {
        FutureTask<R> asked = new FutureTask<>(question);
        threads.execute(asked);
        return asked;
    }

    <R> R run(String name, Dialect dialect, Lane lane, @Nullable OperationId operation, Command.Work<R> work) {
        Command<R> command = new Command<>(name, lane, operation, dataSource, dialect, budget, work);
        if (!queue.add(command)) {
            throw new EffectStoreException(
                    Reason.REFUSED,
                    "The store is closed, so it refused the command " + name + "; nothing took place. To do: close it"
                            + " after the engines that use it.",
                    null);
        }
        handOver();
        try {
            return command.await();
        } finally {
            if (!command.answered()) {
                queue.remove(command);
                handOver();
            }
        }
    }

    private void handOver() {
        for (Command<?> next = queue.next(); next != null; next = queue.next()) {
            Command<?> command = next;
            threads.execute(() -> run(command));
        }
        if (queue.drained()) {
            threads.shutdown();
        }
    }

    private void run(Command<?> command) {
        if (command.run()) {
            queue.over(command);
        } else {
            queue.again(command);
        }
        handOver();
    }

    /** What was sent ends; nothing new is taken. */
    @Override
    public void close() {
        queue.close();
        handOver();
    }
}
