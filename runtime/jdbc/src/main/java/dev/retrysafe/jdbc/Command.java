package dev.retrysafe.jdbc;

import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One command on its way: a transaction of its own, begun again where another went first or the connection failed, until
 * it is answered or its caller has stopped waiting. It may thus take place twice, and is written for that; but after its
 * caller has stopped waiting it no longer begins to commit.
 */
final class Command<R> implements Runnable {

    /** What a command does within its transaction. */
    @FunctionalInterface
    interface Work<R> {

        /**
         * Does it.
         *
         * @return the answer; null where another transaction was first, and the command begins again
         */
        @Nullable
        R in(Connection connection) throws SQLException;
    }

    private enum Stage {
        QUEUED("all of the store's connections are in use"),
        CONNECTING("no connection came from the DataSource"),
        WORKING("the database did not answer, or a lock was not let go"),
        COMMITTING("the database did not confirm the commit"),
        ABANDONED("nobody waits for it");

        private final String meaning;

        Stage(String meaning) {
            this.meaning = meaning;
        }
    }

    private static final int PAUSES_IN_BUDGET = 60;

    private final String name;
    private final DataSource dataSource;
    private final Dialect dialect;
    private final Duration budget;
    private final Work<R> work;
    private final long deadline;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private volatile boolean mayHaveTakenPlace;
    private volatile @Nullable Throwable lastFailure;

    Command(String name, DataSource dataSource, Dialect dialect, Duration budget, Work<R> work) {
        this.name = name;
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.budget = budget;
        this.work = work;
        this.deadline = System.nanoTime() + budget.toNanos();
    }

    private Duration left() {
        return Duration.ofNanos(deadline - System.nanoTime());
    }

    R await() {
        try {
            return Patience.await(answer, left());
        } catch (TimeoutException e) {
            throw unanswered(stage.getAndSet(Stage.ABANDONED));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof EffectStoreException failure
                    // Thrown on another thread: the caller's own stack is what a reader needs.
                    ? new EffectStoreException(
                            failure.reason(), String.valueOf(failure.getMessage()), failure.getCause())
                    : new EffectStoreException(
                            Reason.UNAVAILABLE,
                            "The command " + name + " failed unexpectedly; it may have taken place.",
                            DriverFailure.of(e));
        }
    }

    @Override
    public void run() {
        try {
            R reply = attempt();
            while (reply == null && stage.get() != Stage.ABANDONED) {
                reply = attempt();
            }
            if (reply != null) {
                answer.complete(reply);
            }
        } catch (Throwable e) {
            answer.completeExceptionally(e);
        }
    }

    /** One transaction; null where the command is to begin again. */
    private @Nullable R attempt() {
        try {
            if (!goOn(Stage.CONNECTING)) {
                return null;
            }
            Connection connection = dataSource.getConnection();
            try (Borrowed borrowed = Borrowed.begin(connection, dialect, left())) {
                if (!goOn(Stage.WORKING)) {
                    return null;
                }
                R reply = work.in(borrowed.connection());
                if (reply == null || !goOn(Stage.COMMITTING)) {
                    return null;
                }
                borrowed.commit();
                return reply;
            }
        } catch (SQLException e) {
            lastFailure = e;
            judge(e);
            LockSupport.parkNanos(budget.dividedBy(PAUSES_IN_BUDGET).toNanos());
            return null;
        }
    }

    /** Whether anybody still waits. */
    private boolean goOn(Stage next) {
        Stage present = stage.get();
        return present != Stage.ABANDONED && stage.compareAndSet(present, next);
    }

    private void judge(SQLException failure) {
        Refusal refusal = Refusal.of(failure, dialect);
        Stage failedAt = stage.get();
        boolean unknown = failedAt == Stage.COMMITTING && !refusal.undone();
        mayHaveTakenPlace |= unknown;
        if (failedAt == Stage.WORKING && !refusal.passing() && !mayHaveTakenPlace) {
            throw new EffectStoreException(
                    Reason.REFUSED,
                    dialect.product() + " refused the command " + name + ": " + refusal.meaning() + " ("
                            + DriverFailure.describe(failure) + "); nothing took place. To do: "
                            + refusal.action(dialect) + ".",
                    DriverFailure.of(failure));
        }
    }

    private EffectStoreException unanswered(Stage reached) {
        Throwable failure = lastFailure;
        boolean unknown = mayHaveTakenPlace || reached == Stage.COMMITTING;
        return new EffectStoreException(
                Reason.UNAVAILABLE,
                dialect.product() + " gave no answer to the command " + name + " within its budget of "
                        + budget.toMillis() + " ms: " + reached.meaning
                        + (failure == null ? "" : " (last failure: " + DriverFailure.describe(failure) + ")")
                        + (unknown ? "; it may have taken place" : "; nothing took place")
                        + ". To do: see whether the database is up, reachable and fast enough, and whether the"
                        + " DataSource has connections to spare.",
                failure == null ? null : DriverFailure.of(failure));
    }
}
