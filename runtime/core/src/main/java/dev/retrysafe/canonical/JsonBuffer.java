package dev.retrysafe.canonical;

import dev.retrysafe.RefusalCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** A document's bytes so far, bounded, and how text becomes bytes (RFC 8785 section 3.2.2.2). */
final class JsonBuffer {

    private final Refusals refusals;

    private byte[] bytes = new byte[512];

    private int position;

    JsonBuffer(Refusals refusals) {
        this.refusals = refusals;
    }

    /**
     * A bound on the work for a document that stays small: sets that hold equal sets, level after level, merge to little and
     * are written again at each level. Every level of what is not merged may be written again once.
     */
    private static final long MOST_TAKEN_BACK = (long) CanonicalWriter.MAX_DEPTH * CanonicalWriter.MAX_BYTES;

    private long takenBack;

    /** Makes the exception for what has no canonical form. */
    interface Refusals {

        RuntimeException refusal(RefusalCode code, String what);
    }

    int position() {
        return position;
    }

    void truncate(int length) {
        takenBack += position - length;
        if (takenBack > MOST_TAKEN_BACK) {
            throw tooLarge();
        }
        position = length;
    }

    /** The bytes, of which those before the position count. */
    byte[] bytes() {
        return bytes;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, position);
    }

    void set(int index, char ascii) {
        bytes[index] = (byte) ascii;
    }

    void put(int octet) {
        ensure(1);
        bytes[position++] = (byte) octet;
    }

    void raw(byte[] source) {
        raw(source, 0, source.length);
    }

    void raw(byte[] source, int from, int length) {
        ensure(length);
        System.arraycopy(source, from, bytes, position, length);
        position += length;
    }

    void ascii(String text) {
        raw(text.getBytes(StandardCharsets.US_ASCII));
    }

    void text(CharSequence value) {
        int length = value.length();
        // Before the first character, so that a huge one costs nothing.
        if (length > CanonicalWriter.MAX_BYTES) {
            throw tooLarge();
        }
        put('"');
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < 0x20 || c == '"' || c == '\\') {
                escape(c);
            } else if (c < 0x80) {
                put(c);
            } else if (Character.isSurrogate(c)) {
                surrogates(value, i++);
            } else {
                beyondAscii(c);
            }
        }
        put('"');
    }

    private void beyondAscii(char c) {
        if (c < 0x800) {
            put(0xC0 | (c >> 6));
        } else {
            put(0xE0 | (c >> 12));
            put(0x80 | ((c >> 6) & 0x3F));
        }
        put(0x80 | (c & 0x3F));
    }

    private void surrogates(CharSequence value, int index) {
        char high = value.charAt(index);
        boolean pair = Character.isHighSurrogate(high)
                && index + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(index + 1));
        if (!pair) {
            throw refusals.refusal(
                    RefusalCode.LONE_SURROGATE,
                    "text with half of a surrogate pair at index " + index + ". Send well-formed Unicode text");
        }
        int codePoint = Character.toCodePoint(high, value.charAt(index + 1));
        put(0xF0 | (codePoint >> 18));
        put(0x80 | ((codePoint >> 12) & 0x3F));
        put(0x80 | ((codePoint >> 6) & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    }

    /** The short escapes where JSON has them, else lower-case hex. */
    private void escape(char c) {
        put('\\');
        switch (c) {
            case '"', '\\' -> put(c);
            case '\b' -> put('b');
            case '\t' -> put('t');
            case '\n' -> put('n');
            case '\f' -> put('f');
            case '\r' -> put('r');
            default -> ascii("u00" + HexFormat.of().toHexDigits((byte) c));
        }
    }

    private void ensure(int more) {
        int needed = position + more;
        if (needed > bytes.length) {
            if (needed > CanonicalWriter.MAX_BYTES) {
                throw tooLarge();
            }
            bytes = Arrays.copyOf(bytes, Math.min(CanonicalWriter.MAX_BYTES, Math.max(needed, 2 * bytes.length)));
        }
    }

    RuntimeException tooLarge() {
        return refusals.refusal(
                RefusalCode.NOT_CANONICAL,
                "more than the " + CanonicalWriter.MAX_BYTES
                        + " bytes that all arguments together may have. Take large values out of the fingerprint, or pass"
                        + " a hash of them");
    }
}
