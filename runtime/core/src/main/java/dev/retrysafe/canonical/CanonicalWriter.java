package dev.retrysafe.canonical;

import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectRejectedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the document that defines an effect, as RFC 8785 (JCS) bytes, and hashes it:
 * {@code {"effect":{…},"tool":"…","v":1}}. The caller writes the value of {@code effect}, members in the order of their
 * names' UTF-16 code units, and leaves null members out. For one document, on one thread.
 *
 * <pre>{@code
 * int object = w.beginObject();
 * w.member(TITLE);            // static final byte[] TITLE = CanonicalWriter.memberName("title");
 * w.text(request.title());
 * w.endObject(object);
 * }</pre>
 */
public final class CanonicalWriter {

    /** The deepest nesting of objects and arrays; the document itself is 1. */
    public static final int MAX_DEPTH = 64;

    /** The largest document, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

    private static final int MAX_DECIMAL_DIGITS = 1000;

    private static final byte[] PREFIX = "{\"effect\":".getBytes(StandardCharsets.US_ASCII);

    private final String tool;

    private byte[] buffer = new byte[512];

    private int position;

    private int depth = 1;

    /**
     * Starts a document.
     *
     * @param tool the tool's name
     */
    public CanonicalWriter(String tool) {
        this.tool = tool;
        raw(PREFIX);
    }

    /**
     * Prepares the bytes of a member's name, for {@link #member}.
     *
     * @param name the name
     * @return comma, escaped name and colon, UTF-8
     */
    public static byte[] memberName(String name) {
        CanonicalWriter w = new CanonicalWriter("");
        w.position = 0;
        w.put(',');
        w.text(name);
        w.put(':');
        return Arrays.copyOf(w.buffer, w.position);
    }

    /**
     * Opens an object.
     *
     * @return the mark to close it with
     */
    public int beginObject() {
        enter();
        return position;
    }

    /**
     * Writes the name of the next member.
     *
     * @param name from {@link #memberName}
     */
    public void member(byte[] name) {
        raw(name);
    }

    /**
     * Closes an object.
     *
     * @param mark from {@link #beginObject()}
     */
    public void endObject(int mark) {
        close(mark, '{', '}');
    }

    /**
     * Opens an array whose order counts.
     *
     * @return the mark to close it with
     */
    public int beginArray() {
        enter();
        return position;
    }

    /** Starts the next element of the array that is open. */
    public void element() {
        put(',');
    }

    /**
     * Closes an array.
     *
     * @param mark from {@link #beginArray()}
     */
    public void endArray(int mark) {
        close(mark, '[', ']');
    }

    /**
     * Opens an array whose order does not count: its elements are sorted by their canonical bytes.
     *
     * @return what takes the elements
     */
    public Unordered beginUnordered() {
        enter();
        return new Unordered(position);
    }

    /**
     * Opens an object whose names come from a map.
     *
     * @return what takes the entries
     */
    public Entries beginMap() {
        enter();
        return new Entries(position);
    }

    /** Writes {@code null}: an element of a list or set; members that are null are left out instead. */
    public void nullValue() {
        ascii("null");
    }

    /**
     * Writes text.
     *
     * @param value well-formed Unicode text
     * @throws SideEffectRejectedException when it holds half of a surrogate pair
     */
    public void text(CharSequence value) {
        put('"');
        int length = value.length();
        if (length > MAX_BYTES) {
            throw tooLarge();
        }
        for (int i = 0; i < length; i++) {
            i = character(value, i);
        }
        put('"');
    }

    /**
     * Writes a character as text.
     *
     * @param value the character
     */
    public void text(char value) {
        text(String.valueOf(value));
    }

    /**
     * Writes an enum constant by its {@code name()}.
     *
     * @param value the constant
     */
    public void constant(Enum<?> value) {
        text(value.name());
    }

    /**
     * Writes a boolean.
     *
     * @param value the boolean
     */
    public void bool(boolean value) {
        ascii(value ? "true" : "false");
    }

    /**
     * Writes an integral number: as a number up to 2^53-1, beyond as text.
     *
     * @param value the number
     */
    public void integral(long value) {
        if (value >= -MAX_SAFE_INTEGER && value <= MAX_SAFE_INTEGER) {
            ascii(Long.toString(value));
        } else {
            text(Long.toString(value));
        }
    }

