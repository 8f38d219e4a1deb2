package dev.retrysafe.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

    /** Receipts of attempts that were not taken, for a person to see. */
    final List<NewOutcome> evidence = new ArrayList<>();

    private final Set<Token> freed = new HashSet<>();

    private @Nullable ClaimRequest claimed;

    private Instant firstAttemptAt = Instant.EPOCH;

    private Instant inDoubtSince = Instant.EPOCH;

    private String failure = "";

    void claim(ClaimRequest request, long newFence, Instant now) {
        state = RecordState.PENDING;
        lost = false;
        fence = newFence;
        claimed = request;
        leaseEnd = InMemoryEffectStore.plus(now, request.lease());
        firstAttemptAt = now;
        expiresAt = null;
        failure = "";
    }

    void release(ClaimRequest request, Instant now) {
        if (fence > cleanFence + 1) {
            doubt(now, "released, but an earlier attempt is still unknown");
            return;
        }
        freed.add(request.token());
        cleanFence = fence;
        state = RecordState.FREE;
        expiresAt = InMemoryEffectStore.plus(now, request.ttl());
    }

    void doubt(Instant now, String why) {
        if (state != RecordState.IN_DOUBT) {
            inDoubtSince = now;
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
            return new ClaimReply.Committed(stored);
        }
        if (state == RecordState.PENDING) {
            if (held.token().equals(request.token())) {
                return new ClaimReply.Claimed(fence);
            }
            if (leaseEnd.isAfter(now)) {
                return new ClaimReply.InProgress(fence, Duration.between(now, leaseEnd));
            }
            doubt(now, "");
        }
        return new ClaimReply.InDoubt(fence, inDoubtSince, firstAttemptAt, held.owner(), failure);
    }

    CommitReply keepEvidence(NewOutcome late, StoredOutcome stored) {
        boolean differs = !Objects.equals(late.remoteId(), stored.remoteId());
        if (differs) {
            evidence.add(late);
        }
        return new CommitReply.AlreadyCommitted(stored, differs);
    }

    boolean heldBy(Claim claim) {
        return claimed != null
                && claimed.token().equals(claim.request().token())
                && (claim.fence() == 0 || claim.fence() == fence);
    }

    void freed(Token token) {
        freed.add(token);
    }

    boolean wasFreed(Token token) {
        return freed.contains(token);
    }

    WriteReply refusal() {
        return new WriteReply.Refused(state, fence);
    }
}
