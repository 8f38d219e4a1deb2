package dev.retrysafe.jdbc;

import dev.retrysafe.jdbc.CommandQueue.Lane;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.OperationId;
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
final class Command<R> {

    /** What a command does within its transaction. */
    @FunctionalInterface
    interface Work<R> {

        /**
         * Tries to answer from what is committed, without a transaction or a lock.
         *
         * @return the answer; null where it takes a transaction
         */
        default @Nullable R read(Borrowed borrowed) throws SQLException {
            return null;
        }

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

    /** With less than this part of the budget left a command would only be cut short. */
    private static final int LEAST_OF_BUDGET = 20;

    private final String name;
    private final Lane lane;
    private final @Nullable OperationId operation;
    private final DataSource dataSource;
    private final Dialect dialect;
    private final Duration budget;
    private final Work<R> work;
    private final long deadline;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private volatile boolean mayHaveTakenPlace;
    private volatile @Nullable Throwable lastFailure;

    Command(
            String name,
            Lane lane,
            @Nullable OperationId operation,
            DataSource dataSource,
            Dialect dialect,
            Duration budget,
            Work<R> work) {
        this.name = name;
        this.lane = lane;
        this.operation = operation;
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.budget = budget;
        this.work = work;
        this.deadline = System.nanoTime() + budget.toNanos();
    }

    Lane lane() {
        return lane;
    }

    /** What it is about; null where that is not one operation. */
    @Nullable
    OperationId operation() {
        return operation;
    }

    private Duration left() {
        return Duration.ofNanos(deadline - System.nanoTime());
    }

    /** Whether too little time is left to begin. */
    private boolean tooLate() {
        return left().compareTo(budget.dividedBy(LEAST_OF_BUDGET)) < 0;
    }

    /** Who asks lets others pass sooner than who ends an attempt. */
    private Duration lockWait() {
        Duration most = budget.dividedBy(lane == Lane.ASKING ? 4 : 2);
        Duration half = left().dividedBy(2);
        return half.compareTo(most) < 0 ? half : most;
    }

    boolean answered() {
        return answer.isDone();
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

    /** Runs it once. Whether that was all: it is answered, or nobody waits for it, or not for long enough. */
    boolean run() {
        try {
            R reply = attempt();
            if (reply != null) {
                answer.complete(reply);
            }
        } catch (Throwable e) {
            answer.completeExceptionally(e);
        }
        return answered() || stage.get() == Stage.ABANDONED || tooLate();
    }

    /** One transaction; null where the command is to begin again. */
    private @Nullable R attempt() {
        try {
            if (tooLate() || !goOn(Stage.CONNECTING)) {
                return null;
            }
            Connection connection = dataSource.getConnection();
            try (Borrowed borrowed = Borrowed.of(connection, budget)) {
                if (tooLate() || !goOn(Stage.WORKING)) {
                    return null;
                }
                R read = work.read(borrowed);
                if (read != null) {
                    return read;
                }
                R reply = work.in(borrowed.begin(dialect, lockWait()));
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
            throw refusal.refused(dialect, name, failure);
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