    /**
     * Writes a {@code BigInteger}: as a number up to 2^53-1, beyond as text.
     *
     * @param value the number
     */
    public void integral(BigInteger value) {
        if (value.bitLength() <= 62) {
            integral(value.longValue());
        } else if (value.bitLength() > MAX_BYTES) {
            throw tooLarge();
        } else {
            text(value.toString());
        }
    }

    /**
     * Writes a {@code BigDecimal} as text in plain notation without trailing zeros, so that 10, 10.0 and 1E1 are one.
     *
     * @param value the number
     * @throws SideEffectRejectedException when its plain notation has over 1,000 digits
     */
    public void decimal(BigDecimal value) {
        if (value.signum() == 0) {
            text("0");
            return;
        }
        long scale = value.scale();
        long precision = value.precision();
        long digits = scale <= 0 ? precision - scale : Math.max(precision, scale + 1);
        if (digits > MAX_DECIMAL_DIGITS) {
            throw notCanonical("a decimal number of " + digits + " digits; at most " + MAX_DECIMAL_DIGITS
                    + " have a canonical form");
        }
        text(value.stripTrailingZeros().toPlainString());
    }

    /**
     * Writes a {@code double} in ECMAScript's shortest form; {@code -0} is {@code 0}.
     *
     * @param value a finite number
     * @throws SideEffectRejectedException for NaN and infinities
     */
    public void number(double value) {
        if (!Double.isFinite(value)) {
            throw notCanonical("the number " + value + ", which JSON cannot write");
        }
        ascii(Numbers.shortest(value));
    }

    /**
     * Writes a {@code float} by its own shortest decimal.
     *
     * @param value a finite number
     * @throws SideEffectRejectedException for NaN and infinities
     */
    public void number(float value) {
        if (!Float.isFinite(value)) {
            throw notCanonical("the number " + value + ", which JSON cannot write");
        }
        ascii(Numbers.shortest(value));
    }

    /**
     * Writes an instant as {@code Instant.toString()} does.
     *
     * @param value the instant
     */
    public void instant(Instant value) {
        text(value.toString());
    }

    /**
     * Writes bytes as base64url text without padding (RFC 4648 section 5).
     *
     * @param value the bytes
     */
    public void bytes(byte[] value) {
        if (value.length > MAX_BYTES) {
            throw tooLarge();
        }
        put('"');
        raw(Base64.getUrlEncoder().withoutPadding().encode(value));
        put('"');
    }

    /**
     * The refusal of a value whose run-time class is not the declared one.
     *
     * @param declared the class that the fingerprint was compiled for
     * @param found the value's class
     * @return the exception to throw
     */
    public SideEffectRejectedException unexpectedSubtype(Class<?> declared, Class<?> found) {
        return refusal(
                RefusalCode.UNEXPECTED_SUBTYPE,
                "a " + found.getName() + " where " + declared.getName()
                        + " is declared, so the fingerprint would not cover all of it. Pass an instance of exactly the"
                        + " declared class");
    }

