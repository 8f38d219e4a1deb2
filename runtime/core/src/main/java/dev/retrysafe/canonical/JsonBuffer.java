package dev.retrysafe.canonical;

import dev.retrysafe.RefusalCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A document's bytes so far, bounded, and how text becomes bytes (RFC 8785 section 3.2.2.2). Serves one document after
 * another; {@link Buffers} hands it out.
 */
final class JsonBuffer {

    /** Stands in for the buffer of a document that has ended: it takes nothing. */
    static final JsonBuffer ENDED = new JsonBuffer(new byte[0], 0);

    /**
     * Bytes behind the limit that are always there: what is no longer is written first and checked once. They also take the
     * hash of a document of the largest size.
     */
    private static final int SLACK = 128;

    private static final int INITIAL = 1024;

    /** So many characters fit behind the limit, of six bytes each at most. */
    private static final int SLACK_CHARACTERS = 16;

    /**
     * A bound on the work for a document that stays small: sets that hold equal sets, level after level, merge to little and
     * are written again at each level. Every level of what is not merged may be written again once.
     */
    private static final long MOST_TAKEN_BACK = (long) CanonicalWriter.MAX_DEPTH * CanonicalWriter.MAX_BYTES;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    /** Zero for each character that is one byte, as it is; of Latin-1, since a String that is knows its characters are. */
    private static final byte[] SPECIAL = new byte[256];

    static {
        Arrays.fill(SPECIAL, 0, ' ', (byte) 1);
        Arrays.fill(SPECIAL, 0x80, 0x100, (byte) 1);
        SPECIAL['"'] = 1;
        SPECIAL['\\'] = 1;
    }

    private final Sha256 sha256 = new Sha256();

    /** Where the content of each open object begins; of each open array, its complement. */
    private final int[] open = new int[CanonicalWriter.MAX_DEPTH];

    private @Nullable ScalarWriter document;

    private byte[] bytes;

    private int limit;

    /** Not beyond the limit, between two calls. */
    private int position;

    private long takenBack;

    JsonBuffer() {
        this(new byte[INITIAL], INITIAL - SLACK);
    }

    private JsonBuffer(byte[] bytes, int limit) {
        this.bytes = bytes;
        this.limit = limit;
    }

    /** Empties the buffer for a document, or for none. */
    void begin(@Nullable ScalarWriter next) {
        document = next;
        position = 0;
        takenBack = 0;
    }

    /** How much memory the bytes take. */
    int size() {
        return bytes.length;
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

    /** Where the content of each open object begins; of each open array, its complement. */
    int[] open() {
        return open;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, position);
    }

    /** The bytes' SHA-256 as {@code sha256:} and lower-case hex. */
    String hash() {
        return sha256.of(bytes, position);
    }

    void set(int index, char ascii) {
        bytes[index] = (byte) ascii;
    }

    void put(int octet) {
        if (position >= limit) {
            grow(1);
        }
        bytes[position++] = (byte) octet;
    }

    void raw(byte[] source) {
        raw(source, 0, source.length);
    }

    void raw(byte[] source, int from, int length) {
        if (length > limit - position) {
            grow(length);
        }
        System.arraycopy(source, from, bytes, position, length);
        position += length;
    }

    /** As {@link #raw(byte[])}, for the few bytes of a name: mostly two longs that overlap. */
    void constant(byte[] source) {
        int length = source.length;
        if (length < Long.BYTES || length > limit - position) {
            raw(source);
            return;
        }
        byte[] to = bytes;
        int at = position;
        LONGS.set(to, at, (long) LONGS.get(source, 0));
        if (length > 2 * Long.BYTES) {
            System.arraycopy(source, Long.BYTES, to, at + Long.BYTES, length - 2 * Long.BYTES);
        }
        LONGS.set(to, at + length - Long.BYTES, (long) LONGS.get(source, length - Long.BYTES));
        position = at + length;
    }

    void integral(long value) {
        room();
        position = Numbers.write(value, bytes, position);
        settle();
    }

    void number(double value) {
        room();
        position = Numbers.write(value, bytes, position);
        settle();
    }

    void number(float value) {
        room();
        position = Numbers.write(value, bytes, position);
        settle();
    }

