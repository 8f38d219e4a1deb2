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

    /** SQLStates of constraints, which a database may check as late as at the commit. */
    private static final String CONSTRAINTS = "23";

    private static final int DEEPEST_CAUSE = 50;

    private final TransactionSource.Transaction transaction;
    private final ClaimReply reply;
    private final Dialect dialect;
    private final RecordSteps steps;
    private final Runnable wake;
    private boolean over;

    OpenTransaction(
            TransactionSource.Transaction transaction,
            ClaimReply reply,
            Dialect dialect,
            RecordSteps steps,
            Runnable wake) {
        this.transaction = transaction;
        this.reply = reply;
        this.dialect = dialect;
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
            if (written instanceof CommitReply.Stored) {
                end();
                wake.run();
            } else {
                close();
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

    /** Commits what was written. */
    void end() {
        over = true;
        try {
            if (!transaction.commit()) {
                throw rolledBack("it had been marked to be rolled back", null);
            }
        } catch (EffectStoreException e) {
            throw e;
        } catch (SQLException | RuntimeException e) {
            throw judged(e);
        }
    }

    /** Whether the database said that it did not commit, or may have. */
    private EffectStoreException judged(Exception failure) {
        SQLException sql = sqlIn(failure);
        boolean undone = sql != null
                && (Refusal.of(sql, dialect).undone() || Dialect.stateOf(sql).startsWith(CONSTRAINTS));
        return undone
                ? rolledBack("the database refused to commit", failure)
                : new EffectStoreException(
                        Reason.UNAVAILABLE,
                        "the database did not confirm the commit (" + describe(failure) + ")",
                        failure);
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
    private static String describe(Exception failure) {
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
