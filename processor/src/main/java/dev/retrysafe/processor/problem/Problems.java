package dev.retrysafe.processor.problem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.Messager;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/** Collects problems and prints them once, in source order. */
public final class Problems {

    private final Messager messager;

    private final String docs;

    private final Map<ProblemCode, Severity> severities;

    private final Set<Problem> found = new LinkedHashSet<>();

    /**
     * Starts empty.
     *
     * @param messager where to print
     * @param docs the base of the documentation's pages
     * @param severities what the compilation's options changed
     */
    public Problems(Messager messager, String docs, Map<ProblemCode, Severity> severities) {
        this.messager = messager;
        this.docs = docs;
        this.severities = severities;
    }

    /** Adds a problem; the same one twice is one. */
    public void add(ProblemCode code, Place place, String text, String fix, String why) {
        Problem problem = new Problem(code, place, text, fix, why);
        if (severityOf(problem) != Severity.OFF) {
            found.add(problem);
        }
    }

    /**
     * Adds a problem that is printed in one place and about something in another.
     *
     * @param about what it is about: any of these may silence it, too
     */
    public void add(ProblemCode code, Place place, List<? extends Element> about, String text, String fix, String why) {
        if (!isSilenced(code, about)) {
            add(code, place, text, fix, why);
        }
    }

    /** Whether the source silences the code on one of the elements, or on what it is within. */
    public static boolean isSilenced(ProblemCode code, List<? extends Element> about) {
        return code.adjustable() && about.stream().anyMatch(element -> suppressed(code, element));
    }

    /** Adds an error that belongs to no element. */
    public void addGlobal(ProblemCode code, String text, String fix, String why) {
        messager.printMessage(
                Kind.ERROR,
                "[retrysafe:" + code.id() + "] " + text + "\n  Fix: " + fix + "\n  Why: " + why + "\n  Docs: " + docs
                        + code.id() + ".md");
    }

    /** For a look at what another compilation has reported: collects, and is not to be printed. */
    public Problems unprinted() {
        return new Problems(messager, docs, severities);
    }

    /** How many errors wait to be printed. */
    public int errors() {
        return (int) found.stream()
                .filter(problem -> severityOf(problem) == Severity.ERROR)
                .count();
    }

    /** Prints everything collected so far. */
    public void print() {
        List<Problem> ordered = new ArrayList<>(found);
        ordered.sort(
                Comparator.comparingInt((Problem problem) -> problem.place().member())
                        .thenComparingInt(problem -> problem.place().within()));
        found.clear();
        ordered.forEach(this::print);
    }

    private void print(Problem problem) {
        Kind kind = severityOf(problem) == Severity.ERROR ? Kind.ERROR : Kind.WARNING;
        Place place = problem.place();
        AnnotationMirror mirror = place.mirror();
        AnnotationValue value = place.value();
        String message = problem.message(docs);
        Place.Spot spot = place.spot();
        if (spot != null) {
            spot.print(kind, message);
        } else if (mirror == null) {
            messager.printMessage(kind, message, place.element());
        } else if (value == null) {
            messager.printMessage(kind, message, place.element(), mirror);
        } else {
            messager.printMessage(kind, message, place.element(), mirror, value);
        }
    }

    private Severity severityOf(Problem problem) {
        ProblemCode code = problem.code();
        if (isSilenced(code, List.of(problem.place().element()))) {
            return Severity.OFF;
        }
        return severities.getOrDefault(code, code.severity());
    }

    private static boolean suppressed(ProblemCode code, Element element) {
        for (@Nullable Element at = element; at != null; at = at.getEnclosingElement()) {
            SuppressWarnings suppressions = at.getAnnotation(SuppressWarnings.class);
            if (suppressions != null && List.of(suppressions.value()).contains("retrysafe:" + code.id())) {
                return true;
            }
        }
        return false;
    }
}
