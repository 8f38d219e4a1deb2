package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.InheritedTools;
import dev.retrysafe.processor.read.SourceReader;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Names tools, and keeps two methods of one compilation from having one name. */
final class ToolNames {

    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private static final Pattern WORD_BREAK = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private final Map<String, List<Claim>> claims = new HashMap<>();

    /**
     * A method that has a name. Kept as text, since a method's element does not outlive its round.
     *
     * @param method how messages call it
     * @param declarations the method's declarations: its own and those that it overrides or implements
     * @param readOnly whether the method has no effect
     */
    private record Claim(String method, Set<String> declarations, boolean readOnly) {

        /** Two tools without effects have no receipts to mix up. */
        boolean excludes(Claim other) {
            return !(readOnly && other.readOnly) && Collections.disjoint(declarations, other.declarations);
        }
    }

    /** The name; an illegal or taken one is reported. */
    String check(Subject subject) {
        String name = nameOf(subject);
        Place place = subject.source().tool().value().isEmpty()
                ? subject.source().name()
                : subject.source().tool().place();
        if (!LEGAL.matcher(name).matches()) {
            subject.report(
                    ProblemCode.ILLEGAL_TOOL_NAME,
                    place,
                    "tool name \"" + name + "\" of " + subject.name() + " is not legal",
                    "set tool = \"…\" to 1 to 64 characters of [A-Za-z0-9_-].",
                    "the name goes into keys, fingerprints and headers.");
            return name;
        }
        checkUnique(subject.facts(), subject.problems(), subject.source().method(), name, place);
        return name;
    }

    /** Claims the name of a tool without effect. */
    void checkReadOnly(TypeFacts facts, Problems problems, ExecutableElement method, Place place) {
        checkUnique(facts, problems, method, nameOf(method, Frameworks.toolAnnotation(method)), place);
    }

    private void checkUnique(TypeFacts facts, Problems problems, ExecutableElement method, String name, Place place) {
        Claim own = claim(facts, method);
        List<Claim> others = claims.computeIfAbsent(name, unused -> new ArrayList<>());
        for (Claim other : others) {
            if (own.excludes(other)) {
                problems.add(
                        ProblemCode.DUPLICATE_TOOL_NAME,
                        place,
                        "tool name \"" + name + "\" of " + method.getSimpleName() + " is taken by " + other.method(),
                        "give one of the two another name with tool = \"…\".",
                        "two tools with one name would answer each other's retries.");
                return;
            }
        }
        others.add(own);
    }

    private static Claim claim(TypeFacts facts, ExecutableElement method) {
        Set<String> declarations = new HashSet<>();
        declarations.add(declaration(facts, method));
        for (ExecutableElement overridden : facts.overridden(method)) {
            // Two commands that implement one unannotated Command.execute are two tools.
            if (InheritedTools.isClassified(overridden)) {
                declarations.add(declaration(facts, overridden));
            }
        }
        String parameters = method.getParameters().stream()
                .map(parameter -> TypeFacts.display(parameter.asType()))
                .collect(Collectors.joining(", ", "(", ")"));
        return new Claim(
                TypeFacts.owner(method).getSimpleName() + "." + method.getSimpleName() + parameters,
                declarations,
                SourceReader.isReadOnly(method));
    }

    private static String declaration(TypeFacts facts, ExecutableElement declared) {
        return declared.getParameters().stream()
                .map(parameter -> facts.types().erasure(parameter.asType()))
                .map(TypeFacts::signature)
                .collect(Collectors.joining(
                        ",", TypeFacts.owner(declared).getQualifiedName() + "." + declared.getSimpleName() + "(", ")"));
    }

    private static String nameOf(Subject subject) {
        String given = subject.source().tool().value();
        return given.isEmpty() ? nameOf(subject.source().method(), subject.toolAnnotation()) : given;
    }

    /** The name of a method that its own annotation does not name. */
    static String nameOf(ExecutableElement method, @Nullable AnnotationMirror framework) {
        String explicit = framework == null ? "" : Frameworks.explicitName(framework);
        return explicit.isEmpty() ? snakeCase(method.getSimpleName().toString()) : explicit;
    }

    static String snakeCase(String methodName) {
        return WORD_BREAK.matcher(methodName).replaceAll("_").toLowerCase(Locale.ROOT);
    }
}
