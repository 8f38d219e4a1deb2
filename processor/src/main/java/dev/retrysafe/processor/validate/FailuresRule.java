package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.ToolSource.FailuresSource;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Checks the exception types that say something about the effect. */
final class FailuresRule {

    private static final Set<String> ANYTHING =
            Set.of("java.lang.Throwable", "java.lang.Exception", "java.lang.RuntimeException", "java.lang.Error");

    private static final String OURS = "dev.retrysafe.SideEffectException";

    private final Subject subject;

    FailuresRule(Subject subject) {
        this.subject = subject;
    }

    /** The types that prove that nothing happened. */
    List<TypeMirror> check() {
        FailuresSource failures = subject.source().failures();
        failures.replay().forEach(this::checkReplay);
        for (Written<TypeMirror> type : failures.noEffect()) {
            checkVisible(type);
            checkProof(type);
            failures.replay().stream()
                    .map(Written::value)
                    .filter(replay -> areOne(replay, type.value()))
                    .findFirst()
                    .ifPresent(replay -> contradiction(type, replay));
        }
        return failures.noEffect().stream()
                .map(type -> subject.facts().types().erasure(type.value()))
                .toList();
    }

    private void checkReplay(Written<TypeMirror> type) {
        TypeElement element = TypeFacts.element(type.value());
        if (element == null || !checkVisible(type)) {
            return;
        }
        boolean constructible = !element.getModifiers().contains(Modifier.ABSTRACT)
                && ElementFilter.constructorsIn(element.getEnclosedElements()).stream()
                        .anyMatch(constructor -> subject.facts().reachable(subject.home(), constructor)
                                && constructor.getParameters().size() == 1
                                && TypeFacts.nameOf(constructor
                                                .getParameters()
                                                .get(0)
                                                .asType())
                                        .equals("java.lang.String"));
        if (!constructible) {
            subject.report(
                    ProblemCode.REPLAY_CONSTRUCTOR,
                    type.place(),
                    subject.name() + " replays " + TypeFacts.display(type.value())
                            + ", which cannot be built from its message",
                    "give it a public constructor of one String, the message, or name another type.",
                    "on a retry the stored failure is thrown again, so it has to be built again.");
        }
    }

    private boolean checkVisible(Written<TypeMirror> type) {
        @Nullable TypeElement invisible = subject.facts().invisibleFrom(subject.home(), type.value());
        if (invisible != null) {
            subject.report(
                    ProblemCode.INVISIBLE_TYPE,
                    type.place(),
                    "failures of " + subject.name() + " name " + invisible.getQualifiedName()
                            + ", which is not visible from package "
                            + subject.home().getQualifiedName(),
                    "make the type public or package-private.",
                    "the code that names the type is written into the package of the tool.");
        }
        return invisible == null;
    }

    /** Whether a failure may be both. */
    private boolean areOne(TypeMirror one, TypeMirror other) {
        return subject.facts().types().isSubtype(one, other)
                || subject.facts().types().isSubtype(other, one);
    }

    private void checkProof(Written<TypeMirror> type) {
        String fault = ANYTHING.contains(TypeFacts.nameOf(type.value()))
                ? "which is thrown after an effect too"
                : subject.facts().isA(type.value(), OURS)
                        ? "which says what became of a call, not of the effect"
                        : null;
        if (fault != null) {
            subject.report(
                    ProblemCode.UNPROVEN_NO_EFFECT,
                    type.place(),
                    subject.name() + " takes " + TypeFacts.display(type.value()) + ", " + fault
                            + ", for a proof of no effect",
                    "name types that are thrown only where nothing has happened, or throw an exception that implements"
                            + " NoEffect there.",
                    "a failure that proves no effect releases the key, and a retry executes again.");
        }
    }

    private void contradiction(Written<TypeMirror> type, TypeMirror replay) {
        boolean same = subject.facts().types().isSameType(type.value(), replay);
        subject.report(
                ProblemCode.CONTRADICTING_FAILURES,
                type.place(),
                subject.name() + " lists " + TypeFacts.display(type.value())
                        + (same
                                ? " both as no effect and as an outcome to replay"
                                : " as no effect and " + TypeFacts.display(replay)
                                        + " as an outcome to replay, although" + " one is a kind of the other"),
                (same ? "list it once" : "list types of which none is a kind of the other")
                        + ": under noEffect if a retry may execute, under replay if it is final.",
                "a key cannot be released and kept at the same time.");
    }
}
