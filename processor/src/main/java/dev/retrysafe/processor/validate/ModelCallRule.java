package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.Readiness;
import dev.retrysafe.processor.read.SourceReader;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.TypeFacts;
import dev.retrysafe.processor.validate.KeyRule.Placeholder;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * An agent framework's annotation on a method hands the annotated method that it overrides or implements to a model: the
 * tenant must not come from it there either. Its explicit name does not become the tool's, which is named where
 * {@code @SideEffect} is, perhaps in another compilation. Of a class file without parameter names (made without
 * {@code -parameters}) nothing can be told.
 */
public final class ModelCallRule {

    private final TypeFacts facts;

    private final Options options;

    private final Problems problems;

    /** Methods are seen again when their type has to wait. */
    private final Set<String> reported = new HashSet<>();

    /** Checks by the compilation's options and reports to the problems. */
    public ModelCallRule(TypeFacts facts, Options options, Problems problems) {
        this.facts = facts;
        this.options = options;
        this.problems = problems;
    }

    /** Checks a method that has no annotation of ours, which is the given one of the compilation. */
    public void check(ExecutableElement method, int member) {
        if (Frameworks.toolAnnotation(method) != null) {
            facts.overridden(method).stream()
                    .filter(SourceReader::isAnnotated)
                    .findFirst()
                    .filter(tool -> !Readiness.isIncomplete(tool))
                    .ifPresent(tool -> check(method, tool, member));
        }
    }

    private void check(ExecutableElement method, ExecutableElement tool, int member) {
        Subject subject = new Subject(
                SourceReader.read(tool, member), facts, new Properties(facts), options, problems.unprinted());
        KeyRule key = new KeyRule(subject);
        key.check();
        Placeholder tenant = key.tenant();
        if (subject.calledByModel() || tenant == null || tenant.trusted() || tenant.source() == null) {
            return;
        }
        String type = TypeFacts.owner(method).getQualifiedName().toString();
        if (reported.add(type + "." + method)) {
            problems.add(
                    ProblemCode.TENANT_FROM_MODEL,
                    new Place(method, null, null, member, Place.NAME),
                    "key of " + method.getSimpleName() + ", which is the tool "
                            + TypeFacts.owner(tool).getSimpleName() + "." + tool.getSimpleName()
                            + ", takes the tenant from \"" + tenant.part().path() + "\", which the model fills in",
                    "use {ctx.tenant} there, which the application binds around the call.",
                    "a model that is mistaken or misled would act for another tenant.");
        }
    }
}
