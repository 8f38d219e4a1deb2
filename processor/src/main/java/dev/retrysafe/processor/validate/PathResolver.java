package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.KeyValue;
import dev.retrysafe.processor.model.PathRead;
import dev.retrysafe.processor.model.PathRead.Step;
import dev.retrysafe.processor.model.Scalar;
import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Spelling;
import dev.retrysafe.processor.type.Property;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Follows one path of a key or a receipt to the value at its end. */
final class PathResolver {

    /** Records of one record of one record…: more is a mistake. */
    private static final int MOST_WRAPPERS = 8;

    private static final List<String> CONTAINERS =
            List.of("java.lang.Iterable", "java.util.Map", "java.util.stream.BaseStream");

    private final Subject subject;

    /** What the path belongs to, for messages: "key of refund". */
    private final String owner;

    private final Place place;

    private final String path;

    private final List<Step> steps = new ArrayList<>();

    private final List<Element> marks = new ArrayList<>();

    private final List<String> names = new ArrayList<>();

    private final TypeMirror start;

    private TypeMirror at;

    private @Nullable TypeMirror clock;

    private boolean singleOwner;

    private int around;

    PathResolver(Subject subject, String owner, Place place, String path, TypeMirror start) {
        this.subject = subject;
        this.owner = owner;
        this.place = place;
        this.path = path;
        this.start = start;
        this.at = start;
    }

    /**
     * Where a path ends.
     *
     * @param steps the way
     * @param type the type at the end
     * @param marks elements that may say what the values on the way are
     * @param around how many of them are about values that the one at the end is only a part of
     * @param lastNames the names that tell what the value is: the last, and the one before a record's only component
     * @param clock a point in time on the way; null for none
     */
    record End(
            List<Step> steps,
            TypeMirror type,
            List<Element> marks,
            int around,
            List<String> lastNames,
            @Nullable TypeMirror clock) {}

    /** Follows the names; null when one is unknown, which has been reported. */
    @Nullable
    End follow(List<String> path, String rootName) {
        names.add(rootName);
        noteType();
        unwrapOptionals();
        for (String name : path) {
            if (!step(name)) {
                return null;
            }
        }
        unwrapRecords();
        TypeElement invisible = invisible();
        if (invisible != null) {
            reportInvisible(invisible);
            return null;
        }
        return new End(steps, at, marks, around, lastNames(), clock);
    }

    private boolean step(String name) {
        Map<String, Property> properties = at.getKind() == TypeKind.DECLARED && !isText()
                ? subject.properties().readable((DeclaredType) at)
                : Map.of();
        Property property = properties.get(name);
        if (property == null) {
            unknown(name, properties);
            return false;
        }
        if (property.checked()) {
            checked(property);
            return false;
        }
        Property only = subject.properties().onlyComponent(at);
        singleOwner = only != null && only.name().equals(name);
        around = singleOwner ? around : marks.size();
        names.add(name);
        take(property);
        return true;
    }

    /** Text is a value of its own, although it has methods that look like getters. */
    private boolean isText() {
        return new ScalarTypes(subject.facts()).of(at) == Scalar.TEXT;
    }

    private void take(Property property) {
        marks.addAll(property.marks());
        at = property.type();
        steps.add(new Step.Get(CanonicalForms.accessTo(subject.facts(), property)));
        noteType();
        unwrapOptionals();
    }

    private void noteType() {
        subject.facts().allSupertypes(at).stream()
                .map(TypeFacts::element)
                .filter(Objects::nonNull)
                .forEach(marks::add);
        if (ScalarTypes.isClock(subject.facts(), at)) {
            clock = at;
        }
    }

    private void unwrapOptionals() {
        String name = TypeFacts.nameOf(at);
        switch (name) {
            case "java.util.Optional" -> {
                List<? extends TypeMirror> arguments = subject.facts().argumentsOf(at, name);
                if (!arguments.isEmpty()) {
                    at = arguments.get(0);
                    steps.add(new Step.Unwrap("get()", at));
                    noteType();
                    unwrapOptionals();
                }
            }
            case "java.util.OptionalInt" -> unwrapNumber("getAsInt()", TypeKind.INT);
            case "java.util.OptionalLong" -> unwrapNumber("getAsLong()", TypeKind.LONG);
            default -> {}
        }
    }

