package dev.retrysafe;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A failure as a log prints it: types and stacks as they are, each message on one line. Whoever writes an exception's message
 * (a remote side, say) could else write lines into the log that look like the log's own.
 */
final class PrintableFailure extends Exception {

    private static final long serialVersionUID = 1L;

    /** Causes may form a circle, and many exceptions may hang on one. */
    private static final int MOST = 100;

    private final String text;

    private PrintableFailure(String text, StackTraceElement[] stack) {
        super(text);
        this.text = text;
        setStackTrace(stack);
    }

    /**
     * The failure itself where all that would be printed of it is on one line each, as it nearly always is; else a copy, so that
     * it may be told apart by type as long as it can be.
     */
    static Throwable of(Throwable failure) {
        return isPrintable(failure) ? failure : copy(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean isPrintable(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> next = new ArrayDeque<>();
        next.add(failure);
        try {
            while (!next.isEmpty()) {
                Throwable t = next.remove();
                if (!seen.add(t)) {
                    continue;
                }
                if (seen.size() > MOST || !isOneLine(t.toString()) || !isOneLine(String.valueOf(t.getMessage()))) {
                    return false;
                }
                Throwable cause = t.getCause();
                if (cause != null) {
                    next.add(cause);
                }
                Collections.addAll(next, t.getSuppressed());
            }
            return true;
        } catch (Throwable unreadable) {
            return false;
        }
    }

    private static boolean isOneLine(String text) {
        return OneLine.of(text).equals(text);
    }

    private static PrintableFailure copy(Throwable failure, Set<Throwable> seen) {
        seen.add(failure);
        PrintableFailure copy = new PrintableFailure(OneLine.of(failure), failure.getStackTrace());
        Throwable cause = causeOf(failure);
        if (cause != null && seen.size() < MOST && !seen.contains(cause)) {
            Throwable unused = copy.initCause(copy(cause, seen));
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            if (seen.size() < MOST && !seen.contains(suppressed)) {
                copy.addSuppressed(copy(suppressed, seen));
            }
        }
        return copy;
    }

    private static @Nullable Throwable causeOf(Throwable failure) {
        try {
            return failure.getCause();
        } catch (Throwable unreadable) {
            return null;
        }
    }

    // What is printed is the failure's own type, not the copy's.
    @SuppressWarnings("OverrideThrowableToString")
    @Override
    public String toString() {
        return text;
    }
}
