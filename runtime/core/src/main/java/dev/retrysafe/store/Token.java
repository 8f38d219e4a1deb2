package dev.retrysafe.store;

import java.security.SecureRandom;
import java.util.UUID;

/**
 * A random 128-bit number made once per attempt; it tells this attempt's commands from all others.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record Token(long high, long low) {

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
