package dev.retrysafe.redis;

import dev.retrysafe.store.EffectStore.Watch;
import dev.retrysafe.store.OperationId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notifications that callers of this process wait for: one subscription to a channel on which somebody waits, shared by
 * all its watches and ended with the last of them. Several hash tags share a channel, so that the subscriptions of the
 * application's client, which are few, stay its own.
 */
final class WakeCalls {

    private static final Logger log = LoggerFactory.getLogger(WakeCalls.class);

    private final RedissonClient redisson;
    private final Map<String, Channel> channels = new HashMap<>();

    WakeCalls(RedissonClient redisson) {
        this.redisson = redisson;
    }

    /** The channel as the server knows it: the client may be set up to put a prefix before every name. */
    byte[] channelOnServer(RecordKeys keys) {
        return topic(keys.channel()).getChannelNames().get(0).getBytes(StandardCharsets.UTF_8);
    }

    Watch watch(OperationId operation, Runnable changed) {
        RecordKeys keys = RecordKeys.of(operation);
        Object watch = new Object();
        Channel channel;
        synchronized (channels) {
            channel = channels.computeIfAbsent(keys.channel(), name -> new Channel(topic(name)));
            channel.watches
                    .computeIfAbsent(keys.name(), name -> new HashMap<>())
                    .put(watch, changed);
        }
        channel.whenSubscribed(changed);
        return () -> end(keys, watch);
    }

    private RTopic topic(String channel) {
        return redisson.getTopic(channel, ByteArrayCodec.INSTANCE);
    }

    private void end(RecordKeys keys, Object watch) {
        synchronized (channels) {
            Channel channel = channels.get(keys.channel());
            Map<Object, Runnable> all = channel == null ? null : channel.watches.get(keys.name());
            if (channel == null || all == null || all.remove(watch) == null || !all.isEmpty()) {
                return;
            }
            channel.watches.remove(keys.name());
            if (channel.watches.isEmpty()) {
                channels.remove(keys.channel());
                channel.unsubscribe();
            }
        }
    }

    /** One subscription. A failed one costs those who watch their notifications; they look from time to time. */
    private final class Channel {

        private final RTopic topic;
        private final CompletableFuture<Integer> subscription;

        /** By the name of the record. */
        private final Map<String, Map<Object, Runnable>> watches = new HashMap<>();

        Channel(RTopic topic) {
            this.topic = topic;
            this.subscription = topic.addListenerAsync(
                            byte[].class, (channel, message) -> wake(new String(message, StandardCharsets.US_ASCII)))
                    .toCompletableFuture();
        }

        private void wake(String name) {
            List<Runnable> all;
            synchronized (channels) {
                all = List.copyOf(watches.getOrDefault(name, Map.of()).values());
            }
            all.forEach(Runnable::run);
        }

        void whenSubscribed(Runnable changed) {
            CompletableFuture<?> unused = subscription.whenComplete((listener, failure) -> {
                if (failure != null) {
                    log.debug(
                            "No notifications for waiters: {}",
                            failure.getClass().getName());
                }
                changed.run();
            });
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
}
