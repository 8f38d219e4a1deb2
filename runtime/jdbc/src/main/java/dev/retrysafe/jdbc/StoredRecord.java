package dev.retrysafe.jdbc;

import dev.retrysafe.annotation.Mutation;
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
import org.jspecify.annotations.Nullable;

/**
 * One operation's record while its row is locked, and the rules by which each command moves it. Knows no database: the
 * row is read into it before, and written from it after if it {@linkplain #changed changed}.
 */
final class StoredRecord {

    private static final int MOST_FAILURE_CHARACTERS = 500;

    /** Holds a receipt that is a person's, so that every attempt's commit is compared with it. */
    private static final Token NOBODY = new Token(0, 0);

    RecordState state = RecordState.ABSENT;

    long fence;

    /** Up to this fence every attempt is proved to have had no effect. */
    long cleanFence;

    /** The token of the last attempt, null while absent. */
    @Nullable
    Token token;

    String fingerprint = "";

    String definitionHash = "";

    Mutation mutation = Mutation.NON_IDEMPOTENT;

    String owner = "";

    long firstAttemptAt;

    long leaseEnd;

    /** When the last attempt came into doubt, or was released. */
    long endedAt;

    String failure = "";

    /** Null while pending or in doubt. */
    @Nullable
    Long expiresAt;

    boolean committedLate;

    /** Whether the store had lost the record during this attempt. */
    boolean lost;

    @Nullable
    StoredOutcome outcome;

    FreedTokens freed = new FreedTokens();

    Evidence evidence = new Evidence();

    History history = new History();

    Decisions decisions = new Decisions();

    boolean changed;

    boolean expired(long now) {
        return expiresAt != null && expiresAt <= now;
    }

