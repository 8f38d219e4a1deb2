package dev.retrysafe.redis;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchResult;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.ConstantDelay;

/**
 * Waits until enough replicas have a claim, so that a fail-over to one of them lets nobody else in.
 *
 * <p>The claim is renewed, and WAIT follows on the same connection in the same sending. WAIT counts the replicas that have
 * what its own connection wrote, from Redis 7.2 on nothing else, and the claim may have been written by another connection;
 * since replicas follow in order, one that has the renewal has the claim. After a fail-over in between, the renewal finds
 * out whose the operation is.
 */
final class Confirmation {

    private static final int ROUNDS = 3;

    private final RedissonClient redisson;
    private final ScriptRunner scripts;
    private final Duration budget;
    private final int minReplicas;
    private final Duration waiting;
    private final Duration travelling;

    Confirmation(RedissonClient redisson, ScriptRunner scripts, Duration budget, int minReplicas) {
        this.redisson = redisson;
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
                Answer answer = round(keys, renewal, Duration.ofNanos(deadline - System.nanoTime()));
                if (answer.reply() instanceof WriteReply.Refused) {
                    break;
                }
                confirmed = answer.replicas();
                if (confirmed >= minReplicas) {
                    return;
                }
            } catch (ExecutionException e) {
                failure = e.getCause() == null ? e : e.getCause();
                // The client believes that the server still knows the script; a plain sending puts it right.
                if (failure instanceof RedisNoScriptException) {
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

    /** What one sending brought. */
    private record Answer(WriteReply reply, int replicas) {}

    private Answer round(RecordKeys keys, Object[] renewal, Duration left) throws ExecutionException, TimeoutException {
        Duration wait = waiting.compareTo(left.minus(travelling)) < 0 ? waiting : left.minus(travelling);
        RBatch batch = redisson.createBatch(BatchOptions.defaults()
                // A WAIT of 0 ms would be one without end.
                .sync(minReplicas, Duration.ofMillis(Math.max(1, wait.toMillis())))
                .responseTimeout(Math.max(1, travelling.toMillis()), TimeUnit.MILLISECONDS)
                .retryAttempts(0)
                .retryDelay(new ConstantDelay(travelling)));
        CompletableFuture<byte[]> renewed = batch.getScript(ByteArrayCodec.INSTANCE)
                .<byte[]>evalAsync(
                        RScript.Mode.READ_WRITE,
                        Script.RENEW.body(),
                        RScript.ReturnType.VALUE,
                        keys.scriptKeys(),
                        renewal)
                .toCompletableFuture();
        CompletableFuture<BatchResult<?>> sent = batch.executeAsync().toCompletableFuture();
        try {
            int replicas = Patience.await(sent, left).getSyncedSlaves();
            return new Answer(Replies.toWrite(Script.RENEW, keys, Patience.await(renewed, Duration.ZERO)), replicas);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw e;
        }
    }
}
