package dev.retrysafe.jdbc;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.Token;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the row of one operation says, and the moves that commands are made of. Knows no database: the row is read into it
 * before, and written from it after if it {@linkplain #changed changed}.
 */
abstract class RecordMoves {

    private static final int MOST_FAILURE_CHARACTERS = 500;

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

    final boolean expired(long now) {
        return expiresAt != null && expiresAt <= now;
    }

    /** Whether somebody who holds no claim may settle it. */
    final boolean openToSettlement(long now) {
        return state == RecordState.IN_DOUBT || (state == RecordState.PENDING && leaseEnd <= now);
    }

    final boolean mayResend(ClaimRequest request) {
        return !lost && mutation == Mutation.IDEMPOTENT && request.mutation() == Mutation.IDEMPOTENT;
    }

    /** Whether an attempt before the last one may have had its effect. */
    final boolean earlierUnknown() {
        return fence > cleanFence + 1;
    }

    final boolean holds(ClaimRequest request) {
        return state == RecordState.PENDING
                && sameEffect(request)
                && request.token().equals(token);
    }

    final boolean sameEffect(ClaimRequest request) {
        return fingerprint.equals(request.fingerprint());
    }

    final boolean heldBy(Claim claim) {
        return claim.request().token().equals(token) && claim.fence() == fence;
    }

    static boolean untimely(ClaimRequest request, long now) {
        if (request.issuedAt() == null) {
            return false;
        }
        long issuedAt = Millis.of(request.issuedAt());
        return Millis.later(issuedAt, request.maxRequestAge()) <= now
                || issuedAt > Millis.later(now, ClaimRequest.TOLERATED_SKEW);
    }

    /**
     * From when on a request is too old to execute, so that its receipt need not be there any more; one from the future is
     * taken to be from as far ahead as is tolerated. Long ago where nobody says when it was issued.
     */
    static long tooOldAt(ClaimRequest request, long now) {
        Instant issuedAt = request.issuedAt();
        return issuedAt == null
                ? Long.MIN_VALUE
                : Millis.later(
                        Math.min(Millis.of(issuedAt), Millis.later(now, ClaimRequest.TOLERATED_SKEW)),
                        request.maxRequestAge());
    }

    final void hold(ClaimRequest request, long newFence, long now) {
        grant(request, newFence, now);
        firstAttemptAt = now;
        lost = false;
    }

    final void grant(ClaimRequest request, long newFence, long now) {
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

    final void know(ClaimRequest request) {
        token = request.token();
        fingerprint = request.fingerprint();
        definitionHash = request.definitionHash();
        mutation = request.mutation();
        owner = request.owner();
    }

    /** Writes the record of a live owner again that the store has lost. Fence 0 is nobody's claim. */
    final boolean healed(Claim claim, long now) {
        if (state != RecordState.ABSENT || claim.fence() == 0) {
            return false;
        }
        hold(claim.request(), claim.fence(), now);
        lost = true;
        return true;
    }

    final void doubt(String why, long now) {
        if (state != RecordState.IN_DOUBT) {
            state = RecordState.IN_DOUBT;
            endedAt = now;
            changed = true;
        }
        // The first text stands; a lease that lapsed left none.
        if (failure.isEmpty() && !why.isEmpty()) {
            failure = firstOf(why);
            changed = true;
        }
    }

    private static String firstOf(String why) {
        int end = Math.min(why.length(), MOST_FAILURE_CHARACTERS);
        boolean halved = end < why.length() && Character.isHighSurrogate(why.charAt(end - 1));
        return why.substring(0, halved ? end - 1 : end);
    }

    final void free(ClaimRequest request, long now) {
        if (earlierUnknown() || !evidence.isEmpty()) {
            doubt("released, but an earlier attempt is unknown", now);
            return;
        }
        endedAt = now;
        freed(request.token(), now, Millis.later(now, request.ttl()));
    }

    final void freed(Token holder, long now, long end) {
        freed.add(holder, now);
        cleanFence = fence;
        state = RecordState.FREE;
        expiresAt = end;
        changed = true;
    }

    final StoredOutcome store(NewOutcome late, long now, long end) {
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

    /** What a request is answered with must be there as long as the same request could execute. */
    final StoredOutcome outliving(ClaimRequest request, StoredOutcome stored, long now) {
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
}
