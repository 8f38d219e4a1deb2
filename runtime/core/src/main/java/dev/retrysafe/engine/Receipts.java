package dev.retrysafe.engine;

import dev.retrysafe.CommitReceipt;
import dev.retrysafe.OneLine;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.StoredOutcome;
import org.jspecify.annotations.Nullable;

/** Gets an outcome into the store, within a budget or else in the background too, and tells what a person should know. */
final class Receipts {

    private final EffectStore store;

    private final Committer committer;

    private final Listeners listeners;

    Receipts(EffectStore store, Committer committer, Listeners listeners) {
        this.store = store;
        this.committer = committer;
        this.listeners = listeners;
    }

    /**
     * Stores an attempt's outcome.
     *
     * @throws EffectStoreException when the store did not answer within the budget; it is then tried again
     */
    CommitReply store(Attempt attempt, NewOutcome outcome) {
        CommitReply reply;
        try {
            reply = committer.commit(attempt, outcome);
        } catch (EffectStoreException e) {
            // Before anybody is told: a listener may take its time.
            committer.inBackground(
                    "store the receipt of " + attempt.operation().key(),
                    () -> store.commit(attempt.claim(), outcome),
                    late -> tell(attempt, outcome, late));
            listeners.incident(Incident.Kind.NOT_STORED, attempt, "trying again in the background", e);
            throw e;
        }
        tell(attempt, outcome, reply);
        return reply;
    }

    /** Tells of a commit that went otherwise than it should. */
    void tell(Attempt attempt, NewOutcome outcome, CommitReply reply) {
        if (reply instanceof CommitReply.Refused refused) {
            listeners.incident(
                    Incident.Kind.COMMIT_REFUSED,
                    attempt,
                    "the record is " + refused.state() + " at fence " + refused.fence() + "; the receipt is kept on it",
                    null);
        } else if (reply instanceof CommitReply.AlreadyCommitted earlier) {
            difference(attempt.operation(), attempt.claim().fence(), outcome, earlier);
            if (earlier.from(outcome) == CommitReply.Difference.NONE) {
                attempt.isSettled();
            }
        } else if (reply instanceof CommitReply.Stored stored) {
            attempt.isSettled();
            if (stored.recordWasLost()) {
                listeners.incident(
                        Incident.Kind.RECORD_LOST, attempt, "found missing at the commit, and written", null);
            } else if (stored.late()) {
                listeners.incident(Incident.Kind.LATE_COMMIT, attempt, "taken out of doubt", null);
            }
        }
    }

    /** Tells of an outcome that came beside the one that stands. */
    void difference(Operation operation, long fence, NewOutcome outcome, CommitReply.AlreadyCommitted earlier) {
        String mine = outcome.failed()
                ? "this attempt failed for good"
                : "this attempt succeeded with remote id " + quoted(outcome.remoteId());
        String stored = earlier.outcome().failed()
                ? "the stored outcome is a failure"
                : "the stored outcome is a success with remote id "
                        + quoted(earlier.outcome().remoteId());
        switch (earlier.from(outcome)) {
            case OTHER_END ->
                listeners.incident(Incident.Kind.OUTCOME_DIFFERS, operation, fence, mine + ", and " + stored, null);
            case SECOND_EFFECT ->
                listeners.incident(
                        Incident.Kind.SECOND_EFFECT,
                        operation,
                        fence,
                        "two effects: " + mine + ", and " + stored,
                        null);
            case NONE -> {}
        }
    }

    /** It may hold any text, and a listener may write it anywhere. */
    static String quoted(@Nullable String remoteId) {
        return remoteId == null ? "none" : OneLine.value(remoteId);
    }

    static CommitReceipt of(Operation operation, StoredOutcome outcome) {
        return new CommitReceipt(
                operation.key(),
                operation.fingerprint(),
                outcome.failed() ? CommitReceipt.FAILED : CommitReceipt.COMMITTED,
                outcome.remoteSystem(),
                outcome.remoteId(),
                outcome.remoteUrl(),
                outcome.committedAt());
    }
}
