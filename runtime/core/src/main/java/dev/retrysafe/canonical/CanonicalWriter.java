package dev.retrysafe.canonical;

import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectRejectedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes the document that defines an effect, as RFC 8785 (JCS) bytes, and hashes it:
 * {@code {"effect":{…},"tool":"…","v":1}}. The caller writes the value of {@code effect}, members in the order of their
 * names' UTF-16 code units, and leaves null members out. For one document, on one thread; nothing can be written once it
 * has ended.
 *
 * <pre>{@code
 * int object = w.beginObject();
 * w.text(TITLE, request.title());            // static final byte[] TITLE = CanonicalWriter.memberName("title");
 * w.endObject(object);
 * }</pre>
 */
public final class CanonicalWriter extends MemberWriter {

    /** The deepest nesting of objects and arrays; the document itself is 1. */
    public static final int MAX_DEPTH = 64;

    /** The largest document, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private static final byte[] PREFIX = "{\"effect\":".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] TOOL = ",\"tool\":".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] VERSION = ",\"v\":1}".getBytes(StandardCharsets.US_ASCII);

    private final String tool;

    private int depth = 1;

    /**
     * Starts a document.
     *
     * @param tool the tool's name
     */
    public CanonicalWriter(String tool) {
        this.tool = tool;
        out.constant(PREFIX);
    }

    /**
     * Prepares the bytes of a member's name, for {@link #member}.
     *
     * @param name the name
     * @return comma, escaped name and colon, UTF-8
     */
    public static byte[] memberName(String name) {
        CanonicalWriter w = new CanonicalWriter("");
        int start = w.out.position();
        w.out.put(',');
        w.out.text(name);
        w.out.put(':');
        byte[] written = Arrays.copyOfRange(w.out.bytes(), start, w.out.position());
        w.end();
        return written;
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

    /**
     * Whether there is no value: null, or the node of a JSON library that stands for a missing one. A node that stands for
     * a {@code null} that was written is a value.
     *
     * @param value a value whose declared type is {@code Object} or a JSON library's node
     * @return whether a member of a typed value is left out with it
     */
    public boolean isJsonAbsent(@Nullable Object value) {
        return JsonNodes.isAbsent(value);
    }

    /**
     * Writes a value whose declared type says nothing about it: {@code Object}, or a JSON library's node. Null, text,
     * booleans, numbers, and lists, sets, arrays and maps with text keys of these; nested as JSON nests.
     *
     * @param value the value
     * @throws SideEffectRejectedException for anything else, with the path to it and its class
     * @see JsonLike the forms
     */
    public void jsonLike(@Nullable Object value) {
        new JsonLike(this).write(value);
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
        closeDocument();
        String hash = out.hash();
        end();
        return hash;
    }

    /**
     * Ends the document. Call it, or {@link #finish()}, once.
     *
     * @return the document's bytes
     */
    public byte[] document() {
        closeDocument();
        byte[] document = out.toByteArray();
        end();
        return document;
    }

    private void closeDocument() {
        out.constant(TOOL);
        text(tool);
        out.raw(VERSION);
    }

    /** The buffer is another document's from now on. */
    private void end() {
        JsonBuffer used = out;
        out = JsonBuffer.ENDED;
        Buffers.giveBack(used);
    }

    /**
     * The place of the value that is being written, for messages.
     *
     * @return for instance {@code request.items[3].price}; empty at the root
     */
    public String path() {
        return ValuePath.of(out.bytes(), out.position(), out.open(), depth - 1);
    }

    private int enter(boolean array) {
        if (depth == MAX_DEPTH) {
            throw notCanonical("objects and arrays nested deeper than " + MAX_DEPTH
                    + " levels; a graph that contains itself has no end");
        }
        int start = out.position();
        out.open()[depth++ - 1] = array ? ~start : start;
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

    @Override
    SideEffectRejectedException refusal(RefusalCode code, String what) {
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
            elements = new Slices(start);
        }

        /** Starts the next element. */
        public void element() {
            elements.add(out);
        }

        /** Closes the array, elements sorted. */
        public void end() {
            elements.sort(false, out);
            endArray(elements.start());
        }

        /** Closes the array, elements sorted and equal ones merged. */
        public void endMerged() {
            elements.sort(true, out);
            endArray(elements.start());
        }
    }

    /** The entries of a map. */
    public final class Entries {

        private final Slices entries;

        private int leftOut;

        private Entries(int start) {
            entries = new Slices(start);
        }

        /**
         * Starts the next entry; those whose value is null are {@linkplain #leaveOut() left out}.
         *
         * @param key the key as text
         * @throws SideEffectRejectedException for a null key
         */
        public void key(@Nullable String key) {
            if (key == null) {
                entries.add("", out);
                throw notCanonical("an entry with a null key");
            }
            entries.add(key, out);
            out.text(key);
            out.put(':');
        }

        /**
         * Counts an entry whose value is null. It leaves no bytes, by whose number everything else is bounded.
         *
         * @throws SideEffectRejectedException when there is no end of them
         */
        public void leaveOut() {
            if (++leftOut > MAX_BYTES) {
                throw out.tooLarge();
            }
        }

        /**
         * Closes the object, names sorted by UTF-16 code units.
         *
         * @throws SideEffectRejectedException when two keys are equal as text
         */
        public void end() {
            if (!entries.sortByKey(out)) {
                throw notCanonical("two entries whose keys are equal as text");
            }
            endObject(entries.start());
        }
    }
}
