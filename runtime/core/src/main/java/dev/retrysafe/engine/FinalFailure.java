package dev.retrysafe.engine;

import dev.retrysafe.ReplayedFailureException;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A failure that its tool declares to be the final outcome, as it is stored: two lines with the names of its type and of
 * the listed type that it is replayed as, and its message after them, if there is one.
 *
 * @param type the failure's own type
 * @param replayedAs the listed type; the failure's own, or a supertype
 * @param message its message; null for none, or when results are not stored
 */
record FinalFailure(
        String type, String replayedAs, @Nullable String message) {

    /** Longer ones tell a caller nothing more. */
    private static final int LONGEST_MESSAGE = 8_000;

    private static final String LINE = "\n";

    /** What a failure is stored as; null when its tool does not replay it. The type itself, else the first supertype. */
    static @Nullable FinalFailure of(Throwable thrown, ToolDefinition tool) {
        Class<?> listed = null;
        for (Class<?> type : tool.replay()) {
            if (type == thrown.getClass() || (listed == null && type.isInstance(thrown))) {
                listed = type;
            }
        }
        return listed == null
                ? null
                : new FinalFailure(thrown.getClass().getName(), listed.getName(), messageOf(thrown, tool));
    }

    private static @Nullable String messageOf(Throwable thrown, ToolDefinition tool) {
        if (!tool.storeResult()) {
            return null;
        }
        try {
            String message = thrown.getMessage();
            return message == null ? null : message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
        } catch (Throwable t) {
            return null;
        }
    }

    StoredResult store() {
        String text = type + LINE + replayedAs + (message == null ? "" : LINE + message);
        return new StoredResult(StoredResult.Kind.FAILURE, text.getBytes(StandardCharsets.UTF_8));
    }

    static FinalFailure read(StoredResult stored) {
        String[] lines = new String(stored.body(), StandardCharsets.UTF_8).split(LINE, 3);
        return new FinalFailure(lines[0], lines.length > 1 ? lines[1] : lines[0], lines.length > 2 ? lines[2] : null);
    }

    /** The failure again; a stand-in where the tool cannot build it any more. */
    Throwable rebuild(ToolMethod tool) {
        Throwable cause = null;
        try {
            Throwable again = tool.rebuild(replayedAs, message);
            if (again != null) {
                return again;
            }
        } catch (Throwable t) {
            cause = t;
        }
        return new ReplayedFailureException(type, message, cause);
    }
}
