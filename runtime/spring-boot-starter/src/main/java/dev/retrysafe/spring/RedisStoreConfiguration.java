package dev.retrysafe.spring;

import dev.retrysafe.redis.RedisEffectStore;
import dev.retrysafe.spring.RetrysafeProperties.StoreKind;
import dev.retrysafe.store.EffectStore;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store on Redis, for applications that have its module and a client. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({RedisEffectStore.class, RedissonClient.class})
class RedisStoreConfiguration {

    @Bean
    StoreCandidate retrysafeRedisCandidate(ListableBeanFactory beans, RetrysafeProperties properties) {
        return new RedisCandidate(beans, properties.redis());
    }

    private record RedisCandidate(ListableBeanFactory beans, RetrysafeProperties.Redis settings)
            implements StoreCandidate {

        @Override
        public StoreKind kind() {
            return StoreKind.REDIS;
        }

        @Override
        public String needs() {
            return "RedissonClient";
        }

        @Override
        public boolean available() {
            return clients().length > 0;
        }

        @Override
        public EffectStore create() {
            RedissonClient client = beans.getBeanProvider(RedissonClient.class).getIfUnique();
            if (client == null) {
                throw new StoreSelectionException(
                        "There are several RedissonClient beans (" + String.join(", ", clients())
                                + "), and records in one server do not protect from retries that ask the other.",
                        "Mark the one to keep records in with @Primary, or define an EffectStore bean:"
                                + " RedisEffectStore.builder(client).build().");
            }
            // A negative number is refused, with the property's name, before any call.
            int minReplicas = Math.max(0, settings.minReplicas());
            RedisDurability.check(client, settings.durabilityCheck(), minReplicas);
            return RedisEffectStore.builder(client).minReplicas(minReplicas).build();
        }

        private String[] clients() {
            return beans.getBeanNamesForType(RedissonClient.class, true, false);
        }
    }
}
