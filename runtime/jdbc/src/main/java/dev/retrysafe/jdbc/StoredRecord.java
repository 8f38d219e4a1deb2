package dev.retrysafe.jdbc;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.Token;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** One operation's record while its row is locked, and the rules by which each command moves it. */
final class StoredRecord extends RecordMoves {

    /** Holds a receipt that is a person's, so that every attempt's commit is compared with it. */
    private static final Token NOBODY = new Token(0, 0);

    ClaimReply claim(ClaimRequest request, long now) {
        if (freed.contains(request.token(), now)) {
            return new ClaimReply.Released();
        }
        if (holds(request)) {
            return new ClaimReply.Claimed(fence, earlierUnknown(), null);
        }
        if (state != RecordState.ABSENT && state != RecordState.FREE) {
            return answer(request, now);
        }
        if (untimely(request, now)) {
            return new ClaimReply.Untimely(Instant.ofEpochMilli(now));
        }
        hold(request, fence + 1, now);
        return new ClaimReply.Claimed(fence);
    }

    ClaimReply look(ClaimRequest request, long now) {
        return state == RecordState.ABSENT || state == RecordState.FREE
                ? new ClaimReply.Released()
                : answer(request, now);
    }

    private ClaimReply answer(ClaimRequest request, long now) {
        StoredOutcome stored = outcome;
        if (!sameEffect(request)) {
            return new ClaimReply.Conflict(fingerprint, definitionHash, stored == null ? null : stored.remoteId());
        }
        if (stored != null) {
            return new ClaimReply.Committed(outliving(request, stored, now));
        }
        if (state == RecordState.PENDING) {
            if (now < leaseEnd) {
                return new ClaimReply.InProgress(fence, Duration.ofMillis(leaseEnd - now));
            }
            doubt("", now);
        }
        return new ClaimReply.InDoubt(
                fence,
                Instant.ofEpochMilli(endedAt),
                Instant.ofEpochMilli(firstAttemptAt),
                owner,
                failure,
                Millis.between(endedAt, now),
                Millis.between(firstAttemptAt, now),
                mutation);
    }

    /**
     * The clean fence stays behind: whoever was before is unknown from here on. A loss stays known too, for the first
     * attempt's time was lost with the record.
     */
    ClaimReply takeOver(ClaimRequest request, Takeover takeover, long now) {
        if (state == RecordState.ABSENT || state == RecordState.FREE || freed.contains(request.token(), now)) {
            return new ClaimReply.Released();
        }
        Duration within = takeover.resendWithin();
        Duration left = within == null ? null : Millis.between(now, Millis.later(firstAttemptAt, within));
        if (holds(request)) {
            return new ClaimReply.Claimed(fence, earlierUnknown(), left);
        }
        boolean wasInDoubt = state == RecordState.IN_DOUBT;
        ClaimReply answer = answer(request, now);
        boolean seen = wasInDoubt && answer instanceof ClaimReply.InDoubt && fence == takeover.fenceSeen();
        if (!seen || (left != null && (left.isZero() || !mayResend(request)))) {
            return answer;
        }
        grant(request, fence + 1, now);
        return new ClaimReply.Claimed(fence, true, left);
    }

    CommitReply found(ClaimRequest request, long fenceSeen, NewOutcome outcome, long now) {
        Claim seen = new Claim(request, fenceSeen);
        if (state == RecordState.ABSENT) {
            if (!healed(seen, now)) {
                return new CommitReply.Refused(state, fence);
            }
        } else if (this.outcome != null && sameEffect(request)) {
            return committedAlready(seen, outcome, this.outcome, now);
        } else if (!sameEffect(request) || fence != fenceSeen || !openToSettlement(now)) {
            return new CommitReply.Refused(state, fence);
        }
        know(request);
        return store(request, outcome, true, now);
    }

    WriteReply renew(Claim claim, long now) {
        if (healed(claim, now)) {
            return new WriteReply.Done(true);
        }
        if (state != RecordState.PENDING || !heldBy(claim)) {
            return refusal();
        }
        leaseEnd = Millis.later(now, claim.request().lease());
        changed = true;
        return new WriteReply.Done(lost);
    }

    CommitReply commit(Claim claim, NewOutcome late, long now) {
        boolean unused = healed(claim, now);
        StoredOutcome stored = outcome;
        if (stored != null && sameEffect(claim.request())) {
            return committedAlready(claim, late, stored, now);
        }
        if (state == RecordState.ABSENT) {
            return new CommitReply.Refused(state, fence);
        }
        if (stored != null || state == RecordState.FREE || !heldBy(claim)) {
            changed |= evidence.keep(claim, late, now);
            return new CommitReply.Refused(state, fence);
        }
        return store(claim.request(), late, claim.fence() > 1, now);
    }