    private void unwrapNumber(String presentValue, TypeKind kind) {
        at = subject.facts().types().getPrimitiveType(kind);
        steps.add(new Step.Unwrap(presentValue, at));
    }

    private void unwrapRecords() {
        for (int i = 0; i < MOST_WRAPPERS; i++) {
            Property only = subject.properties().onlyComponent(at);
            if (only == null) {
                return;
            }
            take(only);
        }
    }

    private List<String> lastNames() {
        List<String> last = new ArrayList<>(names.subList(names.size() - 1, names.size()));
        if (singleOwner && names.size() > 1) {
            last.add(names.get(names.size() - 2));
        }
        return last;
    }

    private @Nullable TypeElement invisible() {
        TypeElement first = subject.facts().invisibleFrom(subject.home(), start);
        if (first != null) {
            return first;
        }
        for (Step step : steps) {
            TypeElement element = subject.facts().invisibleFrom(subject.home(), step.type());
            if (element != null) {
                return element;
            }
        }
        return null;
    }

    private void reportInvisible(TypeElement type) {
        subject.report(
                ProblemCode.INVISIBLE_TYPE,
                place,
                owner + " reads \"" + path + "\" through " + type.getQualifiedName()
                        + ", which is not visible from package "
                        + subject.home().getQualifiedName(),
                "make the type public or package-private.",
                "the code that reads the value is written into the package of the tool.");
    }

    private void checked(Property property) {
        subject.report(
                ProblemCode.CHECKED_ACCESSOR,
                place,
                owner + " reads \"" + path + "\", but the accessor " + property.code()
                        + " declares a checked exception",
                "name a value whose accessor declares none.",
                "a value that may fail to be read cannot name an operation.");
    }

    private void unknown(String name, Map<String, Property> properties) {
        String fix = properties.isEmpty()
                ? "end the path before \"" + name + "\": a " + TypeFacts.display(at) + " has nothing to read."
                : subject.facts().isA(at, CONTAINERS)
                        ? "end the path before it, or name another value: what a " + TypeFacts.display(at)
                                + " holds has no names."
                        : "name one of: " + String.join(", ", new TreeSet<>(properties.keySet())) + ".";
        subject.report(
                ProblemCode.UNKNOWN_PATH,
                place,
                owner + " names \"" + path + "\", but " + TypeFacts.display(at) + " has no \"" + name + "\""
                        + Spelling.didYouMean(name, properties.keySet()),
                fix,
                "a value that is not there cannot tell one operation from another.");
    }

    /** What kind of value a key may hold the type is; null for none. */
    static @Nullable KeyValue kind(TypeFacts facts, TypeMirror type) {
        String name = TypeFacts.nameOf(type);
        Scalar scalar = new ScalarTypes(facts).of(type);
        if (scalar == null) {
            return null;
        }
        return switch (scalar) {
            case TEXT -> KeyValue.TEXT;
            case CHARACTER -> KeyValue.CHARACTER;
            case CONSTANT -> KeyValue.CONSTANT;
            case BOOL -> KeyValue.BOOL;
            case ATOMIC_BOOLEAN -> KeyValue.ATOMIC_BOOLEAN;
            case INTEGRAL, ATOMIC_INTEGRAL -> KeyValue.INTEGRAL;
            case TO_STRING ->
                switch (name) {
                    case "java.util.UUID" -> KeyValue.UUID;
                    case "java.time.LocalDate" -> KeyValue.DATE;
                    default -> null;
                };
            default -> null;
        };
    }

    /** Makes the model of the path. */
    PathRead read(String rootName, TypeMirror rootType, KeyValue kind) {
        return new PathRead(path, rootName, rootType, List.copyOf(steps), kind);
    }
}
