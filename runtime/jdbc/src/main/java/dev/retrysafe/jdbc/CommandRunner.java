package dev.retrysafe.jdbc;

import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Runs commands on threads of its own. So an exhausted pool costs a caller no more than the budget, an interrupt of the
 * caller reaches no driver, and a transaction that is bound to the caller's thread is not joined.
 */
final class CommandRunner implements AutoCloseable {

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final DataSource dataSource;
    private final Duration budget;
    private final ThreadPoolExecutor threads;

    CommandRunner(DataSource dataSource, Duration budget, int connectionsAtMost) {
        this.dataSource = dataSource;
        this.budget = budget;
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                connectionsAtMost,
                connectionsAtMost,
                IDLE.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    // Nothing of the caller's thread is handed down.
                    Thread thread = new Thread(null, task, "retrysafe-jdbc-" + number.incrementAndGet(), 0, false);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Asks which database it is.
     *
     * @throws IllegalArgumentException when it is none that we know
     */
    Dialect dialect() {
        FutureTask<Dialect> asked = new FutureTask<>(() -> {
            try (Connection connection = dataSource.getConnection()) {
                return Dialect.of(connection.getMetaData());
            }
        });
        threads.execute(asked);
        try {
            return Patience.await(asked, budget);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IllegalArgumentException unknown) {
                throw unknown;
            }
            throw noConnection(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw noConnection(e);
        }
    }

    private EffectStoreException noConnection(Throwable failure) {
        return new EffectStoreException(
                Reason.UNAVAILABLE,
                "No connection to the database came from the DataSource within " + budget.toMillis() + " ms ("
                        + DriverFailure.describe(failure) + "). To do: see whether the database is up, and whether"
                        + " the DataSource has its address and a right user.",
                DriverFailure.of(failure));
    }

    <R> R run(String name, Dialect dialect, Command.Work<R> work) {
        Command<R> command = new Command<>(name, dataSource, dialect, budget, work);
        try {
            threads.execute(command);
        } catch (RejectedExecutionException e) {
            throw new EffectStoreException(
                    Reason.REFUSED,
                    "The store is closed, so it refused the command " + name + "; nothing took place. To do: close it"
                            + " after the engines that use it.",
                    null);
        }
        try {
            return command.await();
        } finally {
            // One that waits in vain for a thread would keep those behind it waiting, too.
            threads.remove(command);
        }
    }

    /** What runs ends; nothing new begins. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
