package dev.retrysafe.engine;

import dev.retrysafe.CommitReceipt;
import dev.retrysafe.Decision;
import dev.retrysafe.NoEffect;
import dev.retrysafe.ResultClassifier;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.WriteReply;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Ends an attempt whose method returned or threw: stores the receipt, releases the claim, or says "in doubt". */
final class Ending {

    /** One exception object may be thrown by many calls; it must not grow with each. */
    private static final int MOST_SUPPRESSED = 16;

    /** Causes may form a circle. */
    private static final int DEEPEST_CAUSE = 100;

    private final EffectStore store;

    private final Committer committer;

    private final Results results;

    private final Outcomes outcomes;

    private final ResultClassifier classifier;

    private final Listeners listeners;

    private final Set<String> keyUnused = ConcurrentHashMap.newKeySet();

    Ending(
            EffectStore store,
            Committer committer,
            Results results,
            Outcomes outcomes,
            ResultClassifier classifier,
            Listeners listeners) {
        this.store = store;
        this.committer = committer;
        this.results = results;
        this.outcomes = outcomes;
        this.classifier = classifier;
        this.listeners = listeners;
    }

    /**
     * The method returned.
     *
     * @return what the caller gets: its own result, or the stored one of the attempt that committed first
     * @throws SideEffectException when the receipt is not stored, or the stored result cannot be read
     */
    @Nullable
    Object returned(Attempt attempt, ToolMethod tool, @Nullable Object value, CallReport report) {
        attempt.end();
        switch (verdict(attempt, value)) {
            case NO_EFFECT -> {
                release(attempt);
                if (attempt.isTakeover()) {
                    report.decided(Decision.IN_DOUBT);
                }
            }
            case IN_DOUBT -> {
                report.decided(Decision.IN_DOUBT);
                markInDoubt(attempt, "the result does not tell whether the effect happened");
            }
            case COMMITTED -> {
                return commit(attempt, tool, value, report);
            }
        }
        return value;
    }

    /**
     * The method is not entered, because the engine was closed between claim and entry: the claim is given back.
     *
     * @return what the caller gets
     */
    SideEffectException notEntered(Attempt attempt) {
        attempt.end();
        release(attempt);
        return Answers.closed(attempt.tool(), attempt.operation().key());
    }

    /**
     * The method threw.
     *
     * @param thrown what it threw; what the caller gets, with the doubt among its suppressed exceptions
     */
    void threw(Attempt attempt, Throwable thrown, CallReport report) {
        attempt.end();
        NewOutcome last = finalFailure(attempt.operation(), thrown);
        if (last != null) {
            commit(attempt, last, thrown, report);
            return;
        }
        boolean noEffect = !isOfProtocol(thrown) && provesNoEffect(attempt, thrown);
        if (noEffect) {
            release(attempt);
        } else {
            markInDoubt(attempt, describe(thrown));
        }
        if (noEffect && !attempt.isTakeover()) {
            return;
        }
        report.decided(Decision.IN_DOUBT);
        suppress(thrown, Answers.failedInDoubt(attempt.operation()));
    }

    private static void suppress(Throwable thrown, SideEffectException what) {
        if (thrown.getSuppressed().length < MOST_SUPPRESSED) {
            thrown.addSuppressed(what);
        }
    }

    /** What is stored of a failure that its tool declares to be the outcome; null of any other. */
    static @Nullable NewOutcome finalFailure(Operation operation, Throwable thrown) {
        FinalFailure last = isOfProtocol(thrown) ? null : FinalFailure.of(thrown, operation.tool());
        return last == null ? null : new NewOutcome(true, operation.tool().receiptSystem(), null, null, last.store());
    }

    /** Stores a failure as the outcome. The caller gets it in any case, with what went wrong among its suppressed ones. */
    private void commit(Attempt attempt, NewOutcome outcome, Throwable thrown, CallReport report) {
        Operation operation = attempt.operation();
        CommitReply reply;
        try {
            reply = stored(attempt, outcome);
        } catch (EffectStoreException e) {
            report.decided(Decision.IN_DOUBT);
            suppress(thrown, Answers.notStored(operation, null, e));
            return;
        }
        if (reply instanceof CommitReply.Stored stored) {
            report.outcome(receipt(operation, stored.outcome()), stored.outcome());
        } else if (reply instanceof CommitReply.Refused refused) {
            report.decided(Decision.IN_DOUBT);
            suppress(thrown, Answers.commitRefused(operation, refused.state(), null));
        } else {
            StoredOutcome earlier = ((CommitReply.AlreadyCommitted) reply).outcome();
            report.outcome(receipt(operation, earlier), earlier);
        }
    }

    /** Within the budget, or else in the background too. */
    private CommitReply stored(Attempt attempt, NewOutcome outcome) {
        CommitReply reply;
        try {
            reply = committer.commit(attempt, outcome);
        } catch (EffectStoreException e) {
            listeners.incident(Incident.Kind.NOT_STORED, attempt, "trying again in the background", e);
            committer.inBackground(
                    "store the receipt of " + attempt.operation().key(),
                    () -> store.commit(attempt.claim(), outcome),
                    late -> report(attempt, outcome, late));
            throw e;
        }
        report(attempt, outcome, reply);
        return reply;
    }

