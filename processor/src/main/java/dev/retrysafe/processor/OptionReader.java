package dev.retrysafe.processor;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Severity;
import dev.retrysafe.processor.problem.Spelling;
import dev.retrysafe.processor.validate.Options;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/** Reads the options of a compilation ({@code -Aretrysafe.…}). */
final class OptionReader {

    static final String PREFIX = "retrysafe.";

    private static final String TENANT_NAMES = "retrysafe.tenantNames";

    private static final String SINGLE_TENANT = "retrysafe.singleTenant";

    private static final String INTERCEPTION = "retrysafe.interception";

    private static final String UNCLASSIFIED = "retrysafe.unclassified";

    private static final String DOCS = "retrysafe.docs";

    private static final String SEVERITY = "retrysafe.severity.";

    private static final List<String> NAMES = List.of(TENANT_NAMES, SINGLE_TENANT, INTERCEPTION, UNCLASSIFIED, DOCS);

    private static final List<String> SEVERITIES =
            Arrays.stream(Severity.values()).map(OptionReader::text).toList();

    private final Map<String, @Nullable String> given;

    private final List<Fault> faults = new ArrayList<>();

    private final Map<ProblemCode, Severity> severities = new EnumMap<>(ProblemCode.class);

    private final Options options;

    OptionReader(Map<String, @Nullable String> given) {
        this.given = given;
        this.options = new Options(tenantNames(), isOn(SINGLE_TENANT), isWoven(given));
        choice(INTERCEPTION, List.of("spring", "aspectj"));
        checkDocs();
        new TreeMap<>(given).forEach(this::readSeverity);
        readUnclassified();
        new TreeMap<>(given).keySet().forEach(this::checkName);
    }

    /** An option that is wrong, and what to write instead. */
    record Fault(String text, String fix) {}

    static Set<String> supported(Map<String, String> given) {
        Set<String> names = new LinkedHashSet<>(NAMES);
        for (ProblemCode code : adjustable()) {
            names.add(SEVERITY + code.id());
        }
        // Wrong names are reported as errors of ours, which say more than javac's warning.
        given.keySet().stream().filter(name -> name.startsWith(PREFIX)).forEach(names::add);
        return names;
    }

    static boolean isWoven(Map<String, String> given) {
        return "aspectj".equals(given.get(INTERCEPTION));
    }

    Options options() {
        return options;
    }

    Map<ProblemCode, Severity> severities() {
        return severities;
    }

    String docs() {
        String base = valueOf(DOCS);
        if (base == null || base.isEmpty()) {
            return "docs/diagnostics/";
        }
        return base.endsWith("/") ? base : base + "/";
    }

    List<Fault> faults() {
        return faults;
    }

    private @Nullable String valueOf(String name) {
        return given.get(name);
    }

    private Set<String> tenantNames() {
        Set<String> names = new LinkedHashSet<>();
        String text = Optional.ofNullable(valueOf(TENANT_NAMES)).orElse("");
        for (String name : text.isBlank() ? new String[0] : text.split(",", -1)) {
            if (SourceVersion.isIdentifier(name.strip())) {
                names.add(name.strip());
            } else {
                faults.add(new Fault(
                        "option " + TENANT_NAMES + " has the value \"" + text + "\", in which \"" + name.strip()
                                + "\" is not a name",
                        "allowed are names such as shopId, separated by commas."));
            }
        }
        return names;
    }

    private boolean isOn(String name) {
        choice(name, List.of("true", "false"));
        return "true".equals(valueOf(name));
    }

    private void checkDocs() {
        String base = valueOf(DOCS);
        if (given.containsKey(DOCS) && (base == null || base.isBlank())) {
            faults.add(new Fault("option " + DOCS + " has no value", "allowed is an address or a folder."));
        }
    }

    private void choice(String name, List<String> allowed) {
        String value = valueOf(name);
        if (given.containsKey(name) && (value == null || !allowed.contains(value))) {
            faults.add(new Fault(
                    "option " + name + (value == null ? " has no value" : " has the value \"" + value + "\""),
                    "allowed are: " + String.join(", ", allowed) + "."));
        }
    }

    private void readSeverity(String name, @Nullable String value) {
        if (!name.startsWith(SEVERITY)) {
            return;
        }
        String id = name.substring(SEVERITY.length());
        List<String> ids = adjustable().stream().map(ProblemCode::id).toList();
        if (!ids.contains(id)) {
            boolean fixed = Arrays.stream(ProblemCode.values())
                    .anyMatch(code -> code.id().equals(id));
            faults.add(new Fault(
                    "option " + name + (fixed ? " names an error that cannot be changed" : " names no known code")
                            + Spelling.didYouMean(id, fixed ? List.of() : ids),
                    "allowed are: " + String.join(", ", ids) + "."));
            return;
        }
        Severity severity = severity(name);
        if (severity != null) {
            adjustable().stream().filter(code -> code.id().equals(id)).forEach(code -> severities.put(code, severity));
        }
    }

    /** A name of its own for what is asked most, and for those who do not know the code. */
    private void readUnclassified() {
        Severity severity = severity(UNCLASSIFIED);
        if (severity == null) {
            return;
        }
        ProblemCode code = ProblemCode.UNCLASSIFIED_TOOL;
        Severity other = severities.put(code, severity);
        if (other != null && other != severity) {
            faults.add(new Fault(
                    "options " + UNCLASSIFIED + " and " + SEVERITY + code.id() + " differ: \"" + text(severity)
                            + "\" and \"" + text(other) + "\"",
                    "allowed is one of the two."));
        }
    }

    /** The option's value; null when it is not given, or wrong, which is a fault. */
    private @Nullable Severity severity(String name) {
        choice(name, SEVERITIES);
        return Arrays.stream(Severity.values())
                .filter(severity -> text(severity).equals(valueOf(name)))
                .findFirst()
                .orElse(null);
    }

    private static String text(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private void checkName(String name) {
        if (name.startsWith(PREFIX) && !name.startsWith(SEVERITY) && !NAMES.contains(name)) {
            faults.add(new Fault(
                    "there is no option " + name + Spelling.didYouMean(name, NAMES),
                    "allowed are: " + String.join(", ", NAMES) + ", " + SEVERITY + "<Code>."));
        }
    }

    private static List<ProblemCode> adjustable() {
        return Arrays.stream(ProblemCode.values())
                .filter(ProblemCode::adjustable)
                .toList();
    }
}
