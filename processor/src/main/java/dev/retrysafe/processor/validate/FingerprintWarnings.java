package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Warns of selected values that a retry is likely to send differently. */
final class FingerprintWarnings {

    private static final Set<String> MONEY = Set.of(
            "amount",
            "price",
            "total",
            "subtotal",
            "cost",
            "fee",
            "balance",
            "sum",
            "charge",
            "payment",
            "discount",
            "tax",
            "salary",
            "refund");

    private static final Set<String> FLOATING =
            Set.of("java.lang.Float", "java.lang.Double", "java.util.OptionalDouble");

    private final Subject subject;

    FingerprintWarnings(Subject subject) {
        this.subject = subject;
    }

    void check(String name, TypeMirror type, Site site, List<? extends Element> about) {
        if (VolatileNames.isVolatile(name)
                || VolatileNames.isSuspect(name)
                || (isMoment(type) && VolatileNames.isMomentOfCall(name))) {
            subject.report(
                    ProblemCode.VOLATILE_FINGERPRINT,
                    site.place(),
                    about,
                    "fingerprint of " + subject.name() + " selects " + site.path() + " (" + TypeFacts.display(type)
                            + "), which looks new on every attempt",
                    "take it out with \"!" + site.path() + "\".",
                    "a retry with another " + name + " would be a conflict instead of a replay.");
        }
        if (isFloating(type) && isMoney(name)) {
            subject.report(
                    ProblemCode.FLOATING_POINT_AMOUNT,
                    site.place(),
                    about,
                    "fingerprint of " + subject.name() + " selects " + site.path() + ", an amount of type "
                            + TypeFacts.display(type),
                    "use BigDecimal, or an integral number of the smallest unit.",
                    "0.1 + 0.2 is not 0.3 in floating point: the same sum, computed in another order, would be a conflict.");
        }
    }

    void hiddenFields(List<VariableElement> fields, TypeMirror type, Site site) {
        for (VariableElement hidden : fields) {
            String field = hidden.getSimpleName().toString();
            subject.report(
                    ProblemCode.FIELD_WITHOUT_GETTER,
                    site.place(),
                    List.of(hidden),
                    "fingerprint of " + subject.name() + " selects " + site.path() + ", but field \"" + field + "\" of "
                            + TypeFacts.display(type) + " has no public getter and does not count",
                    "add a getter, make the class a record, or list the paths that count one by one.",
                    "two calls that differ only in " + field + " would be taken for one.");
        }
    }

    /** A time of day is when something is to be, a table or an appointment. */
    private boolean isMoment(TypeMirror type) {
        return ScalarTypes.isClock(subject.facts(), type)
                && !TypeFacts.nameOf(type).equals("java.time.LocalTime");
    }

    private static boolean isFloating(TypeMirror type) {
        return switch (type.getKind()) {
            case FLOAT, DOUBLE -> true;
            default -> FLOATING.contains(TypeFacts.nameOf(type));
        };
    }

    /** By its last word: {@code unitPrice}, {@code total_amount}. */
    private static boolean isMoney(String name) {
        String[] words = name.split("_|(?<=[a-z0-9])(?=[A-Z])", -1);
        return words.length > 0 && MONEY.contains(words[words.length - 1].toLowerCase(Locale.ROOT));
    }
}
