package dev.retrysafe.canonical;

import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectRejectedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
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

    private final JsonBuffer out = new JsonBuffer(this::refusal);

    private final int[] open = new int[MAX_DEPTH];

    private int depth = 1;

    /**
     * Starts a document.
     *
     * @param tool the tool's name
     */
    public CanonicalWriter(String tool) {
        this.tool = tool;
        out.raw(PREFIX);
    }

    /**
     * Prepares the bytes of a member's name, for {@link #member}.
     *
     * @param name the name
     * @return comma, escaped name and colon, UTF-8
     */
    public static byte[] memberName(String name) {
        CanonicalWriter w = new CanonicalWriter("");
        w.out.truncate(0);
        w.out.put(',');
        w.out.text(name);
        w.out.put(':');
        return w.out.toByteArray();
    }

    /**
     * Opens an object.
     *
     * @return the mark to close it with
     */
    public int beginObject() {
        return enter(false);
    }

    /**
     * Writes the name of the next member.
     *
     * @param name from {@link #memberName}
     */
    public void member(byte[] name) {
        out.raw(name);
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
        return enter(true);
    }

    /** Starts the next element of the array that is open. */
    public void element() {
        out.put(',');
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
        return new Unordered(enter(true));
    }

    /**
     * Opens an object whose names come from a map.
     *
     * @return what takes the entries
     */
    public Entries beginMap() {
        return new Entries(enter(false));
    }

    /** Writes {@code null}: an element of a list or set; members that are null are left out instead. */
    public void nullValue() {
        out.ascii("null");
    }

    /**
     * Writes text.
     *
     * @param value well-formed Unicode text
     * @throws SideEffectRejectedException when it holds half of a surrogate pair
     */
    public void text(CharSequence value) {
        out.text(value);
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
        out.ascii(value ? "true" : "false");
    }

    /**
     * Writes an integral number: as a number up to 2^53-1, beyond as text.
     *
     * @param value the number
     */
    public void integral(long value) {
        if (value >= -MAX_SAFE_INTEGER && value <= MAX_SAFE_INTEGER) {
            out.ascii(Long.toString(value));
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
            throw out.tooLarge();
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
        long digits = Numbers.plainDigits(value);
        if (digits > MAX_DECIMAL_DIGITS) {
            throw notCanonical("a decimal number of " + digits + " digits; at most " + MAX_DECIMAL_DIGITS
                    + " have a canonical form");
        }
        text(value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
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
        out.ascii(Numbers.shortest(value));
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
        out.ascii(Numbers.shortest(value));
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
            throw out.tooLarge();
        }
        out.put('"');
        out.raw(Base64.getUrlEncoder().withoutPadding().encode(value));
        out.put('"');
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
        out.ascii(",\"tool\":");
        text(tool);
        out.ascii(",\"v\":1}");
        return out.toByteArray();
    }

    /**
     * The place of the value that is being written, for messages.
     *
     * @return for instance {@code request.items[3].price}; empty at the root
     */
    public String path() {
        return ValuePath.of(out.bytes(), out.position(), open, depth - 1);
    }

    private int enter(boolean array) {
        if (depth == MAX_DEPTH) {
            throw notCanonical("objects and arrays nested deeper than " + MAX_DEPTH
                    + " levels; a graph that contains itself has no end");
        }
        int start = out.position();
        open[depth++ - 1] = array ? ~start : start;
        return start;
    }

    private void close(int mark, char open, char close) {
        depth--;
        if (out.position() == mark) {
            out.put(open);
        } else {
            // The first member or element began with a comma, which becomes the bracket.
            out.set(mark, open);
        }
        out.put(close);
    }

    private SideEffectRejectedException notCanonical(String what) {
        return refusal(RefusalCode.NOT_CANONICAL, what);
    }

    private SideEffectRejectedException refusal(RefusalCode code, String what) {
        String path = path();
        return new SideEffectRejectedException(
                code,
                "Nothing was done: " + tool + " was refused, because "
                        + (path.isEmpty() ? "its arguments hold " : path + " holds ") + what + ".",
                tool,
                null,
                null,
                null);
    }

    /** The elements of an array whose order does not count. */
    public final class Unordered {

        private final Slices elements;

        private Unordered(int start) {
            elements = new Slices(out, start);
        }

        /** Starts the next element. */
        public void element() {
            elements.add("");
        }

        /** Closes the array, elements sorted. */
        public void end() {
            elements.sort(false);
            endArray(elements.start());
        }

        /** Closes the array, elements sorted and equal ones merged. */
        public void endMerged() {
            elements.sort(true);
            endArray(elements.start());
        }
    }

    /** The entries of a map. */
    public final class Entries {

        private final Slices entries;

        private Entries(int start) {
            entries = new Slices(out, start);
        }

        /**
         * Starts the next entry; entries whose value is null are left out by the caller.
         *
         * @param key the key as text
         * @throws SideEffectRejectedException for a null key
         */
        public void key(@Nullable String key) {
            if (key == null) {
                entries.add("");
                throw notCanonical("an entry with a null key");
            }
            entries.add(key);
            out.text(key);
            out.put(':');
        }

        /**
         * Closes the object, names sorted by UTF-16 code units.
         *
         * @throws SideEffectRejectedException when two keys are equal as text
         */
        public void end() {
            if (!entries.sortByKey()) {
                throw notCanonical("two entries whose keys are equal as text");
            }
            endObject(entries.start());
        }
    }
}