    /**
     * Ends the document and hashes it.
     *
     * @return {@code sha256:} and 64 lower-case hex digits
     */
    public String finish() {
        byte[] document = document();
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(document));
        } catch (NoSuchAlgorithmException e) {
            // Every Java platform must have it (MessageDigest, class documentation).
            throw new IllegalStateException("this Java platform has no SHA-256", e);
        }
    }

    /**
     * Ends the document. Call it, or {@link #finish()}, once.
     *
     * @return the document's bytes
     */
    public byte[] document() {
        ascii(",\"tool\":");
        text(tool);
        ascii(",\"v\":1}");
        return Arrays.copyOf(buffer, position);
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw notCanonical("objects and arrays nested deeper than " + MAX_DEPTH
                    + " levels; a graph that contains itself has no end");
        }
    }

    private void close(int mark, char open, char close) {
        depth--;
        if (position == mark) {
            put(open);
        } else {
            // The first member or element began with a comma, which becomes the bracket.
            buffer[mark] = (byte) open;
        }
        put(close);
    }

    private int character(CharSequence value, int index) {
        char c = value.charAt(index);
        if (c < 0x20 || c == '"' || c == '\\') {
            escape(c);
        } else if (c < 0x80) {
            put(c);
        } else if (c < 0x800) {
            put(0xC0 | (c >> 6));
            put(0x80 | (c & 0x3F));
        } else if (!Character.isSurrogate(c)) {
            put(0xE0 | (c >> 12));
            put(0x80 | ((c >> 6) & 0x3F));
            put(0x80 | (c & 0x3F));
        } else {
            return pair(value, index);
        }
        return index;
    }

    private int pair(CharSequence value, int index) {
        char high = value.charAt(index);
        if (!Character.isHighSurrogate(high)
                || index + 1 >= value.length()
                || !Character.isLowSurrogate(value.charAt(index + 1))) {
            throw refusal(
                    RefusalCode.LONE_SURROGATE,
                    "text with half of a surrogate pair at index " + index + ". Send well-formed Unicode text");
        }
        int codePoint = Character.toCodePoint(high, value.charAt(index + 1));
        put(0xF0 | (codePoint >> 18));
        put(0x80 | ((codePoint >> 12) & 0x3F));
        put(0x80 | ((codePoint >> 6) & 0x3F));
        put(0x80 | (codePoint & 0x3F));
        return index + 1;
    }

    /** RFC 8785 section 3.2.2.2: the short escapes where JSON has them, else lower-case hex. */
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

    private void ascii(String text) {
        int length = text.length();
        ensure(length);
        for (int i = 0; i < length; i++) {
            buffer[position++] = (byte) text.charAt(i);
        }
    }

    private void raw(byte[] bytes) {
        ensure(bytes.length);
        System.arraycopy(bytes, 0, buffer, position, bytes.length);
        position += bytes.length;
    }

    private void put(int octet) {
        ensure(1);
        buffer[position++] = (byte) octet;
    }

    private void ensure(int more) {
        int needed = position + more;
        if (needed > buffer.length) {
            if (needed > MAX_BYTES) {
                throw tooLarge();
            }
            buffer = Arrays.copyOf(buffer, Math.min(MAX_BYTES, Math.max(needed, 2 * buffer.length)));
        }
    }

    private SideEffectRejectedException tooLarge() {
        return notCanonical("more than " + MAX_BYTES
                + " bytes. Take large values out of the fingerprint, or pass a hash" + " of them");
    }

    private SideEffectRejectedException notCanonical(String what) {
        return refusal(RefusalCode.NOT_CANONICAL, what);
    }

    private SideEffectRejectedException refusal(RefusalCode code, String what) {
        return new SideEffectRejectedException(
                code,
                "Nothing was done: " + tool + " was refused, because its arguments hold " + what + ".",
                tool,
                null,
                null,
                null);
    }

    /** The elements of an array whose order does not count. */
    public final class Unordered {

        private final int start;

        private final List<Integer> starts = new ArrayList<>();

        private Unordered(int start) {
            this.start = start;
        }

        /** Starts the next element. */
        public void element() {
            starts.add(position);
            put(',');
        }

        /** Closes the array, elements sorted. */
        public void end() {
            end(false);
        }

        /** Closes the array, elements sorted and equal ones merged. */
        public void endMerged() {
            end(true);
        }

        private void end(boolean merge) {
            List<byte[]> elements = slices(starts);
            elements.sort(Arrays::compareUnsigned);
            position = start;
            byte @Nullable [] previous = null;
            for (byte[] element : elements) {
                if (!merge || previous == null || !Arrays.equals(previous, element)) {
                    raw(element);
                }
                previous = element;
            }
            close(start, '[', ']');
        }
    }

    /** The entries of a map. */
    public final class Entries {

        private final int start;

        private final List<Integer> starts = new ArrayList<>();

        private final List<String> keys = new ArrayList<>();

        private Entries(int start) {
            this.start = start;
        }

        /**
         * Starts the next entry; entries whose value is null are left out by the caller.
         *
         * @param key the key as text
         * @throws SideEffectRejectedException for a null key
         */
        public void key(@Nullable String key) {
            if (key == null) {
                throw notCanonical("a map with a null key");
            }
            keys.add(key);
            starts.add(position);
            put(',');
            text(key);
            put(':');
        }

        /**
         * Closes the object, names sorted by UTF-16 code units.
         *
         * @throws SideEffectRejectedException when two keys are equal as text
         */
        public void end() {
            List<byte[]> entries = slices(starts);
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < entries.size(); i++) {
                order.add(i);
            }
            order.sort(Comparator.comparing(keys::get));
            position = start;
            String previous = null;
            for (int i : order) {
                if (keys.get(i).equals(previous)) {
                    throw notCanonical("a map with two keys that are equal as text");
                }
                previous = keys.get(i);
                raw(entries.get(i));
            }
            close(start, '{', '}');
        }
    }

    private List<byte[]> slices(List<Integer> starts) {
        List<byte[]> slices = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size() ? starts.get(i + 1) : position;
            slices.add(Arrays.copyOfRange(buffer, starts.get(i), end));
        }
        return slices;
    }
}
