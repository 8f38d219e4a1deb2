package dev.retrysafe.processor.write;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Prints maps, lists, texts, numbers and truth values as JSON: ASCII, two blanks a level, the same on every machine. */
final class JsonText {

    private final StringBuilder text = new StringBuilder();

    private int depth;

    private JsonText() {}

    static String of(Map<String, Object> object) {
        JsonText json = new JsonText();
        json.value(object);
        return json.text.append('\n').toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            sequence('{', map.entrySet(), '}', entry -> {
                string((String) entry.getKey());
                text.append(": ");
                value(entry.getValue());
            });
        } else if (value instanceof List<?> list) {
            sequence('[', list, ']', this::value);
        } else if (value instanceof String string) {
            string(string);
        } else {
            text.append(value);
        }
    }

    private <T> void sequence(char open, Iterable<T> elements, char close, Consumer<T> print) {
        text.append(open);
        Iterator<T> iterator = elements.iterator();
        boolean some = iterator.hasNext();
        depth++;
        while (iterator.hasNext()) {
            newLine();
            print.accept(iterator.next());
            text.append(iterator.hasNext() ? "," : "");
        }
        depth--;
        if (some) {
            newLine();
        }
        text.append(close);
    }

    private void newLine() {
        text.append('\n').append("  ".repeat(depth));
    }

    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
