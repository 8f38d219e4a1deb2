package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/**
 * Finds in a result what is not done when its method returns: a future, or work that begins when somebody asks for it. The
 * call would be recorded as done, whether its result is stored or not.
 */
final class UnfinishedParts {

    private static final List<String> UNDER_WAY = List.of(
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Future",
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow.Publisher",
            "kotlinx.coroutines.Job",
            "kotlinx.coroutines.flow.Flow");

    private static final List<String> ASKED_LATER =
            List.of("java.util.stream.BaseStream", "java.util.Iterator", "kotlin.Lazy", "kotlin.Function");

    private static final Set<String> FUNCTIONAL = Set.of("java.lang.FunctionalInterface");

    private final TypeFacts facts;

    private final Properties properties;

    private final Set<String> seen = new HashSet<>();

    UnfinishedParts(TypeFacts facts, Properties properties) {
        this.facts = facts;
        this.properties = properties;
    }

    /** What is said after the type's name, with the way to what is unfinished; null when nothing is. */
    @Nullable
    String fault(TypeMirror result) {
        return fault(result, "");
    }

    private @Nullable String fault(TypeMirror type, String path) {
        return switch (type.getKind()) {
            case ARRAY -> fault(((ArrayType) type).getComponentType(), path + "[]");
            case DECLARED -> declared((DeclaredType) type, path);
            case WILDCARD -> {
                TypeMirror bound = ((WildcardType) type).getExtendsBound();
                yield bound == null ? null : fault(bound, path);
            }
            default -> null;
        };
    }

    private @Nullable String declared(DeclaredType type, String path) {
        TypeElement element = (TypeElement) type.asElement();
        if (facts.isA(type, UNDER_WAY) || facts.isA(type, ASKED_LATER) || isFunction(element)) {
            return say(type, path);
        }
        if (TypeFacts.isForeign(element.getQualifiedName().toString())) {
            return first(type.getTypeArguments().stream().map(argument -> fault(argument, path + "[]")));
        }
        if (!seen.add(TypeFacts.signature(type))) {
            return null;
        }
        String shown = first(properties.canonical(type).values().stream()
                .map(property -> fault(property.declared(), path(path, property.name()))));
        if (shown != null) {
            return shown;
        }
        String hidden = hidden(type, element, path);
        return hidden != null || !element.getModifiers().contains(Modifier.SEALED)
                ? hidden
                : first(element.getPermittedSubclasses().stream().map(permitted -> fault(permitted, path)));
    }

    /** Of what no getter shows only a future counts: how a class works inside, a library's above all, is its own business. */
    private @Nullable String hidden(DeclaredType type, TypeElement element, String path) {
        for (TypeElement owner = element;
                owner != null && !TypeFacts.isForeign(owner.getQualifiedName().toString());
                owner = TypeFacts.element(owner.getSuperclass())) {
            for (VariableElement field : Properties.state(owner)) {
                TypeMirror value = facts.valueType(type, field);
                if (facts.isA(value, UNDER_WAY)) {
                    return say(value, path(path, field.getSimpleName()));
                }
            }
        }
        return null;
    }

    private static boolean isFunction(TypeElement element) {
        return element.getKind() == ElementKind.INTERFACE && Frameworks.annotation(element, FUNCTIONAL) != null;
    }

    private static String path(String path, CharSequence name) {
        return path.isEmpty() ? name.toString() : path + "." + name;
    }

    private static @Nullable String first(Stream<@Nullable String> faults) {
        return faults.filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static String say(TypeMirror type, String path) {
        return "holds " + (path.isEmpty() ? "" : path + " of type ") + TypeFacts.display(type)
                + ", whose work may still be to come when the method has returned";
    }
}
