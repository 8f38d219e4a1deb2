package dev.retrysafe.processor.read;

import dev.retrysafe.processor.type.TypeFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Tells whether the types around a method are complete, or whether another processor is still at work on them. */
public final class Readiness {

    private static final String LOMBOK = "lombok.";

    /** Those that stay in class files; they ask for no members. */
    private static final Set<String> LOMBOK_DONE = Set.of("lombok.Generated", "lombok.NonNull");

    private Readiness() {}

    /** What javac gives for the value of an annotation that it could not find. */
    private static final String NOT_FOUND = "<error>";

    /** Whether the method, or its annotation, names something that does not exist, or not yet, or cannot. */
    public static boolean isIncomplete(ExecutableElement method) {
        if (method.getAnnotationMirrors().stream().anyMatch(Readiness::isIncomplete)) {
            return true;
        }
        Walk walk = new Walk(element -> false);
        walk.signature(method);
        return walk.metUnknown;
    }

    /** The first type that Lombok is going to add members to, among those that the method's values reach. */
    public static @Nullable TypeElement lombokType(ExecutableElement method) {
        Walk walk = new Walk(Readiness::carriesLombok);
        walk.signature(method);
        return walk.found;
    }

    private static boolean isIncomplete(AnnotationMirror mirror) {
        return mirror.getElementValues().values().stream().anyMatch(Readiness::isIncomplete);
    }

    private static boolean isIncomplete(AnnotationValue value) {
        Object content = value.getValue();
        if (content instanceof AnnotationMirror nested) {
            return isIncomplete(nested);
        }
        if (content instanceof List<?> values) {
            return values.stream().anyMatch(element -> isIncomplete((AnnotationValue) element));
        }
        return content.equals(NOT_FOUND) || (content instanceof TypeMirror type && type.getKind() == TypeKind.ERROR);
    }

    private static boolean carriesLombok(TypeElement type) {
        return annotatedByLombok(type)
                || type.getEnclosedElements().stream()
                        .filter(member -> !(member instanceof TypeElement))
                        .anyMatch(Readiness::annotatedByLombok);
    }

    private static boolean annotatedByLombok(Element element) {
        return element.getAnnotationMirrors().stream()
                .map(mirror -> TypeFacts.nameOf(mirror.getAnnotationType()))
                .anyMatch(name -> name.startsWith(LOMBOK) && !LOMBOK_DONE.contains(name));
    }

    /** Goes through the types that a value may hold. */
    private static final class Walk {

        private final Predicate<TypeElement> looksFor;

        private final Set<TypeElement> seen = new HashSet<>();

        private @Nullable TypeElement found;

        private boolean metUnknown;

        Walk(Predicate<TypeElement> looksFor) {
            this.looksFor = looksFor;
        }

        void signature(ExecutableElement method) {
            visit(method.getReturnType());
            method.getParameters().forEach(parameter -> visit(parameter.asType()));
        }

        private void visit(@Nullable TypeMirror type) {
            if (type == null || found != null) {
                return;
            }
            if (type.getKind() == TypeKind.ERROR) {
                metUnknown = true;
            } else if (type instanceof DeclaredType declared) {
                declared.getTypeArguments().forEach(this::visit);
                visit((TypeElement) declared.asElement());
            } else if (type instanceof ArrayType array) {
                visit(array.getComponentType());
            } else if (type instanceof WildcardType wildcard) {
                visit(wildcard.getExtendsBound());
            } else if (type instanceof TypeVariable variable && !(variable.getUpperBound() instanceof TypeVariable)) {
                TypeElement bound = TypeFacts.element(variable.getUpperBound());
                if (bound != null) {
                    visit(bound);
                }
            }
        }

        private void visit(TypeElement type) {
            if (TypeFacts.isForeign(type.getQualifiedName().toString()) || !seen.add(type)) {
                return;
            }
            if (looksFor.test(type)) {
                found = type;
                return;
            }
            visit(type.getSuperclass());
            ElementFilter.fieldsIn(type.getEnclosedElements()).forEach(field -> visit(field.asType()));
            type.getRecordComponents().forEach(component -> {
                // A component without an accessor has a name that none may have: the compiler says so, if we do not.
                metUnknown |= component.getAccessor() == null;
                visit(component.asType());
            });
            for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
                if (method.getParameters().isEmpty()) {
                    visit(method.getReturnType());
                }
            }
            type.getPermittedSubclasses().forEach(this::visit);
        }
    }
}