    /** A protocol failure of a nested tool says nothing about what the outer one has done. */
    private static boolean isOfProtocol(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof SideEffectException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean provesNoEffect(Attempt attempt, Throwable thrown) {
        return thrown instanceof NoEffect
                || attempt.operation().tool().noEffect().stream().anyMatch(type -> type.isInstance(thrown));
    }

    /** What a returned value says of the effect. */
    ResultClassifier.Verdict verdict(Attempt attempt, @Nullable Object value) {
        try {
            return Objects.requireNonNull(classifier.classify(attempt.tool(), value), "the classifier's verdict");
        } catch (RuntimeException | Error e) {
            listeners.incident(Incident.Kind.CLASSIFIER_FAILED, attempt, "held to be in doubt", e);
            return ResultClassifier.Verdict.IN_DOUBT;
        }
    }

    private @Nullable Object commit(Attempt attempt, ToolMethod tool, @Nullable Object value, CallReport report) {
        NewOutcome outcome = outcomes.of(attempt.operation(), attempt.claim().fence(), tool, value);
        warnOfUnusedKey(attempt);
        CommitReply reply;
        try {
            reply = stored(attempt, outcome);
        } catch (EffectStoreException e) {
            throw Answers.notStored(attempt.operation(), value, e);
        }
        if (reply instanceof CommitReply.Refused refused) {
            throw Answers.commitRefused(attempt.operation(), refused.state(), value);
        }
        if (reply instanceof CommitReply.AlreadyCommitted earlier) {
            if (earlier.outcome().failed()) {
                // This attempt had its effect, and another one's failure was stored as final: a person has to see it.
                throw Answers.commitRefused(attempt.operation(), RecordState.COMMITTED, value);
            }
            return replay(attempt.operation(), tool, earlier.outcome(), report);
        }
        StoredOutcome stored = ((CommitReply.Stored) reply).outcome();
        report.outcome(receipt(attempt.operation(), stored), stored);
        return value;
    }

    /** Once a tool: it says something of the tool's code, not of a call. */
    private void warnOfUnusedKey(Attempt attempt) {
        ToolDefinition tool = attempt.operation().tool();
        if (tool.mutation() == Mutation.IDEMPOTENT
                && !tool.recovery().resendForever()
                && !attempt.keyUsed()
                && keyUnused.add(tool.tool())) {
            listeners.incident(
                    Incident.Kind.KEY_NOT_FORWARDED,
                    attempt,
                    "it is declared IDEMPOTENT and its method returned without having read or sent the key, so the remote"
                            + " side cannot tell when it is sent again. Forward SideEffects.downstreamKey(), or declare"
                            + " resendWithin = \"forever\" if sending twice does no harm",
                    null);
        }
    }

    /** The failure that was stored as the outcome, again. */
    Throwable replayFailure(Operation operation, ToolMethod tool, StoredOutcome outcome, CallReport report) {
        report.decided(Decision.REPLAY);
        report.outcome(receipt(operation, outcome), outcome);
        return FinalFailure.read(outcome.result()).rebuild(tool);
    }

    /**
     * Answers from a stored result.
     *
     * @throws dev.retrysafe.ResultUnavailableException when the result is not there to give back
     */
    @Nullable
    Object replay(Operation operation, ToolMethod tool, StoredOutcome outcome, CallReport report) {
        CommitReceipt receipt = receipt(operation, outcome);
        report.decided(Decision.REPLAY);
        report.outcome(receipt, outcome);
        return results.replay(operation, tool, receipt, outcome);
    }

    /** Tells of a commit that went otherwise than it should. */
    void report(Attempt attempt, NewOutcome outcome, CommitReply reply) {
        if (reply instanceof CommitReply.Refused refused) {
            listeners.incident(
                    Incident.Kind.COMMIT_REFUSED,
                    attempt,
                    "the record is " + refused.state() + " at fence " + refused.fence() + "; the receipt is kept on it",
                    null);
        } else if (reply instanceof CommitReply.AlreadyCommitted earlier
                && earlier.remoteIdDiffers()
                && !outcome.failed()) {
            listeners.incident(
                    Incident.Kind.SECOND_EFFECT,
                    attempt,
                    "two attempts committed; the stored remote id is "
                            + earlier.outcome().remoteId(),
                    null);
        } else if (reply instanceof CommitReply.Stored stored) {
            if (stored.recordWasLost()) {
                listeners.incident(
                        Incident.Kind.RECORD_LOST, attempt, "found missing at the commit, and written", null);
            } else if (stored.late()) {
                listeners.incident(Incident.Kind.LATE_COMMIT, attempt, "taken out of doubt", null);
            }
        }
    }

    private void release(Attempt attempt) {
        try {
            WriteReply reply = store.release(attempt.claim());
            if (reply instanceof WriteReply.Refused refused) {
                listeners.incident(
                        Incident.Kind.RELEASE_FAILED,
                        attempt,
                        "the record is " + refused.state() + " at fence " + refused.fence(),
                        null);
            }
        } catch (EffectStoreException e) {
            listeners.incident(Incident.Kind.RELEASE_FAILED, attempt, "trying again in the background", e);
            committer.inBackground(
                    "release " + attempt.operation().key(), () -> store.release(attempt.claim()), reply -> {});
        }
    }

    private void markInDoubt(Attempt attempt, String failure) {
        try {
            store.markInDoubt(attempt.claim(), failure);
        } catch (EffectStoreException e) {
            listeners.incident(Incident.Kind.MARK_FAILED, attempt, "its lease will lapse into doubt; trying again", e);
            committer.inBackground(
                    "mark " + attempt.operation().key() + " in doubt",
                    () -> store.markInDoubt(attempt.claim(), failure),
                    reply -> {});
        }
    }

    private static String describe(Throwable thrown) {
        String type = thrown.getClass().getName();
        try {
            String message = thrown.getMessage();
            return message == null ? type : type + ": " + message;
        } catch (RuntimeException | Error e) {
            return type + ", whose message cannot be read";
        }
    }

    static CommitReceipt receipt(Operation operation, StoredOutcome outcome) {
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
