package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.SourceReader;
import dev.retrysafe.processor.type.TypeFacts;
import javax.lang.model.element.ExecutableElement;

/** Whether a tool has an effect is said in one way, whoever asks: on the method and on those that it overrides. */
final class ReadOnlyRule {

    private final TypeFacts facts;

    private final Problems problems;

    ReadOnlyRule(TypeFacts facts, Problems problems) {
        this.facts = facts;
        this.problems = problems;
    }

    /** Checks a method that carries {@code @SideEffect}, {@code @ReadOnly} or both. */
    void check(ExecutableElement method, Place name) {
        boolean readOnly = SourceReader.isReadOnly(method);
        if (readOnly && SourceReader.isAnnotated(method)) {
            report(method, name, "carries both @SideEffect and @ReadOnly", "keep the one that is true.");
            return;
        }
        facts.overridden(method).stream()
                .filter(above -> readOnly ? SourceReader.isAnnotated(above) : SourceReader.isReadOnly(above))
                .findFirst()
                .ifPresent(above -> report(
                        method,
                        name,
                        (readOnly ? "is @ReadOnly, but " : "is @SideEffect, but ")
                                + TypeFacts.owner(above).getSimpleName() + "." + above.getSimpleName()
                                + ", which it overrides, is " + (readOnly ? "@SideEffect" : "@ReadOnly"),
                        "say on both what is true of every implementation."));
    }

    private void report(ExecutableElement method, Place name, String fault, String fix) {
        problems.add(
                ProblemCode.READ_ONLY_SIDE_EFFECT,
                name,
                method.getSimpleName() + " " + fault,
                fix,
                "a tool either changes something or it does not.");
    }
}