    void text(CharSequence value) {
        int length = value.length();
        // Before the first character, so that a huge one costs nothing.
        if (length > limit - position - 2) {
            grow(length + 2L);
        }
        if (!(value instanceof String text) || !plain(text, length)) {
            anyText(value, length);
        }
    }

    /** Writes text without a character to escape or encode; false when there is one, nothing being written then. */
    // The only way to take bytes out of a String without a copy; it drops upper halves, which is checked right after.
    @SuppressWarnings("deprecation")
    private boolean plain(String value, int length) {
        byte[] to = bytes;
        int start = position + 1;
        int end = start + length;
        value.getBytes(0, length, to, start);
        int others = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            others |= (c >>> 8) | SPECIAL[c & 0xFF];
        }
        if (others != 0) {
            return false;
        }
        to[start - 1] = '"';
        to[end] = '"';
        position = end + 1;
        return true;
    }

    private void anyText(CharSequence value, int length) {
        put('"');
        for (int i = 0; i < length; ) {
            int end = Math.min(length, i + SLACK_CHARACTERS);
            byte[] to = bytes;
            int at = position;
            for (; i < end; i++) {
                char c = value.charAt(i);
                if (c < 0x20 || c == '"' || c == '\\') {
                    at = escape(c, to, at);
                } else if (c < 0x80) {
                    to[at++] = (byte) c;
                } else if (c < 0x800) {
                    to[at++] = (byte) (0xC0 | (c >> 6));
                    to[at++] = (byte) (0x80 | (c & 0x3F));
                } else if (!Character.isSurrogate(c)) {
                    to[at++] = (byte) (0xE0 | (c >> 12));
                    to[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                    to[at++] = (byte) (0x80 | (c & 0x3F));
                } else {
                    int codePoint = surrogates(value, i++);
                    to[at++] = (byte) (0xF0 | (codePoint >> 18));
                    to[at++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
                    to[at++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
                    to[at++] = (byte) (0x80 | (codePoint & 0x3F));
                }
            }
            position = at;
            settle();
        }
        put('"');
    }

    private int surrogates(CharSequence value, int index) {
        char high = value.charAt(index);
        boolean pair = Character.isHighSurrogate(high)
                && index + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(index + 1));
        if (!pair) {
            throw refusal(
                    RefusalCode.LONE_SURROGATE,
                    "text with half of a surrogate pair at index " + index + ". Send well-formed Unicode text");
        }
        return Character.toCodePoint(high, value.charAt(index + 1));
    }

    /** The short escapes where JSON has them, else lower-case hex. */
    private static int escape(char c, byte[] to, int position) {
        int at = position;
        to[at++] = '\\';
        switch (c) {
            case '"', '\\' -> to[at++] = (byte) c;
            case '\b' -> to[at++] = 'b';
            case '\t' -> to[at++] = 't';
            case '\n' -> to[at++] = 'n';
            case '\f' -> to[at++] = 'f';
            case '\r' -> to[at++] = 'r';
            default -> {
                to[at++] = 'u';
                to[at++] = '0';
                to[at++] = '0';
                to[at++] = HEX[c >> 4];
                to[at++] = HEX[c & 0xF];
            }
        }
        return at;
    }

    /** A document that has ended has no slack to write to. */
    private void room() {
        if (bytes.length == 0) {
            grow(0);
        }
    }

    /** Checks what was written behind the limit. */
    private void settle() {
        if (position > limit) {
            grow(0);
        }
    }

    private void grow(long more) {
        long needed = position + more;
        if (needed > CanonicalWriter.MAX_BYTES || bytes.length == 0) {
            throw tooLarge();
        }
        limit = (int) Math.min(CanonicalWriter.MAX_BYTES, Math.max(needed, 2L * limit));
        bytes = Arrays.copyOf(bytes, limit + SLACK);
    }

    private RuntimeException refusal(RefusalCode code, String what) {
        return document == null
                ? new IllegalStateException("the document has ended; start another one for another call")
                : document.refusal(code, what);
    }

    RuntimeException tooLarge() {
        return refusal(
                RefusalCode.NOT_CANONICAL,
                "more than the " + CanonicalWriter.MAX_BYTES
                        + " bytes that all arguments together may have. Take large values out of the fingerprint, or pass"
                        + " a hash of them");
    }
}
