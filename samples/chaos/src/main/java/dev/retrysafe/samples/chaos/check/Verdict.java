package dev.retrysafe.samples.chaos.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the checker found: of each kind of violation, what of which operation, an operation counting once. */
public final class Verdict {

    private final Map<Violation, Map<String, String>> found = new EnumMap<>(Violation.class);

    /** How many were kept waiting may be let pass. */
    private final int overduePassed;

    /**
     * A verdict without a finding.
     *
     * @param calls how many there were; of a hundred one may have been kept waiting without a reason
     */
    Verdict(int calls) {
        overduePassed = calls / 100;
        for (Violation violation : Violation.values()) {
            found.put(violation, new LinkedHashMap<>());
        }
    }

    void add(Violation violation, String about, String what) {
        String unused = of(violation).putIfAbsent(about, what);
    }

    private Map<String, String> of(Violation violation) {
        return Objects.requireNonNull(found.get(violation));
    }

    /**
     * How many operations it struck.
     *
     * @param violation the kind
     * @return the number
     */
    public int count(Violation violation) {
        return of(violation).size();
    }

    /**
     * Whether nothing is wrong.
     *
     * @return whether nothing was found, or only that one call of a hundred was kept waiting
     */
    public boolean isClean() {
        return found.entrySet().stream()
                .allMatch(of -> of.getValue().isEmpty()
                        || (of.getKey() == Violation.OVERDUE && of.getValue().size() <= overduePassed));
    }

    /**
     * Counts what was found.
     *
     * @return all kinds in one line
     */
    public String summary() {
        return found.entrySet().stream()
                .map(of -> of.getKey().name().toLowerCase(Locale.ROOT) + "="
                        + of.getValue().size())
                .collect(Collectors.joining(" "));
    }

    /**
     * Tells what was found.
     *
     * @return one line each
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        found.forEach((violation, all) ->
                new TreeMap<>(all).forEach((about, what) -> lines.add(violation + " " + about + ": " + what)));
        return lines;
    }
}
