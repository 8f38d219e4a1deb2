package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Tells why no value of a type could be stored and read back: what the runtime's codec of results refuses, as far as
 * types say it. A type variable is known at run time only.
 */
final class StoredForms {

    /** Stored as they are, or as text. */
    private static final Set<String> STORED = Set.of(
            "java.lang.String",
            "java.lang.Character",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Short",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.util.UUID",
            "java.net.URI",
            "java.util.Currency",
            "java.util.Locale",
            "java.util.Date",
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalTime",
            "java.time.LocalDateTime",
            "java.time.OffsetTime",
            "java.time.OffsetDateTime",
            "java.time.ZonedDateTime",
            "java.time.Year",
            "java.time.YearMonth",
            "java.time.MonthDay",
            "java.time.Duration",
            "java.time.Period",
            "java.time.ZoneId",
            "java.time.ZoneOffset");

    private static final Set<String> STORED_AS_LIST =
            Set.of("java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble", "java.lang.Void");

    private static final List<String> JSON_NODES =
            List.of("com.fasterxml.jackson.core.TreeNode", "tools.jackson.core.TreeNode");

    private static final Set<String> CREATOR = Set.of("com.fasterxml.jackson.annotation.JsonCreator");

    private static final Set<String> VALUE = Set.of("com.fasterxml.jackson.annotation.JsonValue");

    private final TypeFacts facts;

    private final Set<String> seen = new HashSet<>();

    StoredForms(TypeFacts facts) {
        this.facts = facts;
    }

    /** What is said after the type's name, with the way to what is wrong; null when nothing is. */
    @Nullable
    String fault(TypeMirror type) {
        return fault(type, "");
    }

    private @Nullable String fault(TypeMirror type, String path) {
        return switch (type.getKind()) {
            case ARRAY -> fault(((ArrayType) type).getComponentType(), path + "[]");
            case DECLARED -> declared((DeclaredType) type, path);
            case WILDCARD -> {
                TypeMirror bound = ((WildcardType) type).getExtendsBound();
                yield fault(bound == null ? facts.object() : bound, path);
            }
            default -> null;
        };
    }

