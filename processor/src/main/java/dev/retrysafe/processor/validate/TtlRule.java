package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.Written;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Checks that a receipt outlives those who wait for it. */
final class TtlRule {

    /** The runtime's default for {@code wait-at-most}. What is configured instead is checked at start-up. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final Subject subject;

    TtlRule(Subject subject) {
        this.subject = subject;
    }

    /** The retention; null when there is none, or a wrong one, which is reported. */
    @Nullable
    Duration check() {
        Written<String> written = subject.source().ttl();
        Duration ttl = new Durations(subject).check("ttl", written);
        if (ttl != null && ttl.compareTo(LONGEST_WAIT) < 0) {
            subject.report(
                    ProblemCode.TTL_SHORTER_THAN_WAIT,
                    written.place(),
                    "ttl of " + subject.name() + " is shorter than the " + LONGEST_WAIT.toSeconds()
                            + "s for which a caller waits: \"" + written.value() + "\"",
                    "keep receipts at least that long, better for as long as anybody may retry: ttl = \"24h\".",
                    "a caller that waited for another one's receipt would come back when it has expired, and cause the"
                            + " effect again.");
        }
        return ttl;
    }
}
