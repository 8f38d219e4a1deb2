package dev.retrysafe.jdbc;

import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView.PastAttempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The last attempts that another one followed, for a person to see. Each is a line of fence, owner, the time (ms) it ended,
 * how it ended and what failed. The last attempt of all is in the record's own columns.
 */
final class History {

    private static final int MOST = 8;

    private static final int PARTS = 5;

    private final List<String> lines = new ArrayList<>();

    /** Reads what {@link #text()} wrote; an {@link IllegalArgumentException} means that something else did. */
    static History parse(String text) {
        History history = new History();
        history.lines.addAll(AsciiLine.lines(text, PARTS));
        return history;
    }

    void add(long fence, String owner, long endedAt, RecordState end, String failure) {
        lines.add(AsciiLine.of(Long.toString(fence), owner, Long.toString(endedAt), end.name(), failure));
        if (lines.size() > MOST) {
            lines.remove(0);
        }
    }

    /** For people to see; an {@link IllegalArgumentException} means that something else wrote it. */
    List<PastAttempt> attempts() {
        return lines.stream()
                .map(AsciiLine::parts)
                .map(parts -> new PastAttempt(
                        parts.number(0),
                        parts.text(1),
                        Instant.ofEpochMilli(parts.number(2)),
                        RecordState.valueOf(parts.text(3)),
                        parts.text(4)))
                .toList();
    }

    String text() {
        return String.join("\n", lines);
    }
}
