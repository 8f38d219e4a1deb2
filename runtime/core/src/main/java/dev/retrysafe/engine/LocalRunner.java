package dev.retrysafe.engine;

import dev.retrysafe.CallContext;
import dev.retrysafe.ResultClassifier;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.tool.ToolMethod;
import org.jspecify.annotations.Nullable;

/**
 * Runs a method in the transaction in which its operation was claimed, and ends both together: effect and receipt are
 * committed, or neither is and a retry executes.
 */
final class LocalRunner {

    private final Ending ending;

    private final Receipts receipts;

    private final Outcomes outcomes;

    private final Listeners listeners;

    private final Entrance entrance;

    LocalRunner(Ending ending, Receipts receipts, Outcomes outcomes, Listeners listeners, Entrance entrance) {
        this.ending = ending;
        this.receipts = receipts;
        this.outcomes = outcomes;
        this.listeners = listeners;
        this.entrance = entrance;
    }

    @Nullable
    Object run(Admission.EnterLocally entered, Invocation call, CallReport report) throws Throwable {
        report.reporting(() -> confirm(entered, call));
        Object value;
        try {
            value = entrance.proceed(entered.attempt(), call);
        } catch (Throwable t) {
            entrance.compare(entered.attempt(), call, CallContext.current());
            return threw(entered, call, t, report);
        }
        entrance.compare(entered.attempt(), call, CallContext.current());
        Object answer = report.reporting(() -> end(entered, call.tool(), value, report));
        Throwable afterCommit = entered.transaction().failedAfterCommit();
        if (afterCommit != null) {
            // The effect stands, and so it is told; what failed is the application's, and none of the effect.
            report.threw(afterCommit);
            throw afterCommit;
        }
        report.finished();
        return answer;
    }

    /** The last step before the method is entered; where it is refused nothing is left of the claim. */
    private @Nullable Void confirm(Admission.EnterLocally entered, Invocation call) {
        try {
            entrance.confirm(entered.attempt(), call);
            return null;
        } catch (RuntimeException | Error e) {
            entered.attempt().end();
            entered.transaction().close();
            entered.attempt().hadNoEffect();
            throw e;
        }
    }

    private @Nullable Object end(
            Admission.EnterLocally entered, ToolMethod tool, @Nullable Object value, CallReport report) {
        try (LocalTransaction transaction = entered.transaction()) {
            Attempt attempt = entered.attempt();
            attempt.end();
            if (attempt.entries().second() != null) {
                throw EntryRefusals.enteredTwiceAndRolledBack(
                        attempt.operation(), attempt.entries().second());
            }
            // What may not have happened is taken back here, so that it has not.
            boolean commits = ending.verdict(attempt, value) == ResultClassifier.Verdict.COMMITTED;
            Object answer = commits ? commit(entered, tool, value, report) : value;
            attempt.isSettled();
            return answer;
        } catch (SideEffectStoreException e) {
            if (!e.effectMayHaveHappened()) {
                entered.attempt().isSettled();
            }
            throw e;
        }
    }

    private @Nullable Object threw(Admission.EnterLocally entered, Invocation call, Throwable thrown, CallReport report)
            throws Throwable {
        entered.attempt().end();
        entered.transaction().close();
        StoredOutcome standing;
        try {
            standing = entered.attempt().entries().second() == null ? storeIfFinal(entered, thrown, report) : null;
        } catch (Throwable t) {
            report.threw(t);
            throw t;
        }
        entered.attempt().isSettled();
        if (thrown == entered.attempt().entries().second()) {
            SideEffectException refusal =
                    EntryRefusals.enteredTwiceAndRolledBack(entered.attempt().operation(), thrown);
            report.refused(refusal);
            throw refusal;
        }
        if (standing == null) {
            report.threw(thrown);
            throw thrown;
        }
        return report.answering(() -> ending.answer(entered.attempt().operation(), call.tool(), standing, report));
    }

