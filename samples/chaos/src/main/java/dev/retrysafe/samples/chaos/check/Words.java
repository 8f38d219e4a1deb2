package dev.retrysafe.samples.chaos.check;

import dev.retrysafe.observe.Incident;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** All words that logs may use. One that is not known here might be the very one that matters. */
final class Words {

    /** What a call may end with: the library's decisions, and what a tool throws. */
    private static final Set<String> ANSWERS = Set.of(
            "execute",
            "replay",
            "in_progress",
            "in_doubt",
            "refused",
            "store_unavailable",
            "not_stored",
            "conflict",
            "rejected",
            "committed",
            "failed");

    private static final Set<String> EVENTS = Set.of("takeover", "refused_commit", "late_commit", "found", "hot_key");

    private static final Set<String> INCIDENTS =
            Arrays.stream(Incident.Kind.values()).map(Incident.Kind::word).collect(Collectors.toUnmodifiableSet());

    private static final Set<String> CLAIMS = Set.of("first", "takeover");

    private static final Set<String> ANSWERED = Set.of("answered", "dropped");

    private static final Set<String> LOOKUPS = Set.of("found", "absent");

    private static final Set<String> ENDS = Set.of("begin", "end");

    private Words() {}

    static String answer(String word) {
        return known("answer", ANSWERS, word);
    }

    static String event(String word) {
        return known("event", EVENTS, word);
    }

    static String incident(String word) {
        return known("incident", INCIDENTS, word);
    }

    static boolean isTakeover(String word) {
        return known("claim", CLAIMS, word).equals("takeover");
    }

    static boolean isDropped(String word) {
        return known("ledger's answer", ANSWERED, word).equals("dropped");
    }

    static boolean isAbsent(String word) {
        return known("lookup", LOOKUPS, word).equals("absent");
    }

    static boolean isEnd(String word) {
        return known("end of a fault", ENDS, word).equals("end");
    }

    private static String known(String what, Set<String> words, String word) {
        if (!words.contains(word)) {
            throw new IllegalArgumentException("a log has an " + what + " that the checker does not know: " + word
                    + "; teach " + Words.class.getName() + " and the checker what it means");
        }
        return word;
    }
}
