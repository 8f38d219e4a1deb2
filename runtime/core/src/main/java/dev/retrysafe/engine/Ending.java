package dev.retrysafe.engine;

import dev.retrysafe.CommitReceipt;
import dev.retrysafe.Decision;
import dev.retrysafe.OneLine;
import dev.retrysafe.ResultClassifier;
import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Ends an attempt whose method returned or threw: stores the receipt, releases the claim, or says "in doubt". */
final class Ending {

    private final Receipts receipts;

    private final LettingGo lettingGo;

    private final Results results;

    private final Outcomes outcomes;

    private final ResultClassifier classifier;

    private final Listeners listeners;

    private final Set<String> keyUnused = ConcurrentHashMap.newKeySet();

    Ending(
            Receipts receipts,
            LettingGo lettingGo,
            Results results,
            Outcomes outcomes,
            ResultClassifier classifier,
            Listeners listeners) {
        this.receipts = receipts;
        this.lettingGo = lettingGo;
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
        SideEffectException twice = attempt.entries().second();
        if (twice != null) {
            lettingGo.markInDoubt(attempt, EntryRefusals.RECORDED);
            tell(attempt, twice);
            throw EntryRefusals.enteredTwice(attempt.operation(), value, twice);
        }
        switch (verdict(attempt, value)) {
            case NO_EFFECT -> {
                lettingGo.release(attempt);
                if (attempt.isTakeover()) {
                    report.endedInDoubt(Answers.failedInDoubt(attempt.operation(), null), null);
                }
            }
            case IN_DOUBT -> {
                warnOfUnusedKey(attempt);
                report.endedInDoubt(Answers.failedInDoubt(attempt.operation(), null), null);
                lettingGo.markInDoubt(attempt, "the result does not tell whether the effect happened");
            }
            case COMMITTED -> {
                return commit(attempt, tool, value, report);
            }
        }
        return value;
    }

    /** The method is not entered: the claim is given back. */
    void giveBack(Attempt attempt) {
        attempt.end();
        lettingGo.release(attempt);
    }

    /**
     * The method is not entered, because the engine was closed between claim and entry: the claim is given back.
     *
     * @return what the caller gets
     */
    SideEffectException notEntered(Attempt attempt) {
        giveBack(attempt);
        return Answers.closed(attempt.tool(), attempt.operation().key());
    }

    /**
     * The method threw.
     *
     * @param thrown what it threw
     * @return the outcome that another attempt had stored before, which the caller gets
     * @throws Throwable what the caller gets otherwise, by {@link #inDoubt} where it is in doubt
     */
    StoredOutcome threw(Attempt attempt, Throwable thrown, CallReport report) throws Throwable {
        attempt.end();
        SideEffectException twice = attempt.entries().second();
        if (twice != null) {
            // Neither a proof nor a final failure: it may speak of the entry that was refused.
            lettingGo.markInDoubt(attempt, EntryRefusals.RECORDED);
            SideEffectException doubt = EntryRefusals.enteredTwice(attempt.operation(), null, twice);
            Throwable told = inDoubt(attempt, thrown, doubt, report);
            throw thrown == twice ? doubt : told;
        }
        NewOutcome last = finalFailure(attempt, thrown);
        if (last != null) {
            return commit(attempt, last, thrown, report);
        }
        boolean noEffect = FailureEvidence.isOfNested(attempt, thrown)
                ? FailureEvidence.provesOnlyARefusal(attempt, thrown)
                : FailureEvidence.provesNoEffect(attempt, thrown);
        if (noEffect) {
            lettingGo.release(attempt);
        } else {
            lettingGo.markInDoubt(attempt, OneLine.of(thrown));
        }
        if (!noEffect || attempt.isTakeover()) {
            throw inDoubt(attempt, thrown, Answers.failedInDoubt(attempt.operation(), thrown), report);
        }
        throw thrown;
    }

    /**
     * The method's future does not tell when it completes: its work is under way, and what comes of it is not known.
     *
     * @return what the caller gets
     */
    SideEffectException unheard(Attempt attempt, Throwable failure) {
        attempt.end();
        lettingGo.markInDoubt(attempt, OneLine.of(failure));
        tell(attempt, failure);
        return Answers.failedInDoubt(attempt.operation(), failure);
    }

