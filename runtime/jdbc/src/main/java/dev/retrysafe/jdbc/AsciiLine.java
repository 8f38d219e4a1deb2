package dev.retrysafe.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts as one line of printable ASCII: escaped, with tabs between them, {@code \\N} for none. */
final class AsciiLine {

    /** No escaped text looks like it. */
    private static final String NONE = "\\N";

    private AsciiLine() {}

    static String of(@Nullable String... parts) {
        List<String> escaped = new ArrayList<>(parts.length);
        for (String part : parts) {
            escaped.add(part == null ? NONE : AsciiText.escape(part));
        }
        return String.join("\t", escaped);
    }

    /** The lines of a column; an {@link IllegalArgumentException} means that one has not as many parts. */
    static List<String> lines(String text, int parts) {
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = List.of(text.split("\n", -1));
        for (String line : lines) {
            if (line.split("\t", -1).length != parts) {
                throw new IllegalArgumentException("a line has not " + parts + " parts");
            }
        }
        return lines;
    }

    /** The parts of a line that {@link #lines} let through. */
    static Parts parts(String line) {
        return new Parts(line.split("\t", -1));
    }

    /** Reads a line's parts by their number; an {@link IllegalArgumentException} means that something else wrote it. */
    static final class Parts {

        private final String[] escaped;

        private Parts(String[] escaped) {
            this.escaped = escaped;
        }

        @Nullable
        String textOrNull(int part) {
            return escaped[part].equals(NONE) ? null : AsciiText.unescape(escaped[part]);
        }

        String text(int part) {
            String text = textOrNull(part);
            if (text == null) {
                throw new IllegalArgumentException("no text");
            }
            return text;
        }

        long number(int part) {
            long number = Long.parseLong(escaped[part]);
            if (number < 0) {
                throw new IllegalArgumentException("a negative number");
            }
            return number;
        }
    }
}