    /**
     * The failure's own rows are rolled back before, and so is the claim: only the failure is stored. That is another
     * step, since not every kind of transaction can take back a part of itself; a caller that comes in between executes,
     * which does no harm, and is in the right.
     *
     * @return the outcome that such a caller stored, which this one gets, too; null when this one gets what was thrown
     */
    private @Nullable StoredOutcome storeIfFinal(Admission.EnterLocally entered, Throwable thrown, CallReport report)
            throws Throwable {
        Attempt attempt = entered.attempt();
        Operation operation = attempt.operation();
        NewOutcome failure = Ending.finalFailure(attempt, thrown);
        if (failure == null) {
            return null;
        }
        CommitReply reply;
        try {
            reply = entered.transactions().fail(attempt.request(), failure);
        } catch (EffectStoreException e) {
            notStored(attempt, "it was rolled back, so a retry executes and fails anew", e);
            return null;
        }
        if (reply instanceof CommitReply.AlreadyCommitted earlier) {
            return earlier.outcome();
        }
        if (reply instanceof CommitReply.Refused refused) {
            notStored(
                    attempt,
                    "it was rolled back, and the record came to be " + refused.state() + " at fence " + refused.fence(),
                    null);
            throw Ending.inDoubt(attempt, thrown, Answers.failureRefused(operation, refused.state()), report);
        } else {
            StoredOutcome stored = ((CommitReply.Stored) reply).outcome();
            report.outcome(Receipts.of(operation, stored), stored);
        }
        return null;
    }

    private void notStored(Attempt attempt, String detail, @Nullable Throwable cause) {
        listeners.incident(Incident.Kind.NOT_STORED, attempt, detail, cause);
    }

    private @Nullable Object commit(
            Admission.EnterLocally entered, ToolMethod tool, @Nullable Object value, CallReport report) {
        Attempt attempt = entered.attempt();
        Operation operation = attempt.operation();
        NewOutcome outcome = outcomes.of(operation, attempt.claim().fence(), tool, value);
        CommitReply reply = commit(entered, outcome, value);
        if (reply instanceof CommitReply.Stored) {
            receipts.tell(attempt, outcome, reply);
        } else {
            reply = commitAgain(attempt, outcome, value);
        }
        if (reply instanceof CommitReply.Stored stored) {
            report.outcome(Receipts.of(operation, stored.outcome()), stored.outcome());
            return value;
        }
        if (reply instanceof CommitReply.AlreadyCommitted earlier
                && !earlier.outcome().failed()) {
            return ending.replay(operation, tool, earlier.outcome(), report);
        }
        RecordState state = reply instanceof CommitReply.Refused refused ? refused.state() : RecordState.COMMITTED;
        throw Answers.commitRefused(operation, state, value);
    }

    /**
     * The record knows the claim, so the method had committed it by itself, and with it what it had done until then; but it is
     * not this attempt's any more. What the transaction wrote as evidence of that it took along, so it is written once more.
     */
    private CommitReply commitAgain(Attempt attempt, NewOutcome outcome, @Nullable Object value) {
        try {
            return receipts.store(attempt, outcome);
        } catch (EffectStoreException e) {
            throw Answers.notStored(attempt.operation(), value, e);
        }
    }

    /** What the record says when the transaction is over; where its commit did not plainly succeed, the record is asked. */
    private static CommitReply commit(Admission.EnterLocally entered, NewOutcome outcome, @Nullable Object value) {
        Operation operation = entered.attempt().operation();
        EffectStoreException failure;
        try {
            CommitReply reply = entered.transaction().commit(entered.attempt().claim(), outcome);
            if (reply instanceof CommitReply.Refused refused && refused.state() == RecordState.ABSENT) {
                throw Answers.rolledBack(operation, null);
            }
            return reply;
        } catch (EffectStoreException e) {
            failure = e;
        }
        if (failure.reason() != EffectStoreException.Reason.UNAVAILABLE) {
            throw Answers.rolledBack(operation, failure);
        }
        CommitReply settled;
        try {
            // Over already, by the book. One that is not would be waited for here, at its row.
            entered.transaction().close();
            settled = entered.transactions().settle(entered.attempt().claim());
        } catch (EffectStoreException e) {
            EngineLog.debug(e, "{} cannot be asked for its record after its commit", operation.key());
            throw Answers.commitUnknown(operation, value, failure);
        }
        if (settled instanceof CommitReply.Stored) {
            return settled;
        }
        throw Answers.rolledBack(operation, failure);
    }
}
