package dev.retrysafe.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Checks durations where they are set, by name. */
final class Durations {

    /** Far enough for every use, near enough that no clock arithmetic overflows: about 100 years. */
    static final Duration LONGEST = Duration.ofDays(36_500);

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private Durations() {}

    static void positive(String name, @Nullable Duration value) {
        if (value != null && value.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(name + " is " + value + ": it must be at least a millisecond");
        }
        bounded(name, value);
    }

    static void notNegative(String name, @Nullable Duration value) {
        if (value != null && value.isNegative()) {
            throw new IllegalArgumentException(name + " is " + value + ": it must not be negative");
        }
        bounded(name, value);
    }

    private static void bounded(String name, @Nullable Duration value) {
        if (value != null && value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " is " + value + ": it must be at most " + LONGEST);
        }
    }

    static Duration first(@Nullable Duration preferred, Duration otherwise) {
        return preferred == null ? otherwise : preferred;
    }
}
