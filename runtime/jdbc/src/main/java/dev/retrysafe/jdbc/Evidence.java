package dev.retrysafe.jdbc;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.NewOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last receipts that were refused, for a person to see. Each is a line of token, fence, time (ms), outcome and
 * receipt (system, id, address), separated by tabs; one for an attempt, however often it is sent.
 */
final class Evidence {

    private static final int MOST = 3;

    private static final int PARTS = 7;

    /** No escaped text looks like it. */
    private static final String NONE = "\\N";

    private final List<String> lines = new ArrayList<>();

    /** Reads what {@link #text()} wrote; an {@link IllegalArgumentException} means that something else did. */
    static Evidence parse(String text) {
        Evidence evidence = new Evidence();
        if (!text.isEmpty()) {
            for (String line : text.split("\n", -1)) {
                if (line.split("\t", -1).length != PARTS) {
                    throw new IllegalArgumentException("a line of evidence has not " + PARTS + " parts");
                }
                evidence.lines.add(line);
            }
        }
        return evidence;
    }

    /** Whether it was new. */
    boolean keep(Claim claim, NewOutcome outcome, long now) {
        String token = claim.request().token().toString();
        if (lines.stream().anyMatch(line -> line.startsWith(token))) {
            return false;
        }
        lines.add(String.join(
                "\t",
                token,
                Long.toString(claim.fence()),
                Long.toString(now),
                outcome.failed() ? "failed" : "committed",
                part(outcome.remoteSystem()),
                part(outcome.remoteId()),
                part(outcome.remoteUrl())));
        if (lines.size() > MOST) {
            lines.remove(0);
        }
        return true;
    }

    private static String part(@Nullable String text) {
        return text == null ? NONE : AsciiText.escape(text);
    }

    String text() {
        return String.join("\n", lines);
    }
}
