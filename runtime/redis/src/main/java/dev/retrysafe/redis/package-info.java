/** The store on Redis, through Redisson. */
@NullMarked
package dev.retrysafe.redis;

import org.jspecify.annotations.NullMarked;
