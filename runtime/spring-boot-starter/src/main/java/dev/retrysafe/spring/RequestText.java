package dev.retrysafe.spring;

import dev.retrysafe.operations.SeenRecord;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.Resolution.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what requests to the endpoint say; an {@link IllegalArgumentException} tells its sender what to send. */
final class RequestText {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private static final Pattern POSITION = Pattern.compile("([0-9]{1,15})-([0-9a-f]{64})");

    private static final Pattern SEEN = Pattern.compile("([0-9a-f]{64})@([0-9]{1,9})");

    private RequestText() {}

    static long number(String name, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("\"" + name + "\" is a number, of at most 9 digits");
        }
        return Long.parseLong(text);
    }

    static @Nullable RecordState state(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return switch (text) {
            case "pending" -> RecordState.PENDING;
            case "in_doubt" -> RecordState.IN_DOUBT;
            default -> throw new IllegalArgumentException("\"state\" is pending or in_doubt");
        };
    }

    static Verdict verdict(String text) {
        return switch (text) {
            case "committed" -> Verdict.COMMITTED;
            case "not_applied" -> Verdict.NOT_APPLIED;
            default -> throw new IllegalArgumentException("\"verdict\" is committed or not_applied");
        };
    }

    static String of(OpenQuery.Position position) {
        return position.firstAttemptAt() + "-" + position.id();
    }

    static OpenQuery.Position position(String text) {
        Matcher matcher = POSITION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"after\" is what the page before said as \"next\"");
        }
        return new OpenQuery.Position(Long.parseLong(matcher.group(1)), new RecordId(matcher.group(2)));
    }

    /** Each record with the fence it was seen at, since a decision about many is bound to each as it was. */
    static List<SeenRecord> records(String text) {
        List<SeenRecord> seen = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            Matcher matcher = SEEN.matcher(one.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException("\"records\" are <record_id>@<fence>, with commas between them");
            }
            seen.add(new SeenRecord(new RecordId(matcher.group(1)), Long.parseLong(matcher.group(2))));
        }
        return seen;
    }
}
