package dev.retrysafe.jdbc;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The last receipts that were refused, for a person to see. Each is a line of token, fence, time (ms), outcome and
 * receipt (system, id, address), separated by tabs; one for an attempt, however often it is sent.
 */
final class Evidence {

    private static final int MOST = 3;

    private static final int PARTS = 7;

    private static final String FAILED = "failed";

    private final List<String> lines = new ArrayList<>();

    /** Reads what {@link #text()} wrote; an {@link IllegalArgumentException} means that something else did. */
    static Evidence parse(String text) {
        Evidence evidence = new Evidence();
        evidence.lines.addAll(AsciiLine.lines(text, PARTS));
        return evidence;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** Whether it was new. */
    boolean keep(Claim claim, NewOutcome outcome, long now) {
        String token = claim.request().token().toString();
        if (lines.stream().anyMatch(line -> line.startsWith(token))) {
            return false;
        }
        lines.add(AsciiLine.of(
                token,
                Long.toString(claim.fence()),
                Long.toString(now),
                outcome.failed() ? FAILED : "committed",
                outcome.remoteSystem(),
                outcome.remoteId(),
                outcome.remoteUrl()));
        if (lines.size() > MOST) {
            lines.remove(0);
        }
        return true;
    }

    /** For people to see; an {@link IllegalArgumentException} means that something else wrote it. */
    List<RecordView.LateReceipt> receipts() {
        return lines.stream()
                .map(AsciiLine::parts)
                .map(parts -> new RecordView.LateReceipt(
                        parts.number(1),
                        Instant.ofEpochMilli(parts.number(2)),
                        parts.text(3).equals(FAILED),
                        parts.textOrNull(4),
                        parts.textOrNull(5),
                        parts.textOrNull(6)))
                .toList();
    }

    String text() {
        return String.join("\n", lines);
    }
}
