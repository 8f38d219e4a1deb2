package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Names tools, and keeps two methods of one compilation from having one name. */
final class ToolNames {

    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private static final Pattern WORD_BREAK = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private final Map<String, Owner> owners = new HashMap<>();

    /** Found again by name, since a method's element does not outlive its round. */
    private record Owner(String type, String method, String signature) {

        static Owner of(ExecutableElement method) {
            TypeElement type = TypeFacts.owner(method);
            return new Owner(
                    type.getQualifiedName().toString(),
                    type.getSimpleName() + "." + method.getSimpleName(),
                    method.getSimpleName() + method.getParameters().toString());
        }
    }

    private final Map<Owner, ExecutableElement> methods = new HashMap<>();

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
        checkUnique(subject, name, place);
        return name;
    }

    private void checkUnique(Subject subject, String name, Place place) {
        ExecutableElement method = subject.source().method();
        Owner own = Owner.of(method);
        Owner other = owners.putIfAbsent(name, own);
        methods.put(own, method);
        ExecutableElement otherMethod = other == null ? null : methods.get(other);
        if (other == null || otherMethod == null || other.equals(own) || oneTool(subject, method, otherMethod)) {
            return;
        }
        subject.report(
                ProblemCode.DUPLICATE_TOOL_NAME,
                place,
                "tool name \"" + name + "\" of " + subject.name() + " is taken by " + other.method(),
                "give one of the two another name with tool = \"…\".",
                "two tools with one name would answer each other's retries.");
    }

    /** An override, or an implementation of an interface's method, is the same tool. */
    private static boolean oneTool(Subject subject, ExecutableElement a, ExecutableElement b) {
        return overrides(subject, a, b) || overrides(subject, b, a);
    }

    private static boolean overrides(Subject subject, ExecutableElement overrider, ExecutableElement overridden) {
        return subject.facts().elements().overrides(overrider, overridden, (TypeElement)
                overrider.getEnclosingElement());
    }

    private static String nameOf(Subject subject) {
        if (!subject.source().tool().value().isEmpty()) {
            return subject.source().tool().value();
        }
        AnnotationMirror framework = Frameworks.toolAnnotation(subject.source().method());
        String explicit = framework == null ? "" : Frameworks.explicitName(framework);
        return explicit.isEmpty() ? snakeCase(subject.name()) : explicit;
    }

    static String snakeCase(String methodName) {
        return WORD_BREAK.matcher(methodName).replaceAll("_").toLowerCase(Locale.ROOT);
    }
}
