package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ElementKind;
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

    private static final List<String> FOREIGN = List.of("java.", "javax.", "jakarta.", "kotlin.");

    private CanonicalRefusals() {}

    /** What is said after the type's name; null when it has a canonical form. */
    static @Nullable String reason(TypeFacts facts, Properties properties, TypeMirror type) {
        TypeElement element = TypeFacts.element(type);
        if (element == null) {
            return type.getKind() == TypeKind.ERROR ? "is not known" : "has no canonical form";
        }
        String name = element.getQualifiedName().toString();
        if (facts.isA(type, ONCE)) {
            return "can be read only once";
        }
        if (ScalarTypes.isClock(type)) {
            return "is a clock";
        }
        if (FOREIGN.stream().anyMatch(name::startsWith)) {
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
}
