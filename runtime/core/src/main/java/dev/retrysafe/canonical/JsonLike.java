package dev.retrysafe.canonical;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Writes values whose declared type says nothing about them, as the JSON that they stand for: a tree of Jackson 2, one of
 * Jackson 3, and plain maps and lists give the same bytes. What JSON has no form for is refused rather than guessed:
 * text that looks like a date must not be one effect with the date.
 *
 * <ul>
 *   <li>text is itself, and so is a boolean
 *   <li>numbers: see {@link JsonNumbers}
 *   <li>null is {@code null}, as an element and as a member: a merge patch takes something away with it
 *   <li>lists, deques and arrays keep their order; sets are sorted and merged; other collections are sorted
 *   <li>maps are objects; their keys are text, not null. One whose only member is {@code $num} is refused, since it would
 *       look like a number
 * </ul>
 */
final class JsonLike {

    private final CanonicalWriter w;

    JsonLike(CanonicalWriter w) {
        this.w = w;
    }

    void write(@Nullable Object value) {
        Object plain = JsonNodes.plain(value);
        if (plain == null) {
            w.nullValue();
        } else if (plain instanceof CharSequence text) {
            w.text(text);
        } else if (plain instanceof Boolean bool) {
            w.bool(bool);
        } else if (plain instanceof AtomicBoolean bool) {
            w.bool(bool.get());
        } else if (plain instanceof Number number) {
            if (!JsonNumbers.write(w, number)) {
                throw refused(plain);
            }
        } else if (plain instanceof Map<?, ?> map) {
            object(map.entrySet());
        } else if (plain instanceof JsonNodes.Members members) {
            object(members.entries());
        } else if (plain instanceof JsonNodes.Elements elements) {
            ordered(elements.nodes());
        } else if (plain instanceof Collection<?> collection) {
            collection(collection);
        } else if (plain.getClass().isArray() && !(plain instanceof byte[]) && !(plain instanceof char[])) {
            array(plain);
        } else {
            throw refused(plain);
        }
    }

    private void collection(Collection<?> collection) {
        if (collection instanceof List<?> || collection instanceof Deque<?>) {
            ordered(collection);
            return;
        }
        CanonicalWriter.Unordered elements = w.beginUnordered();
        for (Object element : collection) {
            elements.element();
            write(element);
        }
        if (collection instanceof Set<?>) {
            elements.endMerged();
        } else {
            elements.end();
        }
    }

    private void ordered(Iterable<?> values) {
        int array = w.beginArray();
        for (Object element : values) {
            w.element();
            write(element);
        }
        w.endArray(array);
    }

    private void array(Object values) {
        int array = w.beginArray();
        for (int i = 0; i < Array.getLength(values); i++) {
            w.element();
            write(Array.get(values, i));
        }
        w.endArray(array);
    }

    private void object(Iterable<? extends Map.Entry<?, ?>> members) {
        CanonicalWriter.Entries entries = w.beginMap();
        int written = 0;
        String last = "";
        for (Map.Entry<?, ?> member : members) {
            last = key(member.getKey(), entries);
            written++;
            write(member.getValue());
        }
        if (written == 1 && last.equals(JsonNumbers.MEMBER)) {
            throw w.notCanonical("a map whose only key is " + JsonNumbers.MEMBER
                    + ", which is how a number that JSON cannot hold is written. Name the key otherwise");
        }
        entries.end();
    }

    private String key(@Nullable Object key, CanonicalWriter.Entries entries) {
        if (key == null) {
            entries.key(null);
        }
        if (!(key instanceof CharSequence text)) {
            // As for a null key: the path is the map's, not that of the entry before.
            w.element();
            throw w.notCanonical("a map with a key of " + classOf(key) + ". Keys are text, as in JSON");
        }
        String name = text.toString();
        entries.key(name);
        return name;
    }

    private RuntimeException refused(Object value) {
        return w.notCanonical("a value of " + classOf(value) + " where the declared type says nothing about it: text,"
                + " booleans, numbers, null, and lists and maps with text keys of these have a form there. Declare the"
                + " value's own type, or pass it as text");
    }

    private static String classOf(@Nullable Object value) {
        return value == null ? "null" : "class " + value.getClass().getTypeName();
    }
}
