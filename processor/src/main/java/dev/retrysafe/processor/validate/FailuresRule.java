package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.read.ToolSource.FailuresSource;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Checks the exception types that say something about the effect. */
final class FailuresRule {

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
            boolean both = failures.replay().stream()
                    .anyMatch(replay -> subject.facts().types().isSameType(replay.value(), type.value()));
            if (both) {
                contradiction(type);
            }
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

    private void contradiction(Written<TypeMirror> type) {
        subject.report(
                ProblemCode.CONTRADICTING_FAILURES,
                type.place(),
                subject.name() + " lists " + TypeFacts.display(type.value()) + " both as no effect and as an outcome to"
                        + " replay",
                "list it once: under noEffect if a retry may execute, under replay if it is final.",
                "a key cannot be released and kept at the same time.");
    }
}
