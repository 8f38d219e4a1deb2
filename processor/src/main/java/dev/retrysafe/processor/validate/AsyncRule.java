package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.InheritedTools;
import dev.retrysafe.processor.read.Readiness;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** A tool that a framework runs while its caller goes on has to give the caller something to wait for. */
public final class AsyncRule {

    private static final Set<String> FUTURES =
            Set.of("java.util.concurrent.CompletionStage", "java.util.concurrent.Future");

    private final TypeFacts facts;

    private final Problems problems;

    /** Methods are seen again when their type has to wait. */
    private final Set<String> reported = new HashSet<>();

    /** Reports to the problems. */
    public AsyncRule(TypeFacts facts, Problems problems) {
        this.facts = facts;
        this.problems = problems;
    }

    /** Checks a method that has no {@code @SideEffect}, which is the given one of the compilation. */
    public void checkInherited(ExecutableElement method, int member) {
        if (Frameworks.async(method) != null
                && !Readiness.isIncomplete(method)
                && InheritedTools.above(facts, method, TypeFacts.owner(method)) != null
                && reported.add(TypeFacts.owner(method).getQualifiedName() + "." + method)) {
            check(method, new Place(method, null, null, member, Place.NAME));
        }
    }

    /** Checks a tool. */
    void check(ExecutableElement tool, Place name) {
        String async = Frameworks.async(tool);
        if (async != null && !facts.isA(tool.getReturnType(), FUTURES)) {
            problems.add(
                    ProblemCode.ASYNC_FIRE_AND_FORGET,
                    name,
                    tool.getSimpleName() + " is @" + async + " and gives its caller nothing to wait for",
                    "return a CompletableFuture, or call the tool from an @" + async + " method of another bean.",
                    "its caller would take a refusal, a conflict or an effect in doubt for success.");
        }
    }
}