    /**
     * Tells what became of an attempt whose method threw. What was thrown is not changed: it may be an object that many
     * calls throw.
     *
     * @param said what the protocol says of it
     * @return what the caller gets: what was thrown; of an attempt that took over from an unknown one a doubt in its place,
     *     because what it says of the resend does not hold for the effect
     */
    static Throwable inDoubt(Attempt attempt, Throwable thrown, SideEffectException said, CallReport report) {
        report.endedInDoubt(said, thrown);
        tell(attempt, thrown);
        if (!attempt.isTakeover()) {
            return thrown;
        }
        return said instanceof SideEffectInDoubtException && said.getCause() == thrown
                ? said
                : Answers.failedInDoubt(attempt.operation(), thrown);
    }

    /** Once, here: whoever retries around the tool may show nobody what the first attempt failed with. */
    private static void tell(Attempt attempt, Throwable thrown) {
        EngineLog.warn(
                thrown,
                "{} is in doubt at fence {}, because its method failed: {}",
                attempt.operation().key(),
                attempt.claim().fence(),
                OneLine.of(thrown));
    }

    /** What is stored of a failure that its tool declares to be the outcome; null of any other. */
    static @Nullable NewOutcome finalFailure(Attempt attempt, Throwable thrown) {
        ToolDefinition tool = attempt.operation().tool();
        FinalFailure last = FailureEvidence.isOfNested(attempt, thrown) ? null : FinalFailure.of(thrown, tool);
        return last == null ? null : new NewOutcome(true, tool.receiptSystem(), null, null, last.store());
    }

    /** Stores a failure as the outcome. The caller gets it, whether or not it is stored. */
    private StoredOutcome commit(Attempt attempt, NewOutcome outcome, Throwable thrown, CallReport report)
            throws Throwable {
        // Work that the method left behind would make a success of what is stored as a failure.
        boolean unused = attempt.sendsNoMore();
        Operation operation = attempt.operation();
        CommitReply reply;
        try {
            reply = receipts.store(attempt, outcome);
        } catch (EffectStoreException e) {
            throw inDoubt(attempt, thrown, Answers.notStored(operation, null, e), report);
        }
        if (reply instanceof CommitReply.AlreadyCommitted earlier) {
            return earlier.outcome();
        }
        if (reply instanceof CommitReply.Refused refused) {
            throw inDoubt(attempt, thrown, Answers.commitRefused(operation, refused.state(), null), report);
        }
        StoredOutcome stored = ((CommitReply.Stored) reply).outcome();
        report.outcome(Receipts.of(operation, stored), stored);
        throw thrown;
    }

    /** What a returned value says of the effect. */
    ResultClassifier.Verdict verdict(Attempt attempt, @Nullable Object value) {
        try {
            return Objects.requireNonNull(classifier.classify(attempt.tool(), value), "the classifier's verdict");
        } catch (Throwable t) {
            listeners.incident(Incident.Kind.CLASSIFIER_FAILED, attempt, "held to be in doubt", t);
            return ResultClassifier.Verdict.IN_DOUBT;
        }
    }

    private @Nullable Object commit(Attempt attempt, ToolMethod tool, @Nullable Object value, CallReport report) {
        NewOutcome outcome = outcomes.of(attempt.operation(), attempt.claim().fence(), tool, value);
        warnOfUnusedKey(attempt);
        CommitReply reply;
        try {
            reply = receipts.store(attempt, outcome);
        } catch (EffectStoreException e) {
            throw Answers.notStored(attempt.operation(), value, e);
        }
        if (reply instanceof CommitReply.Refused refused) {
            // Others act on the operation, so work that the method left behind is as unwelcome as its receipt.
            boolean unused = attempt.sendsNoMore();
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
        report.outcome(Receipts.of(attempt.operation(), stored), stored);
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

    /**
     * Answers from a stored outcome.
     *
     * @return the result
     * @throws dev.retrysafe.ResultUnavailableException when the result is not there to give back
     * @throws Throwable the failure that was stored as the outcome, again
     */
    @Nullable
    Object answer(Operation operation, ToolMethod tool, StoredOutcome outcome, CallReport report) throws Throwable {
        if (!outcome.failed()) {
            return replay(operation, tool, outcome, report);
        }
        told(operation, outcome, report);
        throw FinalFailure.read(outcome.result()).rebuild(tool);
    }

    @Nullable
    Object replay(Operation operation, ToolMethod tool, StoredOutcome outcome, CallReport report) {
        return results.replay(operation, tool, told(operation, outcome, report), outcome);
    }

    private static CommitReceipt told(Operation operation, StoredOutcome outcome, CallReport report) {
        CommitReceipt receipt = Receipts.of(operation, outcome);
        report.decided(Decision.REPLAY);
        report.outcome(receipt, outcome);
        return receipt;
    }
}
