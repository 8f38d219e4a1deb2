package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.InheritedTools;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/** A model calls the method, and nobody has said whether it changes anything. */
public final class UnclassifiedRule {

    private final TypeFacts facts;

    private final Problems problems;

    /** Methods are seen again when their type has to wait. */
    private final Set<String> reported = new HashSet<>();

    /** Reports to the problems. */
    public UnclassifiedRule(TypeFacts facts, Problems problems) {
        this.facts = facts;
        this.problems = problems;
    }

    /**
     * Checks a method that has no {@code @SideEffect}, which is the given one of the compilation.
     *
     * @param method the method
     * @param member its number
     * @param round all methods that are compiled with it
     */
    public void check(ExecutableElement method, int member, List<ExecutableElement> round) {
        AnnotationMirror framework = Frameworks.toolAnnotation(method);
        if (framework == null
                || InheritedTools.isClassified(method)
                || facts.overridden(method).stream().anyMatch(InheritedTools::isClassified)
                || isClassifiedBelow(method, round)) {
            return;
        }
        if (reported.add(TypeFacts.owner(method).getQualifiedName() + "." + method)) {
            problems.add(
                    ProblemCode.UNCLASSIFIED_TOOL,
                    new Place(method, null, null, member, Place.NAME),
                    "the tool " + TypeFacts.owner(method).getSimpleName() + "." + method.getSimpleName()
                            + ", which a model calls (@"
                            + framework.getAnnotationType().asElement().getSimpleName()
                            + "), carries neither @SideEffect nor @ReadOnly",
                    "add @ReadOnly if it changes nothing, else @SideEffect with a key and a fingerprint.",
                    "models and their frameworks call tools again: what a tool changes, a retry would change twice.");
        }
    }

    /** Whether the method is left to others, and every one of those that are compiled with it is classified. */
    private boolean isClassifiedBelow(ExecutableElement method, List<ExecutableElement> round) {
        if (!method.getModifiers().contains(Modifier.ABSTRACT)) {
            return false;
        }
        List<ExecutableElement> below = round.stream()
                .filter(other -> other.getSimpleName().equals(method.getSimpleName())
                        && facts.elements().overrides(other, method, TypeFacts.owner(other)))
                .toList();
        return !below.isEmpty() && below.stream().allMatch(InheritedTools::isClassified);
    }
}
