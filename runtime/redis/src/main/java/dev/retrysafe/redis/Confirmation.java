package dev.retrysafe.redis;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * Waits until enough replicas have a claim, so that a fail-over to one of them lets nobody else in.
 *
 * <p>The claim may have been written by another connection than the one that waits ({@link ReplicatedSending}), so it is
 * renewed: since replicas follow in order, one that has the renewal has the claim. After a fail-over in between, the
 * renewal finds out whose the operation is.
 */
final class Confirmation {

    private static final int ROUNDS = 3;

    private final ReplicatedSending replicated;
    private final ScriptRunner scripts;
    private final Duration budget;
    private final int minReplicas;
    private final Duration waiting;
    private final Duration travelling;

    Confirmation(RedissonClient redisson, ScriptRunner scripts, Duration budget, int minReplicas) {
        this.replicated = new ReplicatedSending(redisson, minReplicas);
        this.scripts = scripts;
        this.budget = budget;
        this.minReplicas = minReplicas;
        Duration round = budget.dividedBy(ROUNDS);
        this.travelling = round.dividedBy(3);
        this.waiting = round.minus(travelling);
    }

    /**
     * Returns when the claim is confirmed.
     *
     * @param deadline when to give up, by {@link System#nanoTime()}
     * @throws EffectStoreException when it is not, always "unavailable": the claim itself took place and is to be taken back
     */
    void await(Claim claim, long deadline) {
        RecordKeys keys = RecordKeys.of(claim.request().operation());
        Object[] renewal = Wire.renewal(claim, keys);
        int confirmed = 0;
        Throwable failure = null;
        while (deadline - System.nanoTime() > travelling.toNanos()) {
            try {
                ReplicatedSending.Answer answer = round(keys, renewal, Duration.ofNanos(deadline - System.nanoTime()));
                if (Replies.toWrite(Script.RENEW, keys, answer.bytes()) instanceof WriteReply.Refused) {
                    break;
                }
                confirmed = answer.replicas();
                if (confirmed >= minReplicas) {
                    return;
                }
            } catch (ExecutionException e) {
                failure = Failures.cause(e);
                if (Failures.isForgottenScript(failure)) {
                    failure = taught(keys, renewal, deadline);
                } else {
                    Patience.pause(travelling);
                }
            } catch (TimeoutException | RuntimeException e) {
                failure = e;
                Patience.pause(travelling);
            }
        }
        throw Failures.unconfirmed(confirmed, minReplicas, budget, failure);
    }

    private @Nullable EffectStoreException taught(RecordKeys keys, Object[] renewal, long deadline) {
        try {
            byte[] unused = scripts.runUntil(deadline, Script.RENEW, keys, renewal);
            return null;
        } catch (EffectStoreException e) {
            return e;
        }
    }

    private ReplicatedSending.Answer round(RecordKeys keys, Object[] renewal, Duration left)
            throws ExecutionException, TimeoutException {
        Duration wait = waiting.compareTo(left.minus(travelling)) < 0 ? waiting : left.minus(travelling);
        return Patience.await(replicated.send(Script.RENEW, keys, renewal, wait, travelling), left);
    }
}
