package dev.retrysafe.canonical;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where in the arguments a value is: {@code request.items[3].price}. Read back from the unfinished document, so that a
 * call that is not refused pays nothing for it.
 */
final class ValuePath {

    private static final int LONGEST = 160;

    private final byte[] document;

    private int index;

    private ValuePath(byte[] document) {
        this.document = document;
    }

    /**
     * The path of the value that is being written.
     *
     * @param document the unfinished document
     * @param length how many of its bytes count
     * @param open where the content of each open object begins; of each open array, its complement
     * @param containers how many are open
     * @return the path; empty at the root
     */
    static String of(byte[] document, int length, int[] open, int containers) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < containers; i++) {
            boolean array = open[i] < 0;
            int start = array ? ~open[i] : open[i];
            int end = i + 1 == containers ? length : open[i + 1] < 0 ? ~open[i + 1] : open[i + 1];
            ValuePath content = new ValuePath(document);
            if (array) {
                content.element(start, end, path);
            } else {
                content.member(start, end, path);
            }
            if (path.length() > LONGEST) {
                return path.substring(0, LONGEST) + "…";
            }
        }
        return path.toString();
    }

    /** A comma precedes each element. */
    private void element(int start, int end, StringBuilder path) {
        int commas = 0;
        for (index = start; index < end; skipValue(end)) {
            if (document[index] == ',') {
                commas++;
                index++;
            }
        }
        if (commas > 0) {
            path.append('[').append(commas - 1).append(']');
        }
    }

    /** A comma, a name and a colon precede each member. */
    private void member(int start, int end, StringBuilder path) {
        String last = null;
        for (index = start; index < end; skipValue(end)) {
            // Over the comma, to the quotation mark.
            last = name(++index, end);
        }
        if (last != null) {
            append(path, last);
        }
    }

    /** Leaves the index behind the colon; null for a name that is not complete. */
    private @Nullable String name(int quote, int end) {
        index = quote;
        skipText(end);
        if (index >= end || document[index] != ':') {
            return null;
        }
        return new String(document, quote + 1, index++ - quote - 2, StandardCharsets.UTF_8);
    }

    private void skipValue(int end) {
        int depth = 0;
        while (index < end) {
            byte b = document[index];
            if (b == '"') {
                skipText(end);
                continue;
            }
            if (b == ',' && depth == 0) {
                return;
            }
            depth += b == '{' || b == '[' ? 1 : b == '}' || b == ']' ? -1 : 0;
            index++;
        }
    }

    private void skipText(int end) {
        index++;
        while (index < end && document[index] != '"') {
            index += document[index] == '\\' ? 2 : 1;
        }
        index++;
    }

    /** Names of members are identifiers; a map's key may be anything, and a path ends in logs and in a model's input. */
    private static void append(StringBuilder path, String name) {
        if (name.codePoints().allMatch(Character::isJavaIdentifierPart) && !name.isEmpty()) {
            path.append(path.isEmpty() ? "" : ".").append(name);
            return;
        }
        path.append("[\"");
        name.chars().limit(40).forEach(c -> path.append(c >= 0x20 && c < 0x7F ? (char) c : '?'));
        path.append(name.length() > 40 ? "…\"]" : "\"]");
    }
}
