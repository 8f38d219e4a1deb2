/**
 * The store on Redis, through Redisson. {@link dev.retrysafe.redis.RedisEffectStore} is the store,
 * {@link dev.retrysafe.redis.RedisDurabilityCheck} says whether a server can be trusted with it.
 */
@NullMarked
package dev.retrysafe.redis;

import org.jspecify.annotations.NullMarked;
