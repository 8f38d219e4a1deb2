package dev.retrysafe.engine;

import dev.retrysafe.ResultClassifier;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.LocalTransaction;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordState;
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
        Object value = proceed(entered, call, report);
        return report.reporting(() -> end(entered, call.tool(), value, report));
    }

    private @Nullable Object end(
            Admission.EnterLocally entered, ToolMethod tool, @Nullable Object value, CallReport report) {
        try (LocalTransaction transaction = entered.transaction()) {
            Attempt attempt = entered.attempt();
            attempt.end();
            // What may not have happened is taken back here, so that it has not.
            boolean commits = ending.verdict(attempt, value) == ResultClassifier.Verdict.COMMITTED;
            Object answer = commits ? commit(entered, tool, value, report) : value;
            report.finished();
            return answer;
        }
    }

    private @Nullable Object proceed(Admission.EnterLocally entered, Invocation call, CallReport report)
            throws Throwable {
        try {
            return entrance.proceed(entered.attempt(), call);
        } catch (Throwable t) {
            entered.attempt().end();
            entered.transaction().close();
            storeIfFinal(entered, t, report);
            report.threw(t);
            throw t;
        }
    }

    /**
     * The failure's own rows are rolled back before, and so is the claim: only the failure is stored. That is another
     * step, since not every kind of transaction can take back a part of itself; a caller that comes in between executes,
     * which does no harm.
     */
    private void storeIfFinal(Admission.EnterLocally entered, Throwable thrown, CallReport report) {
        Attempt attempt = entered.attempt();
        NewOutcome failure = Ending.finalFailure(attempt.operation(), thrown);
        if (failure == null) {
            return;
        }
        try {
            CommitReply reply = entered.transactions().fail(attempt.request(), failure);
            if (reply instanceof CommitReply.Stored stored) {
                report.outcome(Receipts.of(attempt.operation(), stored.outcome()), stored.outcome());
            }
        } catch (EffectStoreException e) {
            listeners.incident(
                    Incident.Kind.NOT_STORED, attempt, "it was rolled back, so a retry executes and fails anew", e);
        }
    }

    private @Nullable Object commit(
            Admission.EnterLocally entered, ToolMethod tool, @Nullable Object value, CallReport report) {
        Attempt attempt = entered.attempt();
        Operation operation = attempt.operation();
        NewOutcome outcome = outcomes.of(operation, attempt.claim().fence(), tool, value);
        CommitReply reply = commit(entered, outcome, value);
        receipts.tell(attempt, outcome, reply);
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

    /** What the record says when the transaction is over; where its commit was not answered, the record is asked. */
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
            settled = entered.transactions().settle(entered.attempt().claim());
        } catch (EffectStoreException e) {
            failure.addSuppressed(e);
            throw Answers.commitUnknown(operation, value, failure);
        }
        if (settled instanceof CommitReply.Stored) {
            return settled;
        }
        throw Answers.rolledBack(operation, failure);
    }
}
