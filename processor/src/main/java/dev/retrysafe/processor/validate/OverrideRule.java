package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.InheritedTools;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Where AspectJ weaves annotated methods, an override without the annotation would run unprotected. */
public final class OverrideRule {

    private final TypeFacts facts;

    private final Problems problems;

    /** Reports to the problems. */
    public OverrideRule(TypeFacts facts, Problems problems) {
        this.facts = facts;
        this.problems = problems;
    }

    /** Checks a method, which is the given one of the compilation. */
    public void check(ExecutableElement method, int member) {
        Set<Modifier> modifiers = method.getModifiers();
        if (modifiers.contains(Modifier.STATIC)
                || modifiers.contains(Modifier.PRIVATE)
                || modifiers.contains(Modifier.ABSTRACT)
                || InheritedTools.isClassified(method)) {
            return;
        }
        ExecutableElement above = InheritedTools.above(facts, method, TypeFacts.owner(method));
        if (above != null) {
            report(method, TypeFacts.owner(above), member);
        }
    }

    private void report(ExecutableElement method, TypeElement above, int member) {
        problems.add(
                ProblemCode.UNANNOTATED_OVERRIDE,
                new Place(method, null, null, member, Place.NAME),
                method.getSimpleName() + " overrides the tool " + above.getSimpleName() + "." + method.getSimpleName()
                        + " without saying whether it has an effect",
                "add @SideEffect with the same key, fingerprint and tool name.",
                "the aspect advises annotated methods only, so this one would run unprotected.");
    }
}
