package dev.retrysafe.processor.type;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Answers questions about types by name and structure, never by their text, which annotations on types change. */
public final class TypeFacts {

    private static final List<String> FOREIGN = List.of("java.", "javax.", "jakarta.", "kotlin.");

    private final Elements elements;

    private final Types types;

    private final TypeResolver resolver;

    /** Asks through the compiler's own helpers. */
    public TypeFacts(Elements elements, Types types) {
        this.elements = elements;
        this.types = types;
        this.resolver = new TypeResolver(types);
    }

    /** The compiler's helper for elements. */
    public Elements elements() {
        return elements;
    }

    /** The compiler's helper for types. */
    public Types types() {
        return types;
    }

    /** The type without type variables and wildcards: each counts as its bound. */
    public TypeMirror resolve(TypeMirror type) {
        return resolver.resolve(type);
    }

    /** Whether the type, as written, has a type variable without a bound or a raw type in it: what resolves to Object. */
    public boolean leavesOpen(TypeMirror type) {
        return resolver.leavesOpen(type);
    }

    /** What a field holds or a method returns. A raw type's members are erased, which the compiler does not do for us. */
    public TypeMirror valueType(DeclaredType owner, Element member) {
        TypeElement element = (TypeElement) owner.asElement();
        boolean raw = owner.getTypeArguments().isEmpty()
                && !element.getTypeParameters().isEmpty();
        TypeMirror type = types.asMemberOf(owner, member);
        TypeMirror value = type instanceof ExecutableType method ? method.getReturnType() : type;
        return raw ? types.erasure(value) : value;
    }

    /** The type of anything. */
    public TypeMirror object() {
        return elements.getTypeElement("java.lang.Object").asType();
    }

    /** The element behind a class or interface type; null for any other kind of type. */
    public static @Nullable TypeElement element(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED ? (TypeElement) ((DeclaredType) type).asElement() : null;
    }

    /** The type that declares the method or field. */
    public static TypeElement owner(Element member) {
        return (TypeElement) Objects.requireNonNull(member.getEnclosingElement(), "a member has an owner");
    }

    /** Whether the named type declares the member. */
    public boolean isMember(Element member, String typeName) {
        return owner(member).getQualifiedName().contentEquals(typeName);
    }

    /** Whether the named type is no application's: the platform's own, which are read by rules for each or not at all. */
    public static boolean isForeign(String qualifiedName) {
        return FOREIGN.stream().anyMatch(qualifiedName::startsWith);
    }

    /** The qualified name of a class or interface type; empty for any other kind of type. */
    public static String nameOf(TypeMirror type) {
        TypeElement element = element(type);
        return element == null ? "" : element.getQualifiedName().toString();
    }

    /** The erased type by the name that {@code Class.getTypeName()} has for it. */
    public String binaryName(TypeMirror type) {
        TypeMirror erased = types.erasure(type);
        if (erased instanceof ArrayType array) {
            return binaryName(array.getComponentType()) + "[]";
        }
        return erased instanceof DeclaredType declared
                ? elements.getBinaryName((TypeElement) declared.asElement()).toString()
                : erased.getKind().name().toLowerCase(Locale.ROOT);
    }

    /** Whether the type is one of the named ones, or is below one. */
    public boolean isA(TypeMirror type, Collection<String> names) {
        return allSupertypes(type).stream().anyMatch(supertype -> names.contains(nameOf(supertype)));
    }

    /** Whether the type is the named one, or below it. */
    public boolean isA(TypeMirror type, String name) {
        return isA(type, List.of(name));
    }

    /** The arguments that the type gives to one of its supertypes (or itself); empty when it is not below it. */
    public List<? extends TypeMirror> argumentsOf(TypeMirror type, String supertypeName) {
        for (TypeMirror supertype : allSupertypes(type)) {
            if (nameOf(supertype).equals(supertypeName)) {
                return ((DeclaredType) supertype)
                        .getTypeArguments().stream().map(this::resolve).toList();
            }
        }
        return List.of();
    }