    ClaimReply claim(ClaimRequest request, long now) {
        if (freed.contains(request.token())) {
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
        if (state == RecordState.ABSENT || state == RecordState.FREE || freed.contains(request.token())) {
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

    private boolean mayResend(ClaimRequest request) {
        return !lost && mutation == Mutation.IDEMPOTENT && request.mutation() == Mutation.IDEMPOTENT;
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

    /** Whether somebody who holds no claim may settle it. */
    boolean openToSettlement(long now) {
        return state == RecordState.IN_DOUBT || (state == RecordState.PENDING && leaseEnd <= now);
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

    /**
     * From when on a request is too old to execute, so that its receipt need not be there any more; one from the future is
     * taken to be from as far ahead as is tolerated. Long ago where nobody says when it was issued.
     */
    private static long tooOldAt(ClaimRequest request, long now) {
        Instant issuedAt = request.issuedAt();
        return issuedAt == null
                ? Long.MIN_VALUE
                : Millis.later(
                        Math.min(Millis.of(issuedAt), Millis.later(now, ClaimRequest.TOLERATED_SKEW)), request.ttl());
    }

    /** What a request is answered with must be there as long as the same request could execute. */
    private StoredOutcome outliving(ClaimRequest request, StoredOutcome stored, long now) {
        long own = tooOldAt(request, now);
        if (own <= stored.expiresAt().toEpochMilli()) {
            return stored;
        }
        StoredOutcome longer = stored.expiringAt(Instant.ofEpochMilli(own));
        outcome = longer;
        expiresAt = own;
        changed = true;
        return longer;
    }

    private StoredOutcome store(NewOutcome late, long now, long end) {
        StoredOutcome stored = new StoredOutcome(
                late.failed(),
                late.remoteSystem(),
                late.remoteId(),
                late.remoteUrl(),
                late.result(),
                Instant.ofEpochMilli(now),
                Instant.ofEpochMilli(end));
        committedLate = state == RecordState.IN_DOUBT;
        state = RecordState.COMMITTED;
        outcome = stored;
        expiresAt = end;
        changed = true;
        return stored;
    }

    /** A person says that the effect happened. */
    void decidedCommitted(NewOutcome decided, long now, long end) {
        doubt("", leaseEnd);
        store(decided, now, end);
        token = NOBODY;
    }

    /** A person says that no attempt had its effect. */
    void decidedFree(long end) {
        doubt("", leaseEnd);
        freed(Objects.requireNonNull(token, "a record in doubt has a token"), end);
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
        if (freed.contains(request.token())) {
            return new WriteReply.Done(mine && lost);
        }
        if (claim.fence() == 0 && !mine && state != RecordState.COMMITTED) {
            freed.add(request.token());
            changed = true;
            return new WriteReply.Done(false);
        }
        if (!mine || state == RecordState.COMMITTED || state == RecordState.FREE) {
            return refusal();
        }
        free(request, now);
        return new WriteReply.Done(lost);
    }

    private void free(ClaimRequest request, long now) {
        if (earlierUnknown() || !evidence.isEmpty()) {
            doubt("released, but an earlier attempt is unknown", now);
            return;
        }
        endedAt = now;
        freed(request.token(), Millis.later(now, request.ttl()));
    }

    private void freed(Token holder, long end) {
        freed.add(holder);
        cleanFence = fence;
        state = RecordState.FREE;
        expiresAt = end;
        changed = true;
    }

    WriteReply markInDoubt(Claim claim, String why, long now) {
        boolean unused = healed(claim, now);
        boolean open = state == RecordState.PENDING || state == RecordState.IN_DOUBT;
        if (!open || !heldBy(claim)) {
            return refusal();
        }
        doubt(firstOf(why), now);
        return new WriteReply.Done(lost);
    }

    private static String firstOf(String why) {
        int end = Math.min(why.length(), MOST_FAILURE_CHARACTERS);
        boolean halved = end < why.length() && Character.isHighSurrogate(why.charAt(end - 1));
        return why.substring(0, halved ? end - 1 : end);
    }

    private void doubt(String why, long now) {
        if (state != RecordState.IN_DOUBT) {
            state = RecordState.IN_DOUBT;
            endedAt = now;
            changed = true;
        }
        // The first text stands; a lease that lapsed left none.
        if (failure.isEmpty() && !why.isEmpty()) {
            failure = why;
            changed = true;
        }
    }

    /** Writes the record of a live owner again that the store has lost. Fence 0 is nobody's claim. */
    private boolean healed(Claim claim, long now) {
        if (state != RecordState.ABSENT || claim.fence() == 0) {
            return false;
        }
        hold(claim.request(), claim.fence(), now);
        lost = true;
        return true;
    }

    private void hold(ClaimRequest request, long newFence, long now) {
        grant(request, newFence, now);
        firstAttemptAt = now;
        lost = false;
    }

    private void grant(ClaimRequest request, long newFence, long now) {
        if (fence > 0) {
            boolean released = state == RecordState.FREE && !decisions.about(fence);
            RecordState end = released ? RecordState.FREE : RecordState.IN_DOUBT;
            history.add(fence, owner, endedAt, end, released ? "" : failure);
        }
        know(request);
        state = RecordState.PENDING;
        fence = newFence;
        leaseEnd = Millis.later(now, request.lease());
        failure = "";
        expiresAt = null;
        changed = true;
    }

    private void know(ClaimRequest request) {
        token = request.token();
        fingerprint = request.fingerprint();
        definitionHash = request.definitionHash();
        mutation = request.mutation();
        owner = request.owner();
    }

    /** Whether an attempt before the last one may have had its effect. */
    private boolean earlierUnknown() {
        return fence > cleanFence + 1;
    }

    private boolean holds(ClaimRequest request) {
        return state == RecordState.PENDING
                && sameEffect(request)
                && request.token().equals(token);
    }

    private boolean sameEffect(ClaimRequest request) {
        return fingerprint.equals(request.fingerprint());
    }

    private boolean heldBy(Claim claim) {
        return claim.request().token().equals(token) && claim.fence() == fence;
    }

    private WriteReply refusal() {
        return new WriteReply.Refused(state, fence);
    }

    private static boolean untimely(ClaimRequest request, long now) {
        if (request.issuedAt() == null) {
            return false;
        }
        long issuedAt = Millis.of(request.issuedAt());
        return Millis.later(issuedAt, request.ttl()) <= now
                || issuedAt > Millis.later(now, ClaimRequest.TOLERATED_SKEW);
    }
}
