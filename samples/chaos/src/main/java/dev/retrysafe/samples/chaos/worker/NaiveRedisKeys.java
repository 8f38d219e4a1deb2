package dev.retrysafe.samples.chaos.worker;

import java.time.Duration;
import java.util.Objects;
import org.redisson.api.RBucket;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/** The naive guard's keys in Redis: SET NX PX, SET, GET. */
final class NaiveRedisKeys implements NaiveGuard.Keys {

    private final RedissonClient client;

    NaiveRedisKeys(RedissonClient client) {
        this.client = client;
    }

    @Override
    public boolean setIfAbsent(String key, String value, long expiresAfterMillis) {
        return bucket(key).setIfAbsent(value, Duration.ofMillis(expiresAfterMillis));
    }

    @Override
    public void set(String key, String value) {
        bucket(key).set(value);
    }

    @Override
    public String get(String key) {
        return Objects.requireNonNullElse(bucket(key).get(), "");
    }

    private RBucket<String> bucket(String key) {
        return client.getBucket(key, StringCodec.INSTANCE);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
