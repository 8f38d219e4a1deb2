package dev.retrysafe.store;

import dev.retrysafe.annotation.Mutation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One operation's record in the in-memory store, guarded by the store's lock. */
final class MemoryRecord {

    RecordState state = RecordState.ABSENT;

    long fence;

    /** Up to this fence every attempt is proved to have had no effect. */
    long cleanFence;

    Instant leaseEnd = Instant.EPOCH;

    boolean committedLate;

    /** Whether the store had lost the record during this attempt. */
    boolean lost;

    @Nullable
    Instant expiresAt;

    @Nullable
    StoredOutcome outcome;

    private final MemoryHistory history = new MemoryHistory();

    private final Map<Token, Instant> freedAt = new HashMap<>();

    private @Nullable ClaimRequest claimed;

    private Instant firstAttemptAt = Instant.EPOCH;

    /** When the last attempt came into doubt, or was released. */
    private Instant endedAt = Instant.EPOCH;

    /** Whether the receipt is a person's, and nobody's commit. */
    private boolean decided;

    private String failure = "";

    void claim(ClaimRequest request, long newFence, Instant now) {
        grant(request, newFence, now);
        lost = false;
        firstAttemptAt = now;
    }

    private void grant(ClaimRequest request, long newFence, Instant now) {
        if (claimed != null && fence > 0) {
            boolean released = state == RecordState.FREE && !history.decided(fence);
            history.add(new RecordView.PastAttempt(
                    fence,
                    claimed.owner(),
                    endedAt,
                    released ? RecordState.FREE : RecordState.IN_DOUBT,
                    released ? "" : failure));
        }
        state = RecordState.PENDING;
        fence = newFence;
        claimed = request;
        leaseEnd = InMemoryEffectStore.plus(now, request.lease());
        expiresAt = null;
        failure = "";
    }

    /**
     * The clean fence stays behind: whoever was before is unknown from here on. A loss stays known too, for the first
     * attempt's time was lost with the record.
     */
    ClaimReply takeOver(ClaimRequest request, Takeover takeover, Instant now) {
        boolean inDoubt = state == RecordState.IN_DOUBT;
        ClaimReply answer = answer(request, now);
        Duration left = resendLeft(takeover.resendWithin(), now);
        if (answer instanceof ClaimReply.Claimed held) {
            return new ClaimReply.Claimed(held.fence(), held.takeover(), left);
        }
        if (!inDoubt
                || !(answer instanceof ClaimReply.InDoubt)
                || fence != takeover.fenceSeen()
                || (left != null && (left.isZero() || !mayResend(request)))) {
            return answer;
        }
        grant(request, fence + 1, now);
        return new ClaimReply.Claimed(fence, true, left);
    }

    private boolean mayResend(ClaimRequest request) {
        return !lost
                && Objects.requireNonNull(claimed).mutation() == Mutation.IDEMPOTENT
                && request.mutation() == Mutation.IDEMPOTENT;
    }

    private @Nullable Duration resendLeft(@Nullable Duration within, Instant now) {
        if (within == null) {
            return null;
        }
        return between(now, InMemoryEffectStore.plus(firstAttemptAt, within));
    }

    private static Duration between(Instant earlier, Instant later) {
        return later.isBefore(earlier) ? Duration.ZERO : Duration.between(earlier, later);
    }

    /** Whether somebody who only looked may settle it. */
    boolean openToSettlement(ClaimRequest request, long fenceSeen, Instant now) {
        return isOf(request) && fence == fenceSeen && seenAt(now) == RecordState.IN_DOUBT;
    }

    /** The state, a lapsed lease being in doubt, noticed or not. */
    RecordState seenAt(Instant now) {
        return lapsed(now) ? RecordState.IN_DOUBT : state;
    }

    private boolean lapsed(Instant now) {
        return state == RecordState.PENDING && !leaseEnd.isAfter(now);
    }

    ResolveReply resolve(long fenceSeen, Resolution resolution, Instant now) {
        RecordView.KeptResolution kept = history.decided(resolution.decisionId());
        if (kept != null) {
            return kept.fence() == fenceSeen && resolution.repeats(kept.resolution())
                    ? new ResolveReply.Resolved(view(now))
                    : new ResolveReply.IdReused(view(now));
        }
        if (fence != fenceSeen || seenAt(now) != RecordState.IN_DOUBT) {
            return new ResolveReply.Stale(view(now));
        }
        doubt(leaseEnd, "");
        history.add(new RecordView.KeptResolution(fence, now, resolution));
        Instant expiry = InMemoryEffectStore.plus(now, resolution.retention());
        if (resolution.verdict() == Resolution.Verdict.NOT_APPLIED) {
            free(now, expiry);
        } else {
            store(
                    new NewOutcome(
                            false,
                            resolution.remoteSystem(),
                            resolution.remoteId(),
                            resolution.remoteUrl(),
                            StoredResult.without(StoredResult.Kind.WITHHELD)),
                    now,
                    expiry);
            decided = true;
        }
        return new ResolveReply.Resolved(view(now));
    }

    OperationId operation() {
        return Objects.requireNonNull(claimed).operation();
    }

    RecordView view(Instant now) {
        ClaimRequest held = Objects.requireNonNull(claimed);
        RecordState seen = seenAt(now);
        StoredOutcome stored = outcome;
        return new RecordView(
                RecordId.of(operation()),
                operation(),
                seen,
                fence,
                held.fingerprint(),
                held.mutation(),
                firstAttemptAt,
                seen != RecordState.IN_DOUBT ? null : lapsed(now) ? leaseEnd : endedAt,
                held.owner(),
                failure,
                lost,
                stored == null ? null : stored.withoutBody(),
                history.attempts(),
                history.receipts(),
                history.resolutions());
    }

