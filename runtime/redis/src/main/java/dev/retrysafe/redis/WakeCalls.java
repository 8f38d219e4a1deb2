package dev.retrysafe.redis;

import dev.retrysafe.store.EffectStore.Watch;
import dev.retrysafe.store.OperationId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notifications that waiters of this process wait for: one subscription per hash tag that somebody waits on, shared
 * by all its waiters and ended with the last of them.
 */
final class WakeCalls {

    private static final Logger log = LoggerFactory.getLogger(WakeCalls.class);

    private final RedissonClient redisson;
    private final Duration budget;
    private final Map<String, Channel> channels = new HashMap<>();

    WakeCalls(RedissonClient redisson, Duration budget) {
        this.redisson = redisson;
        this.budget = budget;
    }

    /** The channel as the server knows it: the client may be set up to put a prefix before every name. */
    byte[] channelOnServer(RecordKeys keys) {
        return topic(keys.tag()).getChannelNames().get(0).getBytes(StandardCharsets.UTF_8);
    }

    Watch watch(OperationId operation) {
        RecordKeys keys = RecordKeys.of(operation);
        Waiter waiter = new Waiter(keys);
        Channel channel;
        synchronized (channels) {
            channel = channels.computeIfAbsent(keys.tag(), tag -> new Channel(topic(tag)));
            channel.waiters.add(waiter);
        }
        channel.awaitSubscribed();
        return waiter;
    }

    private RTopic topic(String tag) {
        return redisson.getTopic(RecordKeys.channel(tag), ByteArrayCodec.INSTANCE);
    }

    private void end(Waiter waiter) {
        synchronized (channels) {
            Channel channel = channels.get(waiter.keys.tag());
            if (channel != null && channel.waiters.remove(waiter) && channel.waiters.isEmpty()) {
                channels.remove(waiter.keys.tag());
                channel.unsubscribe();
            }
        }
    }

    /** One subscription. A failed one costs its waiters their notifications; they still poll. */
    private final class Channel {

        private final RTopic topic;
        private final CompletableFuture<Integer> subscription;
        private final List<Waiter> waiters = new ArrayList<>();

        Channel(RTopic topic) {
            this.topic = topic;
            this.subscription = subscribe();
        }

        private CompletableFuture<Integer> subscribe() {
            return topic.addListenerAsync(
                            byte[].class, (channel, message) -> wake(new String(message, StandardCharsets.US_ASCII)))
                    .toCompletableFuture();
        }

        private void wake(String name) {
            synchronized (channels) {
                waiters.stream()
                        .filter(waiter -> waiter.keys.name().equals(name))
                        .forEach(Waiter::call);
            }
        }

        void awaitSubscribed() {
            try {
                Patience.await(subscription, budget);
            } catch (ExecutionException | TimeoutException e) {
                log.debug("No notifications for waiters: {}", e.getClass().getName());
            }
        }

        void unsubscribe() {
            CompletableFuture<?> unused = subscription
                    .thenCompose(listener -> topic.removeListenerAsync(listener).toCompletableFuture())
                    .whenComplete((done, failure) -> {
                        if (failure != null) {
                            log.debug(
                                    "Subscription not ended: {}",
                                    failure.getClass().getName());
                        }
                    });
        }
    }

    /** One watch. */
    private final class Waiter implements Watch {

        private final RecordKeys keys;
        private final Semaphore calls = new Semaphore(0);

        Waiter(RecordKeys keys) {
            this.keys = keys;
        }

        void call() {
            calls.release();
        }

        @Override
        public boolean await(Duration atMost) throws InterruptedException {
            boolean called = calls.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
            calls.drainPermits();
            return called;
        }

        @Override
        public void close() {
            end(this);
        }
    }
}
