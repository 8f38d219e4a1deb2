package dev.retrysafe.jdbc;

import java.time.Duration;
import java.time.Instant;

/** Times as the table keeps them: milliseconds since 1970, by the database's clock. No time zone comes near them. */
final class Millis {

    /** About 4,400 years: sums of a time and a duration never overflow. */
    private static final long MOST = 1L << 47;

    private Millis() {}

    static long later(long time, Duration by) {
        return time + (by.compareTo(Duration.ofMillis(MOST)) > 0 ? MOST : by.toMillis());
    }

    /** From the earlier to the later; zero where the clock went back. */
    static Duration between(long earlier, long later) {
        return Duration.ofMillis(Math.max(0, later - earlier));
    }

    /** The ends of time when out of range. */
    static long of(Instant instant) {
        if (instant.isAfter(Instant.ofEpochMilli(MOST))) {
            return MOST;
        }
        return instant.isBefore(Instant.ofEpochMilli(-MOST)) ? -MOST : instant.toEpochMilli();
    }
}
