package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes a key template apart. */
final class KeyTemplate {

    private static final String LITERAL = "[A-Za-z0-9_.-]*";

    private static final Pattern PART = Pattern.compile("(" + LITERAL + ")(?:\\{([^{}:]*)}(" + LITERAL + "))?");

    private static final Pattern CONTEXT_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

    /** The longest rendered key, in characters. */
    private static final int MAX_LENGTH = 512;

    private static final String RULE =
            "join parts by \":\"; a part is a literal of [A-Za-z0-9_.-], or one {placeholder} with an optional literal"
                    + " before or after it.";

    private final Subject subject;

    private KeyTemplate(Subject subject) {
        this.subject = subject;
    }

    /** One part; a placeholder's names, or null for a literal alone. */
    record Part(int index, String before, @Nullable List<String> names, String after) {

        String path() {
            return names == null ? "" : String.join(".", names);
        }

        boolean isContext() {
            return names != null && names.get(0).equals("ctx");
        }

        boolean isFingerprint() {
            return names != null && names.equals(List.of("fingerprint"));
        }
    }

    /** The parts; null when the template is malformed, which has been reported. */
    static @Nullable List<Part> read(Subject subject) {
        KeyTemplate template = new KeyTemplate(subject);
        List<Part> parts = new ArrayList<>();
        boolean sound = true;
        for (String text : template.split()) {
            Part part = template.part(parts.size(), text);
            sound &= part != null;
            if (part != null) {
                parts.add(part);
            }
        }
        if (sound && template.literals(parts) > MAX_LENGTH) {
            template.tooLong();
            return null;
        }
        return sound ? parts : null;
    }

    /** The length of what every key holds, separators included. */
    private int literals(List<Part> parts) {
        return parts.size()
                - 1
                + parts.stream()
                        .mapToInt(part -> part.before().length() + part.after().length())
                        .sum();
    }

    private void tooLong() {
        subject.report(
                ProblemCode.MALFORMED_KEY,
                subject.source().key().place(),
                "key of " + subject.name() + " has constants longer than " + MAX_LENGTH + " characters together",
                "shorten them: a key has at most " + MAX_LENGTH + " characters.",
                "every call would be refused.");
    }

    private List<String> split() {
        return List.of(subject.source().key().value().split(":", -1));
    }

    private @Nullable Part part(int index, String text) {
        if (text.isBlank()) {
            return malformed(blank(index, text));
        }
        if (text.indexOf('{') != text.lastIndexOf('{') && text.indexOf('}') != text.lastIndexOf('}')) {
            return malformed(
                    "has two placeholders in the part \"" + text + "\": their values could run into each other");
        }
        Matcher matcher = PART.matcher(text);
        if (!matcher.matches()) {
            return malformed("has the malformed part \"" + text + "\"");
        }
        String path = matcher.group(2);
        if (path == null) {
            return new Part(index, text, null, "");
        }
        List<String> names = List.of(path.split("\\.", -1));
        boolean sound = names.get(0).equals("ctx")
                ? names.size() == 2 && CONTEXT_NAME.matcher(names.get(1)).matches()
                : FingerprintPaths.isPath(names);
        if (!sound) {
            return malformed("has the malformed placeholder \"{" + path + "}\"");
        }
        return new Part(index, matcher.group(1), names, matcher.group(3));
    }

    /** A part that can never hold anything; that it is the first or the last is how it mostly comes about. */
    private String blank(int index, String text) {
        int last = split().size() - 1;
        if (last == 0) {
            return "is empty";
        }
        if (!text.isEmpty()) {
            return "has the blank part \"" + text + "\", which never holds anything";
        }
        if (index == 0) {
            return "starts with \":\", so its first part never holds anything";
        }
        return index == last
                ? "ends with \":\", so its last part never holds anything"
                : "has two \":\" in a row, so the part between them never holds anything";
    }

    private @Nullable Part malformed(String fault) {
        subject.report(
                ProblemCode.MALFORMED_KEY,
                subject.source().key().place(),
                "key of " + subject.name() + " " + fault + ": \""
                        + subject.source().key().value() + "\"",
                RULE,
                "only such a template renders different operations to different keys.");
        return null;
    }
}
