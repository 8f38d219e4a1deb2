package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.Written;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads durations: a whole number with a unit, or ISO-8601. */
final class Durations {

    private static final Pattern SHORT = Pattern.compile("([0-9]+)([smhd])");

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** A century: beyond, the sum with a clock's time is where stores overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Subject subject;

    Durations(Subject subject) {
        this.subject = subject;
    }

    /** The duration; null when there is none, or a wrong one, which is reported. */
    @Nullable
    Duration check(String member, Written<String> written) {
        if (written.value().isEmpty()) {
            return null;
        }
        try {
            Duration duration = parse(written.value());
            if (duration.isZero() || duration.isNegative()) {
                report(member, written, "is not positive");
                return null;
            }
            // Stores count in milliseconds.
            if (duration.compareTo(SHORTEST) < 0) {
                report(member, written, "is shorter than a millisecond");
                return null;
            }
            if (duration.compareTo(LONGEST) > 0) {
                report(member, written, "is too long");
                return null;
            }
            return duration;
        } catch (DateTimeParseException malformed) {
            boolean overflow = malformed.getCause() instanceof ArithmeticException;
            report(member, written, overflow ? "is too long" : fault(written.value()));
            return null;
        } catch (ArithmeticException overflow) {
            report(member, written, "is too long");
            return null;
        }
    }

    private static Duration parse(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (!matcher.matches()) {
            return Duration.parse(text);
        }
        try {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        } catch (NumberFormatException tooLarge) {
            throw new ArithmeticException(text);
        }
    }

    private static String fault(String text) {
        return text.matches("[0-9]+") ? "has no unit" : "is malformed";
    }

    private void report(String member, Written<String> written, String fault) {
        subject.report(
                ProblemCode.MALFORMED_DURATION,
                written.place(),
                member + " of " + subject.name() + " " + fault + ": \"" + written.value() + "\"",
                "write a whole number with a unit (90s, 15m, 24h, 7d) or ISO-8601 (PT24H), from a millisecond to 36500 days.",
                "a duration that is taken wrongly forgets receipts too early, and a late retry runs again.");
    }
}
