package dev.retrysafe.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * Any text as printable ASCII: all else, and the backslash, is written as {@code \}{@code u} and four hex digits. So no
 * database's character set, collation or dislike of NUL can refuse a text or change it, and people can still read it.
 */
final class AsciiText {

    private static final int ESCAPE_LENGTH = 6;

    private AsciiText() {}

    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~' && c != '\\') {
                out.append(c);
            } else {
                out.append(String.format("\\u%04x", (int) c));
            }
        }
        return out.toString();
    }

    static @Nullable String escapeOrNull(@Nullable String text) {
        return text == null ? null : escape(text);
    }

    /** Reads back; an {@link IllegalArgumentException} means that something else wrote it. */
    static String unescape(String ascii) {
        StringBuilder out = new StringBuilder(ascii.length());
        int i = 0;
        while (i < ascii.length()) {
            char c = ascii.charAt(i);
            if (c != '\\') {
                out.append(c);
                i++;
            } else if (i + ESCAPE_LENGTH <= ascii.length() && ascii.charAt(i + 1) == 'u') {
                out.append((char) Integer.parseInt(ascii, i + 2, i + ESCAPE_LENGTH, 16));
                i += ESCAPE_LENGTH;
            } else {
                throw new IllegalArgumentException("no escape at " + i);
            }
        }
        return out.toString();
    }

    static @Nullable String unescapeOrNull(@Nullable String ascii) {
        return ascii == null ? null : unescape(ascii);
    }
}
