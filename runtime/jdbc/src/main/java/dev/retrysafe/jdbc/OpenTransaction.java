package dev.retrysafe.jdbc;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordState;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A transaction of the application's in which an operation was claimed. */
final class OpenTransaction implements LocalTransaction {

    private static final int DEEPEST_CAUSE = 50;

    private final TransactionSource.Transaction transaction;
    private final ClaimReply reply;
    private final RecordSteps steps;
    private final Runnable wake;
    private boolean over;
    private @Nullable Throwable failure;

    OpenTransaction(TransactionSource.Transaction transaction, ClaimReply reply, RecordSteps steps, Runnable wake) {
        this.transaction = transaction;
        this.reply = reply;
        this.steps = steps;
        this.wake = wake;
    }

    @Override
    public ClaimReply reply() {
        return reply;
    }

    @Override
    public CommitReply commit(Claim claim, NewOutcome outcome) {
        boolean interrupted = Thread.interrupted();
        try {
            CommitReply written = write(claim, outcome);
            if (!(written instanceof CommitReply.Stored)) {
                close();
                return written;
            }
            try {
                end();
            } finally {
                wake.run();
            }
            return written;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private CommitReply write(Claim claim, NewOutcome outcome) {
        OperationId operation = claim.request().operation();
        if (transaction.isRollbackOnly()) {
            close();
            throw rolledBack("it had been marked to be rolled back", null);
        }
        try {
            CommitReply written = steps.take(
                    transaction.connection(),
                    operation,
                    (stored, now) -> stored.commitInTransaction(claim, outcome, now));
            return written == null ? new CommitReply.Refused(RecordState.ABSENT, 0) : written;
        } catch (SQLException | RuntimeException e) {
            close();
            throw rolledBack("the receipt could not be written in it", e);
        } catch (Error e) {
            // Left open, it would hold its row against everyone, whoever asks what became of it first of all.
            close();
            throw e;
        }
    }

    /**
     * Commits what was written.
     *
     * @throws EffectStoreException when that did not plainly succeed: whether it took place is the record's to tell
     */
    void end() {
        over = true;
        boolean committed;
        try {
            committed = transaction.commit();
        } catch (Throwable t) {
            failure = t;
            throw unconfirmed("its commit failed (" + describe(t) + ")", t);
        }
        if (!committed) {
            throw unconfirmed("it was not committed", null);
        }
    }

    @Override
    public @Nullable Throwable failedAfterCommit() {
        return transaction.failedAfterCommit() ? failure : null;
    }

    private static EffectStoreException unconfirmed(String why, @Nullable Throwable failure) {
        return new EffectStoreException(Reason.UNAVAILABLE, why, failure);
    }

    private static @Nullable SQLException sqlIn(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** The failure itself is the cause: the transaction is the application's, and so is what it did wrong. */
    private static EffectStoreException rolledBack(String why, @Nullable Exception failure) {
        return new EffectStoreException(
                Reason.REFUSED, failure == null ? why : why + " (" + describe(failure) + ")", failure);
    }

    /** Without the text, which can hold rows and goes to a model. */
    private static String describe(Throwable failure) {
        SQLException sql = sqlIn(failure);
        return DriverFailure.describe(sql == null ? failure : sql);
    }

    @Override
    public void close() {
        if (!over) {
            over = true;
            transaction.rollback();
        }
    }
}
