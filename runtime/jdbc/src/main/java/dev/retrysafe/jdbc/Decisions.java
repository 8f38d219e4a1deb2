package dev.retrysafe.jdbc;

import dev.retrysafe.store.RecordView.KeptResolution;
import dev.retrysafe.store.Resolution;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What persons decided, all of it. Each decision is a line of fence, time (ms), id, verdict, receipt (system, id, address),
 * who, why and the retention (ms).
 */
final class Decisions {

    private static final int PARTS = 10;

    private final List<String> lines = new ArrayList<>();

    /** Reads what {@link #text()} wrote; an {@link IllegalArgumentException} means that something else did. */
    static Decisions parse(String text) {
        Decisions decisions = new Decisions();
        decisions.lines.addAll(AsciiLine.lines(text, PARTS));
        return decisions;
    }

    void add(long fence, long now, Resolution decision) {
        lines.add(AsciiLine.of(
                Long.toString(fence),
                Long.toString(now),
                decision.decisionId(),
                decision.verdict().name(),
                decision.remoteSystem(),
                decision.remoteId(),
                decision.remoteUrl(),
                decision.by(),
                decision.why(),
                Long.toString(Millis.later(0, decision.retention()))));
    }

    /** An {@link IllegalArgumentException} means that something else wrote one. */
    List<KeptResolution> all() {
        return lines.stream()
                .map(AsciiLine::parts)
                .map(parts -> new KeptResolution(
                        parts.number(0),
                        Instant.ofEpochMilli(parts.number(1)),
                        new Resolution(
                                parts.text(2),
                                Resolution.Verdict.valueOf(parts.text(3)),
                                parts.textOrNull(4),
                                parts.textOrNull(5),
                                parts.textOrNull(6),
                                parts.text(7),
                                parts.text(8),
                                Duration.ofMillis(parts.number(9)))))
                .toList();
    }

    @Nullable
    KeptResolution of(String decisionId) {
        return all().stream()
                .filter(kept -> kept.resolution().decisionId().equals(decisionId))
                .findFirst()
                .orElse(null);
    }

    /** Whether a person decided about an attempt. */
    boolean about(long fence) {
        String start = fence + "\t";
        return lines.stream().anyMatch(line -> line.startsWith(start));
    }

    String text() {
        return String.join("\n", lines);
    }
}
