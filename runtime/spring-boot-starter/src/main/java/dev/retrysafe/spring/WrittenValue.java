package dev.retrysafe.spring;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value as it stands in the configuration.
 *
 * @param property the property's name
 * @param text the text; null for a default
 */
record WrittenValue(String property, @Nullable String text) {

    private static final Pattern NO_UNIT = Pattern.compile("[+-]?\\d+");

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private static final Duration LONGEST = Duration.ofDays(36_600);

    /** Checks a duration that must take some time. */
    Duration positive(Duration value) {
        unitIsGiven();
        if (value.compareTo(SHORTEST) < 0) {
            throw refused("it must be at least a millisecond", "Give a positive duration, for instance 30s.");
        }
        return bounded(value);
    }

    /** Checks a duration that may be none. */
    Duration notNegative(Duration value) {
        unitIsGiven();
        if (value.isNegative()) {
            throw refused("it must not be negative", "Give a duration, for instance 10s, or 0s not to wait.");
        }
        return bounded(value);
    }

    InvalidPropertyException refused(String problem, String action) {
        return new InvalidPropertyException(property, text == null ? "" : text.strip(), problem, action);
    }

    /** A plain number would be milliseconds to Spring, and seconds to whoever wrote it. */
    private void unitIsGiven() {
        if (text != null && NO_UNIT.matcher(text.strip()).matches()) {
            String number = text.strip();
            throw refused(
                    "the unit is missing",
                    "Write the unit, for instance " + number + "s for seconds or " + number + "m for minutes.");
        }
    }

    private Duration bounded(Duration value) {
        if (value.compareTo(LONGEST) > 0) {
            throw refused("it is longer than " + LONGEST.toDays() + "d", "Give a shorter duration.");
        }
        return value;
    }
}
