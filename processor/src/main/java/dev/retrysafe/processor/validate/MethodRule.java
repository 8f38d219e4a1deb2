package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.SourceReader;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Checks that something can intercept the method, and that it runs where its caller waits. */
final class MethodRule {

    private static final String WHY = "the method would run unprotected, and nothing would say so.";

    private static final String WEAVE = " or compile with -Aretrysafe.interception=aspectj and weave";

    private static final Set<String> FUTURES =
            Set.of("java.util.concurrent.CompletionStage", "java.util.concurrent.Future");

    private final Subject subject;

    private final Set<Modifier> modifiers;

    MethodRule(Subject subject) {
        this.subject = subject;
        this.modifiers = subject.source().method().getModifiers();
    }

    void check() {
        if (!subject.options().woven()) {
            checkProxyable();
        }
        checkTypeVisible();
        checkParameters();
        if (Frameworks.annotation(subject.source().method(), Set.of(SourceReader.READ_ONLY)) != null) {
            report(
                    ProblemCode.READ_ONLY_SIDE_EFFECT,
                    "carries both @SideEffect and @ReadOnly",
                    "keep the one that is true.",
                    "a tool either changes something or it does not.");
        }
        checkAsync();
    }

    private void checkProxyable() {
        if (modifiers.contains(Modifier.PRIVATE)) {
            report(
                    ProblemCode.PRIVATE_METHOD,
                    "is private, so no proxy sees its calls",
                    "make it public," + WEAVE + ".",
                    WHY);
        }
        if (modifiers.contains(Modifier.STATIC)) {
            report(
                    ProblemCode.STATIC_METHOD,
                    "is static, so no proxy sees its calls",
                    "make it an instance method of a bean," + WEAVE + ".",
                    WHY);
        }
        if (modifiers.contains(Modifier.FINAL)) {
            report(
                    ProblemCode.FINAL_METHOD,
                    "is final, so a proxy cannot override it",
                    "remove final from the method," + WEAVE + ".",
                    WHY);
        }
        TypeElement type = subject.source().type();
        boolean closed = type.getModifiers().contains(Modifier.FINAL) || type.getKind() == ElementKind.ENUM;
        if (closed) {
            report(
                    ProblemCode.FINAL_CLASS,
                    "is in the final " + kind(type) + " " + type.getSimpleName() + ", which a proxy cannot extend",
                    (type.getKind() == ElementKind.CLASS
                                    ? "remove final from the class,"
                                    : "move it to a class that is not" + " final,")
                            + WEAVE + ".",
                    WHY);
        } else if (isSealedBean(type)) {
            report(
                    ProblemCode.FINAL_CLASS,
                    "is in the sealed class " + type.getSimpleName() + ", which a proxy is not permitted to extend",
                    "remove sealed from the class," + WEAVE + ".",
                    WHY);
        }
    }

    /** An abstract class has no objects: it is its subclasses that proxies extend. */
    private static boolean isSealedBean(TypeElement type) {
        return type.getKind() == ElementKind.CLASS
                && type.getModifiers().contains(Modifier.SEALED)
                && !type.getModifiers().contains(Modifier.ABSTRACT);
    }

    private static String kind(TypeElement type) {
        return switch (type.getKind()) {
            case RECORD -> "record";
            case ENUM -> "enum";
            default -> "class";
        };
    }

    private void checkTypeVisible() {
        for (Element at = subject.source().type(); at instanceof TypeElement; at = at.getEnclosingElement()) {
            if (at.getModifiers().contains(Modifier.PRIVATE)) {
                report(
                        ProblemCode.INVISIBLE_TOOL_TYPE,
                        "is inside the private class " + at.getSimpleName() + ", which generated code cannot name",
                        "make the class package-private or public.",
                        "key and fingerprint are computed by code written beside the class.");
            }
        }
    }

    private void checkParameters() {
        List<? extends VariableElement> parameters = subject.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            VariableElement parameter = parameters.get(i);
            if (!subject.nameable(parameter)) {
                subject.report(
                        ProblemCode.INVISIBLE_TYPE,
                        subject.source().annotation().at(parameter, Place.NAME + 1 + i),
                        "parameter \"" + parameter.getSimpleName() + "\" of " + subject.name() + " has the type "
                                + TypeFacts.display(parameter.asType()) + ", which is not visible from package "
                                + subject.home().getQualifiedName(),
                        "make the type public or package-private.",
                        "generated code names the types of all parameters, to tell the method from its overloads.");
            }
        }
    }

    private void checkAsync() {
        String async = Frameworks.async(subject.source().method());
        if (async != null && !subject.facts().isA(subject.source().method().getReturnType(), FUTURES)) {
            report(
                    ProblemCode.ASYNC_FIRE_AND_FORGET,
                    "is @" + async + " and gives its caller nothing to wait for",
                    "return a CompletableFuture, or call the tool from an @" + async + " method of another bean.",
                    "its caller would take a refusal, a conflict or an effect in doubt for success.");
        }
    }

    private void report(ProblemCode code, String fault, String fix, String why) {
        subject.report(code, subject.source().name(), subject.name() + " " + fault, fix, why);
    }
}
