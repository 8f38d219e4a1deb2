package dev.retrysafe.redis;

import dev.retrysafe.store.OperationId;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.redisson.api.RBucket;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.StringCodec;

/** Looks at what lies on the server, past the store. */
record RecordBytes(RedissonClient client, RecordKeys keys) {

    static RecordBytes of(RedissonClient client, OperationId operation) {
        return new RecordBytes(client, RecordKeys.of(operation));
    }

    private RBucket<byte[]> bucket() {
        return client.getBucket(keys.record(), ByteArrayCodec.INSTANCE);
    }

    boolean exists() {
        return bucket().isExists();
    }

    byte[] get() {
        byte[] bytes = bucket().get();
        if (bytes == null) {
            throw new IllegalStateException("there is no record");
        }
        return bytes;
    }

    void set(byte[] bytes) {
        bucket().set(bytes);
    }

    /** The record's bytes as characters of the same value, to search texts in. */
    String text() {
        return new String(get(), StandardCharsets.ISO_8859_1);
    }

    /** -1 for a record that never expires. */
    long ttlMillis() {
        return bucket().remainTimeToLive();
    }

    long memoryUsage() {
        return client.getScript(StringCodec.INSTANCE)
                .eval(
                        RScript.Mode.READ_WRITE,
                        "return redis.call('MEMORY', 'USAGE', KEYS[1])",
                        RScript.ReturnType.LONG,
                        List.of(keys.record()));
    }

    Collection<String> index() {
        return client.<String>getScoredSortedSet(keys.index(), StringCodec.INSTANCE)
                .readAll();
    }

    /** The record's score in the index. */
    double indexedAt() {
        return client.<String>getScoredSortedSet(keys.index(), StringCodec.INSTANCE)
                .getScore(keys.name());
    }

    boolean isIndexed() {
        return index().contains(keys.name());
    }
}