    /**
     * Stores the outcome of an attempt, by its own commit or because somebody found it.
     *
     * @param afterAnother whether another attempt's request may have executed: it is not known any more, and may be from as
     *     far ahead as is tolerated
     */
    StoredOutcome commit(ClaimRequest request, NewOutcome committed, boolean afterAnother, Instant now) {
        claimed = request;
        Instant own = tooOldAt(request, now);
        Instant from = afterAnother ? now.plus(ClaimRequest.TOLERATED_SKEW) : now;
        Instant expiry = InMemoryEffectStore.plus(from, request.ttl());
        return store(committed, now, own == null || expiry.isAfter(own) ? expiry : own);
    }

    /**
     * From when on a request is too old to execute, so that its receipt need not be there any more; one from the future is
     * taken to be from as far ahead as is tolerated. Null where nobody says when it was issued.
     */
    private static @Nullable Instant tooOldAt(ClaimRequest request, Instant now) {
        Instant issuedAt = request.issuedAt();
        if (issuedAt == null) {
            return null;
        }
        Instant latest = now.plus(ClaimRequest.TOLERATED_SKEW);
        Instant issued = issuedAt.isBefore(latest) ? issuedAt.truncatedTo(ChronoUnit.MILLIS) : latest;
        return InMemoryEffectStore.plus(issued, request.maxRequestAge());
    }

    /** What a request is answered with must be there as long as the same request could execute. */
    private StoredOutcome outliving(ClaimRequest request, StoredOutcome stored, Instant now) {
        Instant own = tooOldAt(request, now);
        if (own == null || !own.isAfter(stored.expiresAt())) {
            return stored;
        }
        StoredOutcome longer = stored.expiringAt(own);
        expiresAt = own;
        outcome = longer;
        return longer;
    }

    private StoredOutcome store(NewOutcome committed, Instant now, Instant expiry) {
        committedLate = state == RecordState.IN_DOUBT;
        state = RecordState.COMMITTED;
        StoredOutcome stored = new StoredOutcome(
                committed.failed(),
                committed.remoteSystem(),
                committed.remoteId(),
                committed.remoteUrl(),
                committed.result(),
                now,
                expiry);
        expiresAt = expiry;
        outcome = stored;
        return stored;
    }

    void release(ClaimRequest request, Instant now) {
        if (fence > cleanFence + 1 || history.hasReceipts()) {
            doubt(now, "released, but an earlier attempt is still unknown");
            return;
        }
        endedAt = now;
        free(now, InMemoryEffectStore.plus(now, request.ttl()));
    }

    private void free(Instant now, Instant expiry) {
        freed(Objects.requireNonNull(claimed).token(), now);
        cleanFence = fence;
        state = RecordState.FREE;
        expiresAt = expiry;
    }

    void doubt(Instant now, String why) {
        if (state != RecordState.IN_DOUBT) {
            endedAt = now;
        }
        state = RecordState.IN_DOUBT;
        // The first text stands; a lease that lapsed left none.
        if (failure.isEmpty()) {
            failure = why;
        }
    }

    ClaimReply answer(ClaimRequest request, Instant now) {
        ClaimRequest held = Objects.requireNonNull(claimed);
        StoredOutcome stored = outcome;
        if (!held.fingerprint().equals(request.fingerprint())) {
            return new ClaimReply.Conflict(
                    held.fingerprint(), held.definitionHash(), stored == null ? null : stored.remoteId());
        }
        if (stored != null) {
            return new ClaimReply.Committed(outliving(request, stored, now));
        }
        if (state == RecordState.PENDING) {
            if (held.token().equals(request.token())) {
                return new ClaimReply.Claimed(fence, fence > cleanFence + 1, null);
            }
            if (leaseEnd.isAfter(now)) {
                return new ClaimReply.InProgress(fence, Duration.between(now, leaseEnd));
            }
            doubt(now, "");
        }
        return new ClaimReply.InDoubt(
                fence,
                endedAt,
                firstAttemptAt,
                held.owner(),
                failure,
                between(endedAt, now),
                between(firstAttemptAt, now),
                held.mutation());
    }

    void keepReceipt(Claim claim, NewOutcome late, Instant now) {
        history.keepReceipt(claim, late, now);
    }

    CommitReply compare(Claim claim, NewOutcome late, StoredOutcome stored, Instant now) {
        boolean differs = stored.differsFrom(late);
        if (differs) {
            keepReceipt(claim, late, now);
        }
        return new CommitReply.AlreadyCommitted(outliving(claim.request(), stored, now), differs);
    }

    boolean heldBy(Claim claim) {
        return claim.fence() == fence && heldBy(claim.request().token());
    }

    /** Whether a token holds it, at whatever fence. */
    boolean heldBy(Token token) {
        return claimed != null && !decided && claimed.token().equals(token);
    }

    boolean isOf(ClaimRequest request) {
        return claimed != null && claimed.fingerprint().equals(request.fingerprint());
    }

    /** Remembers that an attempt with this token never claims again, for as long as it can be late. */
    void freed(Token token, Instant now) {
        freedAt.values().removeIf(at -> !isRemembered(at, now));
        freedAt.put(token, now);
    }

    boolean wasFreed(Token token, Instant now) {
        Instant at = freedAt.get(token);
        return at != null && isRemembered(at, now);
    }

    private static boolean isRemembered(Instant freedAt, Instant now) {
        return freedAt.plus(Token.LATE_AT_MOST).isAfter(now);
    }

    WriteReply refusal() {
        return new WriteReply.Refused(state, fence);
    }
}
