package dev.retrysafe.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.redisson.api.BatchOptions;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.ConstantDelay;

/**
 * A script and WAIT behind it, in one sending. WAIT counts the replicas that have what its own connection wrote, from
 * Redis 7.2 on nothing else, so both must go the same way.
 */
final class ReplicatedSending {

    private final RedissonClient redisson;
    private final int minReplicas;

    ReplicatedSending(RedissonClient redisson, int minReplicas) {
        this.redisson = redisson;
        this.minReplicas = minReplicas;
    }

    /**
     * What one sending brought.
     *
     * @param bytes what the script answered
     * @param replicas how many had it when the waiting ended
     */
    @SuppressWarnings("ArrayRecordComponent") // Is read once, where it was made.
    record Answer(byte[] bytes, int replicas) {}

    /**
     * Sends once. Of too few replicas it only tells: the script has run all the same.
     *
     * @param waiting how long the server waits for replicas
     * @param travelling how long a connection, and then the answer, may take besides
     */
    CompletableFuture<Answer> send(
            Script script, RecordKeys keys, Object[] arguments, Duration waiting, Duration travelling) {
        RBatch batch = redisson.createBatch(BatchOptions.defaults()
                // A WAIT of 0 ms would be one without end.
                .sync(minReplicas, Duration.ofMillis(Math.max(1, waiting.toMillis())))
                .responseTimeout(Math.max(1, travelling.toMillis()), TimeUnit.MILLISECONDS)
                .retryAttempts(0)
                .retryDelay(new ConstantDelay(travelling)));
        CompletableFuture<byte[]> answer = batch.getScript(ByteArrayCodec.INSTANCE)
                .<byte[]>evalAsync(
                        RScript.Mode.READ_WRITE, script.body(), RScript.ReturnType.VALUE, keys.scriptKeys(), arguments)
                .toCompletableFuture();
        return batch.executeAsync()
                .toCompletableFuture()
                .thenCompose(all -> answer.thenApply(bytes -> new Answer(bytes, all.getSyncedSlaves())));
    }
}
