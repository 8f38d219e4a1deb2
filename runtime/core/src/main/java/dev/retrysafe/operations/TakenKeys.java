package dev.retrysafe.operations;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordView;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys that an attempt took for the remote side before it failed. A record in doubt tells them at the beginning of its
 * failure text: {@code keys taken: unnamed, "charge"; java.io.IOException: …}. That a key was taken does not prove that it was
 * sent. A record that tells none may still have sent some: its owner was killed, or made up keys of its own.
 *
 * @param keys in the order in which they were taken, each once, at most {@link #MOST}
 * @param more whether more were taken than the record tells
 */
public record TakenKeys(List<TakenKey> keys, boolean more) {

    /** How many keys a record tells at most. */
    public static final int MOST = 8;

    /** A longer name is not kept, escaped as it is; the key itself stands in its place. */
    private static final int LONGEST_NAME = 64;

    /** Stores keep 500 characters, and something of the failure has to fit in behind. */
    private static final int LONGEST_TEXT = 340;

    private static final String START = "keys taken: ";

    private static final String UNNAMED = "unnamed";

    private static final String MORE = "more";

    private static final Pattern ENTRY =
            Pattern.compile("(?:(unnamed)|(more)|([0-9a-f]{8}-[0-9a-f-]{27})|\"((?:[^\"\\\\]|\\\\.)*)\")(, |; )");

    private static final Pattern ESCAPED = Pattern.compile("\\\\(?:u([0-9a-f]{4})|(.))");

    /**
     * One key.
     *
     * @param name what {@link dev.retrysafe.SideEffects#downstreamKey(String)} was given, or {@code <METHOD> <host><path>}
     *     where an HTTP interceptor named it; empty for the operation's unnamed key; null where the name is too long to be kept
     * @param key the derived key
     */
    public record TakenKey(@Nullable String name, DownstreamKey key) {}

    /** Keeps a copy. */
    public TakenKeys {
        keys = List.copyOf(keys);
    }

    /**
     * Reads them from a record.
     *
     * @param record the record
     * @return what it tells; empty where it tells nothing
     */
    public static TakenKeys of(RecordView record) {
        OperationId operation = record.operation();
        List<TakenKey> keys = new ArrayList<>();
        if (operation == null || !record.failure().startsWith(START)) {
            return new TakenKeys(keys, false);
        }
        boolean more = false;
        boolean last = false;
        Matcher entry = ENTRY.matcher(record.failure())
                .region(START.length(), record.failure().length());
        while (!last && entry.lookingAt()) {
            if (entry.group(2) != null) {
                more = true;
            } else if (entry.group(3) != null) {
                keys.add(new TakenKey(null, new DownstreamKey(entry.group(3))));
            } else {
                String name = entry.group(1) == null ? unescaped(entry.group(4)) : "";
                keys.add(new TakenKey(
                        name,
                        DownstreamKey.derive(
                                operation.namespace(),
                                operation.tool(),
                                operation.key(),
                                record.fingerprint(),
                                name.isEmpty() ? null : name)));
            }
            last = entry.group(5).equals("; ");
            entry.region(entry.end(), record.failure().length());
        }
        return new TakenKeys(keys, more);
    }

    /**
     * Writes them in front of a failure text, for a record. Bounded: what does not fit in is told as "more".
     *
     * @param failure what failed, for a person
     * @return the text; the failure alone where no key was taken
     */
    public String inFrontOf(String failure) {
        if (keys.isEmpty() && !more) {
            return failure;
        }
        StringBuilder text = new StringBuilder(START);
        boolean left = more || keys.size() > MOST;
        for (TakenKey taken : keys.subList(0, Math.min(MOST, keys.size()))) {
            String entry = written(taken);
            if (text.length() + entry.length() > LONGEST_TEXT) {
                entry = taken.key().value();
            }
            if (text.length() + entry.length() > LONGEST_TEXT) {
                left = true;
            } else {
                text.append(entry).append(", ");
            }
        }
        if (left) {
            text.append(MORE).append(", ");
        }
        text.setLength(text.length() - 2);
        return text + "; " + failure;
    }

    private static String written(TakenKey taken) {
        String name = taken.name();
        if (name == null || name.length() > LONGEST_NAME) {
            return taken.key().value();
        }
        if (name.isEmpty()) {
            return UNNAMED;
        }
        String escaped = escaped(name);
        return escaped.length() > LONGEST_NAME ? taken.key().value() : '"' + escaped + '"';
    }

    private static String escaped(String name) {
        StringBuilder text = new StringBuilder();
        name.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
            } else if (c >= ' ' && c <= '~') {
                text.append((char) c);
            } else {
                text.append(String.format("\\u%04x", c));
            }
        });
        return text.toString();
    }

    private static String unescaped(String text) {
        return ESCAPED.matcher(text)
                .replaceAll(escape -> Matcher.quoteReplacement(
                        escape.group(1) == null
                                ? escape.group(2)
                                : String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
    }
}
