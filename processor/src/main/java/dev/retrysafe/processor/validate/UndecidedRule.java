package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Property;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Warns of values about which neither key nor fingerprint says anything: parameters, and members of values named in part. */
final class UndecidedRule {

    private static final String OPTIONAL = "java.util.Optional";

    private static final String MAP = "java.util.Map";

    private static final String ITERABLE = "java.lang.Iterable";

    private final Subject subject;

    private final List<List<String>> keyPaths;

    private final boolean pathsAreRight;

    private final ResendRule resendRule;

    /**
     * Looks at a tool.
     *
     * @param subject the tool
     * @param keyPaths what its key reads
     * @param pathsAreRight whether every path of its fingerprint leads somewhere: of a misspelt one it is not known what
     *     it is meant to decide
     * @param resendRule is told what is undecided: it is left out
     */
    UndecidedRule(Subject subject, List<List<String>> keyPaths, boolean pathsAreRight, ResendRule resendRule) {
        this.subject = subject;
        this.keyPaths = keyPaths;
        this.pathsAreRight = pathsAreRight;
        this.resendRule = resendRule;
    }

    /**
     * A value, and what is said about it.
     *
     * @param path the way to it, as paths are written
     * @param node what the fingerprint's paths say about it and below; null for nothing
     * @param inKey what the key reads of it, the way below it; an empty one for the value itself
     * @param place where a problem with it is printed
     */
    private record Value(String path, @Nullable SelectionNode node, List<List<String>> inKey, Place place) {

        boolean isUndecided() {
            return node == null && inKey.isEmpty();
        }

        boolean isNamedWhole() {
            return inKey.contains(List.<String>of()) || (node != null && (node.in() != null || node.out() != null));
        }

        Value member(String name) {
            SelectionNode below = node == null ? null : node.find(name);
            return new Value(path + "." + name, below, inside(inKey, name), below == null ? place : placeOf(below));
        }
    }

    void check(@Nullable SelectionNode root) {
        if (root == null || root.in() != null) {
            return;
        }
        List<? extends VariableElement> parameters = subject.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            VariableElement parameter = parameters.get(i);
            if (Frameworks.injects(parameter)) {
                continue;
            }
            String name = parameter.getSimpleName().toString();
            SelectionNode node = root.find(name);
            Place own = subject.source().annotation().at(parameter, Place.NAME + 1 + i);
            Value value = new Value(name, node, inside(keyPaths, name), node == null ? own : placeOf(node));
            if (value.isUndecided()) {
                parameter(name, own);
                resendRule.leavesOut(name, own, List.of(parameter));
            } else if (pathsAreRight && subject.nameable(parameter)) {
                members(value, subject.typeOf(parameter));
            }
        }
    }

    private void members(Value value, TypeMirror type) {
        if (value.isNamedWhole()) {
            return;
        }
        TypeMirror content = content(type);
        List<String> undecided = new ArrayList<>();
        for (Property property : membersOf(content).values()) {
            Value member = value.member(property.name());
            if (member.isUndecided()) {
                if (!Problems.isSilenced(ProblemCode.UNDECIDED_PARAMETER, property.marks())) {
                    undecided.add(member.path());
                }
            } else {
                members(member, property.type());
            }
        }
        if (!undecided.isEmpty()) {
            report(value, undecided);
            resendRule.leavesOut(String.join(", ", undecided), value.place(), List.of());
        }
    }

    /** What paths go through: what is inside an Optional, a collection, an array, and the values of a map. */
    private TypeMirror content(TypeMirror type) {
        if (type.getKind() == TypeKind.ARRAY) {
            return content(((ArrayType) type).getComponentType());
        }
        for (String container : List.of(OPTIONAL, MAP, ITERABLE)) {
            List<? extends TypeMirror> arguments = subject.facts().argumentsOf(type, container);
            if (!arguments.isEmpty()) {
                return content(arguments.get(arguments.size() - 1));
            }
        }
        return type;
    }

    private Map<String, Property> membersOf(TypeMirror type) {
        TypeElement element = TypeFacts.element(type);
        return element == null
                        || element.getModifiers().contains(Modifier.SEALED)
                        || new ScalarTypes(subject.facts()).of(type) != null
                        || CanonicalRefusals.reason(subject.facts(), subject.properties(), type) != null
                ? Map.of()
                : subject.properties().canonical((DeclaredType) type);
    }

    private static List<List<String>> inside(List<List<String>> paths, String name) {
        return paths.stream()
                .filter(path -> !path.isEmpty() && path.get(0).equals(name))
                .map(path -> path.subList(1, path.size()))
                .toList();
    }

    private static Place placeOf(SelectionNode node) {
        return node.paths().get(0).place();
    }

    private void parameter(String name, Place place) {
        subject.report(
                ProblemCode.UNDECIDED_PARAMETER,
                place,
                "parameter \"" + name + "\" of " + subject.name()
                        + " is neither in the key nor in the fingerprint, nor taken out",
                "add \"" + name + "\" to the fingerprint, or write {\"*\", \"!" + name
                        + "\"} to say that it does not define the effect.",
                "a retry with another " + name + " would be answered with the first call's result.");
    }

    private void report(Value value, List<String> undecided) {
        String exclusions =
                undecided.stream().map(path -> "\"!" + path + "\"").collect(Collectors.joining(", ", "", "}"));
        subject.report(
                ProblemCode.UNDECIDED_PARAMETER,
                value.place(),
                "only a part of \"" + value.path() + "\" of " + subject.name()
                        + " is in the key or the fingerprint: not " + String.join(", ", undecided)
                        + ", which nothing takes out",
                "add what defines the effect, or write {\"" + value.path() + "\", " + exclusions
                        + " to say that the rest does not.",
                "a retry with another " + undecided.get(0) + " would be answered with the first call's result.");
    }
}
