package dev.retrysafe.engine;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.LocalTransactions;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Asks for an operation in a transaction that stays open where the operation is claimed. There is nothing to settle: such an
 * attempt cannot come into doubt. One caller of this process waits at the record's row for another process's transaction; the
 * others wait for that one, without a connection.
 */
final class AskingLocally extends Asking {

    private final LocalTransactions transactions;

    private final Semaphore rows;

    /**
     * Asks in transactions.
     *
     * @param rows the waits at rows that are left for this process: each holds a connection of the application's
     */
    AskingLocally(
            Operation operation,
            Invocation call,
            ClaimRequest request,
            Flights flights,
            EngineClock clock,
            Duration waitAtMost,
            LocalTransactions transactions,
            Semaphore rows) {
        super(operation, call, request, flights, clock, waitAtMost);
        this.transactions = transactions;
        this.rows = rows;
    }

    @Override
    Next ask(@Nullable Flight first) {
        Attempt.Deadline at = Attempt.Deadline.now(clock);
        LocalTransaction transaction;
        try {
            transaction = claim();
        } catch (EffectStoreException e) {
            if (first != null) {
                first.failed(e);
            }
            throw Answers.notClaimed(operation, e);
        } catch (Throwable t) {
            if (first != null) {
                first.askAgain();
            }
            throw t;
        }
        ClaimReply reply = transaction.reply();
        if (decide(reply, false) instanceof Step.Execute execute) {
            return new Next.Admitted(new Admission.EnterLocally(
                    new Attempt(operation, request, execute, call, clock, at), transactions, transaction, first));
        }
        transaction.close();
        if (first != null && reply instanceof ClaimReply.InProgress) {
            first.askAgain();
        } else if (first != null) {
            first.answered(request, reply);
        }
        return goOn(reply);
    }

    private LocalTransaction claim() {
        boolean mayWait = rows.tryAcquire();
        try {
            return transactions.claim(request, mayWait ? left() : Duration.ZERO);
        } finally {
            if (mayWait) {
                rows.release();
            }
        }
    }

    @Override
    boolean looksTell() {
        return false;
    }

    @Override
    Next goOn(ClaimReply reply) {
        Step step = decide(reply, false);
        if (step instanceof Step.Replay replay) {
            return new Next.Admitted(new Admission.Answered(replay.outcome(), hasWaited()));
        }
        throw Answers.refusal(operation, request, step, null);
    }
}
