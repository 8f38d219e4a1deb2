package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Says why a type that is neither scalar nor container has no canonical form. */
final class CanonicalRefusals {

    private static final List<String> ONCE = List.of(
            "java.util.stream.BaseStream",
            "java.util.Iterator",
            "java.util.Enumeration",
            "java.io.InputStream",
            "java.io.Reader",
            "java.nio.channels.ReadableByteChannel");

    private static final Set<String> ENTITIES = Set.of(
            "jakarta.persistence.Entity",
            "javax.persistence.Entity",
            "jakarta.persistence.MappedSuperclass",
            "javax.persistence.MappedSuperclass");

    private static final List<String> READ_BY_ELEMENT =
            List.of("java.lang.CharSequence", "java.util.Map", "java.util.Collection");

    private CanonicalRefusals() {}

    /** What is said after the type's name; null when it has a canonical form. */
    static @Nullable String reason(TypeFacts facts, Properties properties, TypeMirror type) {
        TypeElement element = TypeFacts.element(type);
        if (element == null) {
            return type.getKind() == TypeKind.ERROR ? "is not known" : "has no canonical form";
        }
        if (facts.isA(type, ONCE)) {
            return "can be read only once";
        }
        if (ScalarTypes.isClock(facts, type)) {
            return "is a clock";
        }
        if (isForeign(element)) {
            return "has no canonical form";
        }
        if (Frameworks.annotation(element, ENTITIES) != null) {
            return "is an entity, whose lazy members would be loaded by reading them";
        }
        if (element.getModifiers().contains(Modifier.SEALED) || element.getKind() == ElementKind.RECORD) {
            return null;
        }
        if (element.getKind() == ElementKind.ANNOTATION_TYPE || element.getKind() == ElementKind.INTERFACE) {
            return "is an interface that any class may implement (a sealed one would do)";
        }
        if (element.getModifiers().contains(Modifier.ABSTRACT)) {
            return "is an abstract class that any class may extend (a sealed one would do)";
        }
        return properties.canonical((DeclaredType) type).isEmpty() ? "has no public getter and no public field" : null;
    }

    /** What is said after the name of a class below one of the platform's, whose getters may do anything. */
    static @Nullable String platformState(DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        if (element.getKind() != ElementKind.CLASS) {
            return null;
        }
        for (TypeElement above = TypeFacts.element(element.getSuperclass());
                above != null;
                above = TypeFacts.element(above.getSuperclass())) {
            if (isForeign(above) && !above.getQualifiedName().contentEquals("java.lang.Object")) {
                return "extends the platform's class " + above.getQualifiedName() + ", whose state cannot be read";
            }
        }
        return null;
    }

    /** Whether the type is a user's collection, map or text that has fields or getters of its own. */
    static boolean holdsMoreThanItsElements(TypeFacts facts, Properties properties, TypeMirror type) {
        TypeElement element = TypeFacts.element(type);
        if (element == null
                || isForeign(element)
                || !(element.getKind() == ElementKind.CLASS || element.getKind() == ElementKind.INTERFACE)
                || !facts.isA(type, READ_BY_ELEMENT)) {
            return false;
        }
        boolean fields = facts.allSupertypes(type).stream()
                .map(TypeFacts::element)
                .anyMatch(owner -> owner != null
                        && !isForeign(owner)
                        && !Properties.state(owner).isEmpty());
        return fields
                || properties.canonical((DeclaredType) type).values().stream()
                        .anyMatch(property -> isOwn(facts, property.element()));
    }

    private static boolean isOwn(TypeFacts facts, Element member) {
        return !isForeign(TypeFacts.owner(member))
                && member instanceof ExecutableElement getter
                && facts.overridden(getter).stream().noneMatch(above -> isForeign(TypeFacts.owner(above)));
    }

    private static boolean isForeign(TypeElement element) {
        return TypeFacts.isForeign(element.getQualifiedName().toString());
    }
}
