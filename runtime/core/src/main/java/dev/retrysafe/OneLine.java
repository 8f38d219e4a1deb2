package dev.retrysafe;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The text of others in lines of ours: on one line, to be read as it was written, and nothing else than text. Line breaks and
 * other control characters, and characters that are not seen or that turn the direction of what follows, are escaped as Java
 * writes them ({@code \n}, {@code \u001b}).
 */
public final class OneLine {

    /** As much as a failure's message needs; stores keep no more of one. */
    private static final int LONGEST_FAILURE = 500;

    private OneLine() {}

    /**
     * Text within a sentence.
     *
     * @param text any text
     * @return the same, on one line
     */
    public static String of(@Nullable String text) {
        return text == null
                ? "null"
                : escaped(new StringBuilder(text.length() + 8), text, false).toString();
    }

    /**
     * The value of a {@code name=value} pair: as it is where it is one plain word, else in quotation marks.
     *
     * @param value any text
     * @return a word, or a text in quotation marks
     */
    public static String value(String value) {
        if (!value.isEmpty() && value.codePoints().allMatch(OneLine::isPlain)) {
            return value;
        }
        StringBuilder line = new StringBuilder(value.length() + 10).append('"');
        return escaped(line, value, true).append('"').toString();
    }

    /**
     * A failure's type and message.
     *
     * @param failure any exception, also one that throws when it is asked for its message
     * @return at most some 500 characters, on one line
     */
    public static String of(Throwable failure) {
        String type = failure.getClass().getName();
        try {
            String message = failure.getMessage();
            return bounded(of(message == null ? type : type + ": " + message));
        } catch (Throwable t) {
            return type + ", whose message cannot be read";
        }
    }

    /**
     * A failure to be handed to a logger, which prints its messages as they are.
     *
     * @param failure any exception
     * @return the same; where a message of it, of its causes or of what it suppressed would take more than a line, a copy with
     *     types, stacks and messages, each on one
     */
    public static Throwable printable(Throwable failure) {
        return PrintableFailure.of(failure);
    }

    /**
     * A failure's message, as a caller of its own reads it.
     *
     * @param failure any exception
     * @return its message, or its type where it has none; at most some 500 characters, on one line
     */
    static String messageOf(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null || message.isBlank() ? of(failure) : bounded(of(message));
        } catch (Throwable t) {
            return of(failure);
        }
    }

    private static String bounded(String text) {
        if (text.length() <= LONGEST_FAILURE) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST_FAILURE - 1)) ? LONGEST_FAILURE - 1 : LONGEST_FAILURE;
        return text.substring(0, end) + "…";
    }

    private static StringBuilder escaped(StringBuilder line, String text, boolean quoted) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (quoted && (c == '"' || c == '\\')) {
                        line.append('\\').append((char) c);
                    } else if (isSeen(c)) {
                        line.appendCodePoint(c);
                    } else {
                        for (char unit : Character.toChars(c)) {
                            line.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                        }
                    }
                }
            }
        });
        return line;
    }

    private static boolean isPlain(int c) {
        return c != ' ' && c != '"' && c != '\\' && c != '=' && isSeen(c);
    }

    /** A no-break space, say, would be taken for the blank between two pairs; the tags of plane 14 are not seen at all. */
    private static boolean isSeen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> !isIgnorable(c);
        };
    }

    /** Letters and marks that no font shows: Hangul fillers, variation selectors, the grapheme joiner. */
    private static boolean isIgnorable(int c) {
        return c == 0x034F
                || c == 0x115F
                || c == 0x1160
                || c == 0x17B4
                || c == 0x17B5
                || (c >= 0x180B && c <= 0x180F)
                || c == 0x3164
                || (c >= 0xFE00 && c <= 0xFE0F)
                || c == 0xFFA0
                || (c >= 0xE0000 && c <= 0xE0FFF);
    }
}