    /** In the transaction of the claim: one that the record does not know was rolled back by the method, and not lost. */
    CommitReply commitInTransaction(Claim claim, NewOutcome outcome, long now) {
        return knows(claim) ? commit(claim, outcome, now) : new CommitReply.Refused(RecordState.ABSENT, 0);
    }

    /**
     * Whether a claim was ever written. The record can be older than a claim that was not, or can have given its fence to
     * another attempt; the same fence with a receipt can also be one that was found, or decided.
     */
    private boolean knows(Claim claim) {
        return fence > claim.fence() || (fence == claim.fence() && (outcome != null || heldBy(claim)));
    }

    /** The row that is written where there is none waits for the one under way, and keeps it from ever being there. */
    CommitReply settle(Claim claim, long now) {
        if (outcome != null && heldBy(claim)) {
            return new CommitReply.Stored(outcome, committedLate, lost);
        }
        if (state == RecordState.ABSENT) {
            hold(claim.request(), claim.fence(), now);
            cleanFence = fence - 1;
            free(claim.request(), now);
        }
        return new CommitReply.Refused(state, fence);
    }

    CommitReply fail(ClaimRequest request, NewOutcome failure, long now) {
        ClaimReply reply = claim(request, now);
        if (reply instanceof ClaimReply.Claimed claimed) {
            return commit(new Claim(request, claimed.fence()), failure, now);
        }
        if (reply instanceof ClaimReply.Committed committed) {
            return request.token().equals(token)
                    ? new CommitReply.Stored(committed.outcome(), committedLate, lost)
                    : new CommitReply.AlreadyCommitted(committed.outcome(), false);
        }
        return new CommitReply.Refused(state, fence);
    }

    private CommitReply committedAlready(Claim claim, NewOutcome late, StoredOutcome stored, long now) {
        if (heldBy(claim)) {
            return new CommitReply.Stored(stored, committedLate, lost);
        }
        boolean differs = stored.differsFrom(late);
        changed |= differs && evidence.keep(claim, late, now);
        return new CommitReply.AlreadyCommitted(outliving(claim.request(), stored, now), differs);
    }

    /** Where another attempt's request may have executed, it is not known any more, and may be from as far ahead as is tolerated. */
    private CommitReply store(ClaimRequest request, NewOutcome late, boolean afterAnother, long now) {
        long from = afterAnother ? Millis.later(now, ClaimRequest.TOLERATED_SKEW) : now;
        long end = Math.max(Millis.later(from, request.ttl()), tooOldAt(request, now));
        return new CommitReply.Stored(store(late, now, end), committedLate, lost);
    }

    /** A person says that the effect happened. */
    void decidedCommitted(NewOutcome decided, long now, long end) {
        doubt("", leaseEnd);
        store(decided, now, end);
        token = NOBODY;
    }

    /** A person says that no attempt had its effect. */
    void decidedFree(long now, long end) {
        doubt("", leaseEnd);
        freed(Objects.requireNonNull(token, "a record in doubt has a token"), now, end);
    }

    WriteReply release(Claim claim, long now) {
        ClaimRequest request = claim.request();
        if (state == RecordState.ABSENT) {
            // A claim that is taken back may still be under way: its token is remembered, so that it finds itself
            // freed.
            hold(request, claim.fence(), now);
            lost = claim.fence() > 0;
            free(request, now);
            return new WriteReply.Done(lost);
        }
        boolean mine = heldBy(claim) || (claim.fence() == 0 && request.token().equals(token));
        if (freed.contains(request.token(), now)) {
            return new WriteReply.Done(mine && lost);
        }
        if (claim.fence() == 0 && !mine && state != RecordState.COMMITTED) {
            freed.add(request.token(), now);
            changed = true;
            return new WriteReply.Done(false);
        }
        if (!mine || state == RecordState.COMMITTED || state == RecordState.FREE) {
            return refusal();
        }
        free(request, now);
        return new WriteReply.Done(lost);
    }

    WriteReply markInDoubt(Claim claim, String why, long now) {
        boolean unused = healed(claim, now);
        boolean open = state == RecordState.PENDING || state == RecordState.IN_DOUBT;
        if (!open || !heldBy(claim)) {
            return refusal();
        }
        doubt(why, now);
        return new WriteReply.Done(lost);
    }

    private WriteReply refusal() {
        return new WriteReply.Refused(state, fence);
    }
}
