package dev.retrysafe.jdbc;

import dev.retrysafe.OneLine;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.LocalTransactions;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Claims operations in the application's transactions, through their connections. The row's lock is what others wait for. */
final class JdbcLocalTransactions implements LocalTransactions {

    /** A row that is held for longer is held by a running method. */
    private static final Duration PEEK = Duration.ofMillis(50);

    /** Not every database waits for less: MariaDB counts whole seconds, and none is no wait at all. */
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    /** Databases count these waits in ints of milliseconds. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(20);

    private static final System.Logger log = System.getLogger(JdbcLocalTransactions.class.getName());

    private final JdbcEffectStore store;
    private final TransactionSource source;
    private final DataSource records;
    private final Dialect dialect;
    private final RecordSteps steps;
    private final Duration budget;

    JdbcLocalTransactions(
            JdbcEffectStore store,
            TransactionSource source,
            DataSource records,
            Dialect dialect,
            RecordSteps steps,
            Duration budget) {
        this.store = store;
        this.source = source;
        this.records = records;
        this.dialect = dialect;
        this.steps = steps;
        this.budget = budget;
    }

    @Override
    public void check() {
        source.check(records);
    }

    /**
     * Looks first, and waits then. Who waited and finds the row let go executes nothing, or else all that waited for a
     * failing method would run it, one after the other. A row that is held and committed is held by somebody who only asks,
     * so it is waited for even by callers who wait for no method.
     */
    @Override
    public LocalTransaction claim(ClaimRequest request, Duration waitAtMost) {
        LocalTransaction at = begin(request, PEEK);
        if (at != null) {
            return at;
        }
        Duration wait = waitAtMost.compareTo(LONGEST_WAIT) < 0 ? waitAtMost : LONGEST_WAIT;
        LocalTransaction waited = wait.isZero() ? null : begin(request, wait);
        if (waited == null && isCommitted(request.operation())) {
            waited = begin(request, SHORTEST_WAIT);
        }
        if (waited == null) {
            return new Answered(new ClaimReply.InProgress(0, Duration.ZERO));
        }
        if (waited.reply() instanceof ClaimReply.Claimed) {
            waited.close();
            return new Answered(new ClaimReply.Released());
        }
        return waited;
    }

    /** Asked without a lock. */
    private boolean isCommitted(OperationId operation) {
        RecordView record = store.show(RecordId.of(operation));
        return record != null && record.state() == RecordState.COMMITTED;
    }

    @Override
    public CommitReply settle(Claim claim) {
        return store.run("settle", claim.request().operation(), (stored, now) -> stored.settle(claim, now));
    }

    @Override
    public CommitReply fail(ClaimRequest request, NewOutcome failure) {
        return store.run("fail", request.operation(), (stored, now) -> stored.fail(request, failure, now));
    }

    /** A transaction in which the record answered; null where another held it for all the time. */
    private @Nullable LocalTransaction begin(ClaimRequest request, Duration lockWait) {
        Duration atMost = request.lease().compareTo(LONGEST_WAIT) < 0 ? request.lease() : LONGEST_WAIT;
        TransactionSource.Transaction transaction;
        try {
            transaction = source.begin(atMost);
        } catch (SQLException | RuntimeException e) {
            throw unanswered("no transaction could be begun", e);
        }
        try {
            ClaimReply reply = claim(transaction.connection(), request, lockWait);
            if (reply == null) {
                transaction.rollback();
                return null;
            }
            OperationId operation = request.operation();
            OpenTransaction open = new OpenTransaction(transaction, reply, steps, () -> store.wake(operation));
            if (reply instanceof ClaimReply.Claimed) {
                transaction.whenOver(dialect.boundStatements(transaction.connection(), atMost));
            } else {
                // The answer may be a step of the record's: a lapsed lease is in doubt from here on.
                open.end();
            }
            return open;
        } catch (SQLException e) {
            transaction.rollback();
            if (Refusal.of(e, dialect) == Refusal.BUSY) {
                return null;
            }
            throw unanswered(Refusal.of(e, dialect).meaning(), e);
        } catch (RuntimeException | Error e) {
            transaction.rollback();
            throw e;
        }
    }

    /** What the record says; null where others were first again and again. Waits are bounded for this long only. */
    private @Nullable ClaimReply claim(Connection connection, ClaimRequest request, Duration lockWait)
            throws SQLException {
        Duration longest = lockWait.plus(budget);
        long deadline = System.nanoTime() + longest.toNanos();
        int networkTimeout = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, longest.toMillis()));
        TransactionSource.Restoring restoring = dialect.boundLocks(connection, lockWait);
        try {
            ClaimReply reply = null;
            while (reply == null && System.nanoTime() - deadline < 0) {
                reply = steps.take(connection, request.operation(), (stored, now) -> stored.claim(request, now));
            }
            restoring.run();
            connection.setNetworkTimeout(Runnable::run, networkTimeout);
            return reply;
        } catch (SQLException | RuntimeException e) {
            restore(connection, networkTimeout, restoring);
            throw e;
        }
    }

    private static void restore(Connection connection, int networkTimeout, TransactionSource.Restoring restoring) {
        try {
            connection.rollback();
            restoring.run();
            connection.setNetworkTimeout(Runnable::run, networkTimeout);
        } catch (SQLException | RuntimeException e) {
            log.log(
                    System.Logger.Level.DEBUG,
                    "a connection is not as it was before a claim that failed",
                    OneLine.printable(e));
        }
    }

    private EffectStoreException unanswered(String why, Throwable failure) {
        return new EffectStoreException(
                Reason.UNAVAILABLE,
                dialect.product() + " gave no transaction for the claim: " + why + " ("
                        + DriverFailure.describe(failure) + "); nothing took place. To do: see whether the database is"
                        + " up, reachable and fast enough, and whether the DataSource has connections to spare.",
                DriverFailure.of(failure));
    }

    /** An answer without a transaction. */
    private record Answered(ClaimReply reply) implements LocalTransaction {

        @Override
        public CommitReply commit(Claim claim, NewOutcome outcome) {
            throw new IllegalStateException("no transaction is open: " + reply);
        }

        @Override
        public void close() {}
    }
}
