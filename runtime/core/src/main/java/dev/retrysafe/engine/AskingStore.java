package dev.retrysafe.engine;

import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks for an operation whose record is written apart from its effect. A doubt is settled where the tool allows it, once: a
 * call that is overtaken in that answers what it then finds, so that those who wait for a failing tool do not all run it, one
 * after the other.
 */
final class AskingStore extends Asking {

    private final Claims claims;

    private final Doubt doubt;

    private boolean settled;

    AskingStore(
            Operation operation,
            Invocation call,
            ClaimRequest request,
            Flights flights,
            EngineClock clock,
            Duration waitAtMost,
            Claims claims,
            Doubt doubt) {
        super(operation, call, request, flights, clock, waitAtMost);
        this.claims = claims;
        this.doubt = doubt;
    }

    @Override
    Next ask(@Nullable Flight first) {
        Attempt.Deadline at = Attempt.Deadline.now(clock);
        ClaimReply reply;
        try {
            reply = claims.claim(request);
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
        if (first != null && reply instanceof ClaimReply.InProgress running) {
            return waitFor(running, first);
        }
        if (first != null && reply instanceof ClaimReply.Claimed) {
            first.claimed();
        } else if (first != null) {
            first.answered(request, reply);
        }
        return goOn(reply, at, null);
    }

    @Override
    boolean looksTell() {
        return true;
    }

    @Override
    Next goOn(ClaimReply reply) {
        return goOn(reply, Attempt.Deadline.now(clock), null);
    }

    /**
     * Goes on with an answer.
     *
     * @param at a time before the command was sent that it answers
     * @param lookupFailure what the lookup of an effect in doubt threw; null when it did not
     */
    private Next goOn(ClaimReply reply, Attempt.Deadline at, @Nullable Throwable lookupFailure) {
        Step step = decide(reply, mayWait());
        if (step instanceof Step.Wait) {
            return waitFor((ClaimReply.InProgress) reply, null);
        }
        if (step instanceof Step.InDoubt inDoubt && !settled) {
            settled = true;
            return settle(inDoubt.record());
        }
        if (step instanceof Step.Execute execute) {
            return new Next.Admitted(enter(new Attempt(operation, request, execute, call, clock, at)));
        }
        if (step instanceof Step.Replay replay) {
            return new Next.Admitted(new Admission.Answered(replay.outcome(), hasWaited()));
        }
        throw Answers.refusal(operation, request, step, lookupFailure);
    }

    private Next settle(ClaimReply.InDoubt record) {
        Doubt.Settled answer;
        try {
            answer = doubt.settle(operation, call, request, record);
        } catch (EffectStoreException e) {
            throw Answers.notClaimed(operation, e);
        }
        return goOn(answer.reply(), answer.asked(), answer.lookupFailure());
    }

    /** An owner that was paused between its claim and here gives the claim back: others may act on it by now. */
    private Admission enter(Attempt attempt) {
        if (attempt.maySend()) {
            return new Admission.Enter(attempt);
        }
        claims.giveBack(attempt);
        throw Answers.claimTooLate(attempt.operation());
    }
}
