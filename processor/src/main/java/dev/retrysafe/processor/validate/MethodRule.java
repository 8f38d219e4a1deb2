package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
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
        new ReadOnlyRule(subject.facts(), subject.problems())
                .check(subject.source().method(), subject.source().name());
        new AsyncRule(subject.facts(), subject.problems())
                .check(subject.source().method(), subject.source().name());
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

    private void report(ProblemCode code, String fault, String fix, String why) {
        subject.report(code, subject.source().name(), subject.name() + " " + fault, fix, why);
    }
}
