package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;

/** Writes down which of the rare roads through the protocol were taken. Changes nothing. */
final class WatchedStore implements EffectStore {

    private final EffectStore store;

    private final WorkerLog log;

    WatchedStore(EffectStore store, WorkerLog log) {
        this.store = store;
        this.log = log;
    }

    @Override
    public ClaimReply claim(ClaimRequest request) {
        ClaimReply reply = store.claim(request);
        if (reply instanceof ClaimReply.Claimed claimed) {
            log.claimed(claimed.fence(), claimed.takeover());
        }
        return reply;
    }

    @Override
    public ClaimReply look(ClaimRequest request) {
        return store.look(request);
    }

    @Override
    public WriteReply renew(Claim claim) {
        return store.renew(claim);
    }

    @Override
    public CommitReply commit(Claim claim, NewOutcome outcome) {
        CommitReply reply = store.commit(claim, outcome);
        if (reply instanceof CommitReply.Refused) {
            log.event(WorkerLog.REFUSED_COMMIT, claim.request().operation().key());
        } else if (reply instanceof CommitReply.Stored stored && stored.late()) {
            log.event(WorkerLog.LATE_COMMIT, claim.request().operation().key());
        }
        return reply;
    }

    @Override
    public WriteReply release(Claim claim) {
        return store.release(claim);
    }

    @Override
    public WriteReply markInDoubt(Claim claim, String failure) {
        return store.markInDoubt(claim, failure);
    }

    @Override
    public ClaimReply takeOver(ClaimRequest request, Takeover takeover) {
        ClaimReply reply = store.takeOver(request, takeover);
        if (reply instanceof ClaimReply.Claimed claimed) {
            log.claimed(claimed.fence(), true);
            log.event(WorkerLog.TAKEOVER, request.operation().key());
        }
        return reply;
    }

    @Override
    public CommitReply found(ClaimRequest request, long fenceSeen, NewOutcome outcome) {
        CommitReply reply = store.found(request, fenceSeen, outcome);
        if (reply instanceof CommitReply.Stored) {
            log.event(WorkerLog.FOUND, request.operation().key());
        }
        return reply;
    }

    @Override
    public boolean supportsRecovery() {
        return store.supportsRecovery();
    }

    @Override
    public Watch watch(OperationId operation, Runnable changed) {
        return store.watch(operation, changed);
    }

    @Override
    public String kind() {
        return store.kind();
    }
}