    /** The type and everything above it, nearest first, each once. */
    public List<TypeMirror> allSupertypes(TypeMirror type) {
        if (type.getKind() != TypeKind.DECLARED) {
            return List.of();
        }
        List<TypeMirror> found = new ArrayList<>();
        Set<@Nullable TypeElement> seen = new HashSet<>();
        Deque<TypeMirror> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            TypeMirror next = open.removeFirst();
            if (seen.add(element(next))) {
                found.add(next);
                open.addAll(types.directSupertypes(next));
            }
        }
        return found;
    }

    /** The methods that the method overrides or implements, nearest first. */
    public List<ExecutableElement> overridden(ExecutableElement method) {
        return overridden(method, owner(method));
    }

    /** The methods that the method overrides or implements for a type that has it, perhaps by inheritance. */
    public List<ExecutableElement> overridden(ExecutableElement method, TypeElement type) {
        List<ExecutableElement> found = new ArrayList<>();
        for (TypeMirror supertype : allSupertypes(type.asType())) {
            TypeElement above = element(supertype);
            if (above != null) {
                ElementFilter.methodsIn(above.getEnclosedElements()).stream()
                        .filter(candidate -> candidate.getSimpleName().equals(method.getSimpleName())
                                && elements.overrides(method, candidate, type))
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** A name for the type's structure: equal for equal types, whatever annotations they carry. */
    public static String signature(TypeMirror type) {
        StringBuilder text = new StringBuilder();
        appendSignature(text, type);
        return text.toString();
    }

    private static void appendSignature(StringBuilder text, TypeMirror type) {
        TypeElement element = element(type);
        if (element != null) {
            TypeMirror around = ((DeclaredType) type).getEnclosingType();
            if (around.getKind() == TypeKind.DECLARED) {
                // Of an inner class, whose members depend on the arguments of the class around it.
                appendSignature(text, around);
                text.append('$').append(element.getSimpleName());
            } else {
                text.append(element.getQualifiedName());
            }
            List<? extends TypeMirror> arguments = ((DeclaredType) type).getTypeArguments();
            if (!arguments.isEmpty()) {
                text.append('<');
                for (TypeMirror argument : arguments) {
                    appendSignature(text, argument);
                    text.append(',');
                }
                text.setCharAt(text.length() - 1, '>');
            }
        } else if (type.getKind() == TypeKind.ARRAY) {
            appendSignature(text, ((ArrayType) type).getComponentType());
            text.append("[]");
        } else {
            text.append(type.getKind());
        }
    }

    /** How a type is written in messages: without packages, with its arguments. */
    public static String display(TypeMirror type) {
        TypeElement element = element(type);
        if (element == null) {
            if (type.getKind() == TypeKind.ARRAY) {
                return display(((ArrayType) type).getComponentType()) + "[]";
            }
            return type.getKind().isPrimitive() || type.getKind() == TypeKind.VOID
                    ? type.getKind().name().toLowerCase(Locale.ROOT)
                    : type.toString();
        }
        List<? extends TypeMirror> arguments = ((DeclaredType) type).getTypeArguments();
        return element.getSimpleName()
                + (arguments.isEmpty()
                        ? ""
                        : arguments.stream()
                                .map(TypeFacts::display)
                                .collect(java.util.stream.Collectors.joining(", ", "<", ">")));
    }

    /** The first class within the type that code in the package cannot name; null when it can name all. */
    public @Nullable TypeElement invisibleFrom(PackageElement place, TypeMirror type) {
        if (type.getKind() == TypeKind.ARRAY) {
            return invisibleFrom(place, ((ArrayType) type).getComponentType());
        }
        TypeElement element = element(type);
        if (element == null) {
            return null;
        }
        if (!visible(place, element)) {
            return element;
        }
        for (TypeMirror argument : ((DeclaredType) type).getTypeArguments()) {
            TypeElement invisible = invisibleFrom(place, argument);
            if (invisible != null) {
                return invisible;
            }
        }
        return null;
    }

    /** Whether code in the package can name the class: neither it nor a class around it is out of reach. */
    public boolean visible(PackageElement place, TypeElement type) {
        for (Element at = type; at instanceof TypeElement; at = at.getEnclosingElement()) {
            if (!reachable(place, at)) {
                return false;
            }
        }
        return true;
    }

    /** Whether code in the package can use the element, its class being visible. */
    public boolean reachable(PackageElement place, Element element) {
        Set<Modifier> modifiers = element.getModifiers();
        return modifiers.contains(Modifier.PUBLIC)
                || (!modifiers.contains(Modifier.PRIVATE)
                        && elements.getPackageOf(element).equals(place));
    }

    /** Whether the method's exceptions include one that callers must catch. */
    public boolean throwsChecked(List<? extends TypeMirror> thrown) {
        return thrown.stream().anyMatch(type -> !isA(type, List.of("java.lang.RuntimeException", "java.lang.Error")));
    }
}