    private @Nullable String declared(DeclaredType type, String path) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        if (STORED.contains(name) || STORED_AS_LIST.contains(name) || element.getKind() == ElementKind.ENUM) {
            return null;
        }
        if (name.equals("java.util.Optional")) {
            return arguments(type, name, path);
        }
        boolean platform = name.startsWith("java.") || name.startsWith("javax.");
        for (String container : List.of("java.util.Map", "java.util.Collection")) {
            if (facts.isA(type, container)) {
                return platform
                        ? container(type, container, path)
                        : say(type, path, "is a collection of its own, which may hold more than its elements");
            }
        }
        String refusal = refusal(type, element, platform);
        if (refusal != null) {
            return say(type, path, refusal);
        }
        return seen.add(TypeFacts.signature(type)) ? shape(type, element, path) : null;
    }

    private @Nullable String refusal(DeclaredType type, TypeElement element, boolean platform) {
        if (facts.isA(type, JSON_NODES)) {
            return "belongs to a JSON library, which may be another one tomorrow";
        }
        if (facts.isA(type, "java.lang.Throwable")) {
            return "is an exception, which is not stored with its stack and its causes";
        }
        if (platform) {
            return "cannot be stored and read back";
        }
        return isOpen(element) ? "is open, so that its class is not known when it is read back" : null;
    }

    private static boolean isOpen(TypeElement element) {
        return !element.getModifiers().contains(Modifier.SEALED)
                && (element.getKind().isInterface() || element.getModifiers().contains(Modifier.ABSTRACT));
    }

    private @Nullable String container(DeclaredType type, String container, String path) {
        if (container.equals("java.util.Map")) {
            List<? extends TypeMirror> arguments = facts.argumentsOf(type, container);
            TypeMirror key = arguments.isEmpty() ? null : arguments.get(0);
            if (key != null && !ScalarTypes.isEnum(key) && !STORED.contains(TypeFacts.nameOf(key))) {
                return say(
                        type,
                        path,
                        "has keys of type " + TypeFacts.display(key) + "; those of a stored map are text, numbers, enum"
                                + " constants, UUIDs or dates");
            }
        }
        return arguments(type, container, path + "[]");
    }

    private @Nullable String arguments(DeclaredType type, String supertype, String path) {
        List<? extends TypeMirror> arguments = facts.argumentsOf(type, supertype);
        // Those of a raw type are anything.
        return (arguments.isEmpty() ? List.of(facts.object()) : arguments)
                .stream()
                        .map(argument -> fault(argument, path))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    private @Nullable String shape(DeclaredType type, TypeElement element, String path) {
        if (element.getModifiers().contains(Modifier.SEALED)) {
            String fault = choice(type, element, path, new HashMap<>());
            if (fault != null || element.getModifiers().contains(Modifier.ABSTRACT)) {
                return fault;
            }
        }
        if (element.getKind() == ElementKind.RECORD) {
            for (RecordComponentElement component : element.getRecordComponents()) {
                Element accessor = component.getAccessor();
                // None for a name that no component may have, of which the compiler speaks itself.
                String fault = accessor == null ? null : member(type, accessor, component.getSimpleName(), path);
                if (fault != null) {
                    return fault;
                }
            }
            return null;
        }
        return element.getKind() == ElementKind.CLASS ? object(type, element, path) : null;
    }

    private @Nullable String choice(
            DeclaredType type, TypeElement element, String path, Map<String, TypeElement> names) {
        for (TypeMirror permitted : element.getPermittedSubclasses()) {
            TypeElement subtype = TypeFacts.element(permitted);
            if (subtype == null || subtype.getKind() == ElementKind.ENUM) {
                continue;
            }
            boolean sealed = subtype.getModifiers().contains(Modifier.SEALED);
            String fault = sealed ? choice(type, subtype, path, names) : null;
            if (fault == null && !subtype.getModifiers().contains(Modifier.ABSTRACT)) {
                TypeElement namesake = names.putIfAbsent(subtype.getSimpleName().toString(), subtype);
                fault = namesake != null && !namesake.equals(subtype)
                        ? say(type, path, "permits two classes named " + subtype.getSimpleName())
                        : sealed ? null : shape((DeclaredType) subtype.asType(), subtype, path);
            }
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable String object(DeclaredType type, TypeElement element, String path) {
        List<? extends Element> members = element.getEnclosedElements();
        if (members.stream().anyMatch(member -> Frameworks.annotation(member, VALUE) != null)) {
            return null;
        }
        if (element.getEnclosingElement() instanceof TypeElement
                && !element.getModifiers().contains(Modifier.STATIC)) {
            return say(type, path, "is an inner class, which cannot be made without the object around it");
        }
        boolean made = ElementFilter.constructorsIn(members).stream()
                        .anyMatch(constructor -> constructor.getParameters().isEmpty())
                || members.stream().anyMatch(member -> Frameworks.annotation(member, CREATOR) != null);
        if (!made) {
            return say(
                    type,
                    path,
                    "has no constructor without parameters, and none with @JsonCreator, to read it back with");
        }
        for (TypeElement owner = element; owner != null; owner = TypeFacts.element(owner.getSuperclass())) {
            if (owner.getQualifiedName().toString().startsWith("java.")) {
                return null;
            }
            for (VariableElement field : ElementFilter.fieldsIn(owner.getEnclosedElements())) {
                Set<Modifier> modifiers = field.getModifiers();
                String fault = modifiers.contains(Modifier.STATIC) || modifiers.contains(Modifier.TRANSIENT)
                        ? null
                        : member(type, field, field.getSimpleName(), path);
                if (fault != null) {
                    return fault;
                }
            }
        }
        return null;
    }

    private @Nullable String member(DeclaredType owner, Element member, CharSequence name, String path) {
        return fault(facts.valueType(owner, member), path.isEmpty() ? name.toString() : path + "." + name);
    }

    private static String say(TypeMirror type, String path, String reason) {
        if (path.isEmpty()) {
            return reason;
        }
        String what =
                type.getKind() == TypeKind.DECLARED && TypeFacts.nameOf(type).equals("java.lang.Object")
                        ? "Object, which may be anything and"
                        : TypeFacts.display(type) + ", which";
        return "holds " + path + " of type " + what + " " + reason;
    }
}
