package dev.retrysafe.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;

/**
 * A random 128-bit number made once per attempt; it tells this attempt's commands from all others.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record Token(long high, long low) {

    /**
     * How late a command can arrive that was sent once: for as long a store remembers the tokens of attempts that gave their
     * claim back, so that none of their commands claims again. TCP goes on sending bytes that are not acknowledged for about 15
     * minutes by default on Linux ({@code tcp_retries2}); this is twice that.
     */
    public static final Duration LATE_AT_MOST = Duration.ofMinutes(30);

    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Makes a fresh token.
     *
     * @return a token that no other attempt has
     */
    public static Token fresh() {
        return new Token(RANDOM.nextLong(), RANDOM.nextLong());
    }

    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
