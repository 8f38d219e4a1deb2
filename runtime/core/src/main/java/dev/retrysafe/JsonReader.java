package dev.retrysafe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON that the annotation processor writes: objects, arrays, texts, truth values and small numbers. Results
 * are read elsewhere, by a real parser; this one keeps the catalogue free of any.
 */
final class JsonReader {

    private static final int DEEPEST = 16;

    private final String text;

    private int at;

    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * Reads one object.
     *
     * @throws IllegalArgumentException when the text is anything else
     */
    static Map<String, Object> read(String text) {
        JsonReader reader = new JsonReader(text);
        reader.blanks();
        Map<String, Object> object = reader.object();
        reader.blanks();
        if (reader.at < text.length()) {
            throw reader.fault("the end");
        }
        return object;
    }

    private Object value() {
        char c = peek();
        if (c == '{' || c == '[') {
            if (++depth > DEEPEST) {
                throw fault("no more nesting");
            }
            Object value = c == '{' ? object() : array();
            depth--;
            return value;
        }
        if (c == '"') {
            return string();
        }
        for (Boolean flag : List.of(true, false)) {
            if (text.startsWith(flag.toString(), at)) {
                at += flag.toString().length();
                return flag;
            }
        }
        return number();
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        take('{');
        boolean more = !takeIf('}');
        while (more) {
            String name = string();
            take(':');
            if (object.put(name, value()) != null) {
                throw fault("another member than \"" + name + "\" again");
            }
            more = takeIf(',');
            if (!more) {
                take('}');
            }
        }
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        take('[');
        boolean more = !takeIf(']');
        while (more) {
            array.add(value());
            more = takeIf(',');
            if (!more) {
                take(']');
            }
        }
        return array;
    }

    private String string() {
        blanks();
        StringBuilder value = new StringBuilder();
        if (peek() != '"') {
            throw fault("a text");
        }
        at++;
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c < ' ') {
                throw fault("an escaped control character");
            }
            value.append(c == '\\' ? escaped() : c);
        }
        at++;
        return value.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        int plain = "\"\\/bfnrt".indexOf(c);
        if (plain >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(plain);
        }
        if (c != 'u' || at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
            throw fault("an escape");
        }
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private Long number() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (start == at || at - start > 15 || (text.charAt(start) == '0' && at - start > 1)) {
            throw fault("a value");
        }
        return Long.valueOf(text.substring(start, at));
    }

    private void take(char c) {
        if (!takeIf(c)) {
            throw fault("'" + c + "'");
        }
    }

    /** Takes the character, if it is there, and the blanks around it. */
    private boolean takeIf(char c) {
        blanks();
        boolean there = at < text.length() && text.charAt(at) == c;
        if (there) {
            at++;
            blanks();
        }
        return there;
    }

    private void blanks() {
        while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw fault("more");
        }
        return text.charAt(at);
    }

    private IllegalArgumentException fault(String expected) {
        return new IllegalArgumentException("at character " + at + " there should be " + expected);
    }
}
