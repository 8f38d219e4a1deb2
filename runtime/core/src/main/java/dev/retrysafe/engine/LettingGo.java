package dev.retrysafe.engine;

import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.WriteReply;

/**
 * Lets go of an operation without a receipt: free again, or in doubt. Others may act on it from then on, so work that the
 * method left behind sends nothing more. What the store does not take is tried again.
 */
final class LettingGo {

    private final EffectStore store;

    private final Committer committer;

    private final Listeners listeners;

    LettingGo(EffectStore store, Committer committer, Listeners listeners) {
        this.store = store;
        this.committer = committer;
        this.listeners = listeners;
    }

    /** Nothing happened, and that is proved. */
    void release(Attempt attempt) {
        boolean unused = attempt.sendsNoMore();
        attempt.hadNoEffect();
        try {
            WriteReply reply = store.release(attempt.claim());
            if (reply instanceof WriteReply.Refused refused && isOver(attempt, refused)) {
                EngineLog.debug(
                        null,
                        "{} was released before, by a sending whose answer was lost, and then committed by attempt {}",
                        attempt.operation().key(),
                        refused.fence());
            } else if (reply instanceof WriteReply.Refused refused) {
                listeners.incident(
                        Incident.Kind.RELEASE_FAILED,
                        attempt,
                        "the record is " + refused.state() + " at fence " + refused.fence(),
                        null);
            }
        } catch (EffectStoreException e) {
            committer.inBackground(
                    "release " + attempt.operation().key(), () -> store.release(attempt.claim()), reply -> {});
            listeners.incident(Incident.Kind.RELEASE_FAILED, attempt, "trying again in the background", e);
        }
    }

    /**
     * Whether a later attempt has committed. It could only begin once this one was released or taken over, and stores need
     * not know freed tokens any more once a receipt is there.
     */
    private static boolean isOver(Attempt attempt, WriteReply.Refused refused) {
        return refused.state() == RecordState.COMMITTED
                && refused.fence() > attempt.claim().fence();
    }

    /** Nobody knows whether something happened. The record tells under which keys to look for it. */
    void markInDoubt(Attempt attempt, String what) {
        boolean unused = attempt.sendsNoMore();
        String failure = attempt.keysTaken().inFrontOf(what);
        try {
            store.markInDoubt(attempt.claim(), failure);
        } catch (EffectStoreException e) {
            committer.inBackground(
                    "mark " + attempt.operation().key() + " in doubt",
                    () -> store.markInDoubt(attempt.claim(), failure),
                    reply -> {});
            listeners.incident(Incident.Kind.MARK_FAILED, attempt, "its lease will lapse into doubt; trying again", e);
        }
    }
}
