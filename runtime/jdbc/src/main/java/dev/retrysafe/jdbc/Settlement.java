package dev.retrysafe.jdbc;

import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.RecordView.KeptResolution;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import java.time.Instant;

/**
 * A record as a person sees and settles it.
 *
 * @param operation what it is about
 * @param stored the record, its row being locked where it is to be settled
 */
record Settlement(OperationId operation, StoredRecord stored) {

    ResolveReply resolve(long fenceSeen, Resolution decision, long now) {
        KeptResolution kept = stored.decisions.of(decision.decisionId());
        if (kept != null) {
            return kept.fence() == fenceSeen && decision.repeats(kept.resolution())
                    ? new ResolveReply.Resolved(view(now))
                    : new ResolveReply.IdReused(view(now));
        }
        if (stored.fence != fenceSeen || !stored.openToSettlement(now)) {
            return new ResolveReply.Stale(view(now));
        }
        stored.decisions.add(stored.fence, now, decision);
        long end = Millis.later(now, decision.retention());
        if (decision.verdict() == Resolution.Verdict.NOT_APPLIED) {
            stored.decidedFree(now, end);
        } else {
            stored.decidedCommitted(
                    new NewOutcome(
                            false,
                            decision.remoteSystem(),
                            decision.remoteId(),
                            decision.remoteUrl(),
                            StoredResult.without(StoredResult.Kind.WITHHELD)),
                    now,
                    end);
        }
        return new ResolveReply.Resolved(view(now));
    }

    /** A lapsed lease is in doubt, noticed or not. */
    RecordView view(long now) {
        boolean lapsed = stored.state == RecordState.PENDING && stored.openToSettlement(now);
        RecordState seen = lapsed ? RecordState.IN_DOUBT : stored.state;
        StoredOutcome outcome = stored.outcome;
        return new RecordView(
                RecordId.of(operation),
                operation,
                seen,
                stored.fence,
                stored.fingerprint,
                stored.mutation,
                Instant.ofEpochMilli(stored.firstAttemptAt),
                seen == RecordState.IN_DOUBT ? since(lapsed) : null,
                stored.owner,
                stored.failure,
                stored.lost,
                outcome == null ? null : outcome.withoutBody(),
                stored.history.attempts(),
                stored.evidence.receipts(),
                stored.decisions.all());
    }

    private Instant since(boolean lapsed) {
        return Instant.ofEpochMilli(lapsed ? stored.leaseEnd : stored.endedAt);
    }
}
