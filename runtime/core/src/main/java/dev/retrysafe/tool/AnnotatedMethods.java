package dev.retrysafe.tool;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Finds an annotation on a method or on the nearest one that it overrides or implements. */
public final class AnnotatedMethods {

    private AnnotatedMethods() {}

    /**
     * Finds the annotated declaration of a method.
     *
     * @param targetClass the class whose instance is called
     * @param method the method that is called
     * @param annotation the annotation to look for
     * @return the declaration that carries it: in the class, then its superclasses, then their interfaces; null when none
     *     does
     */
    public static @Nullable Method find(Class<?> targetClass, Method method, Class<? extends Annotation> annotation) {
        return new Hierarchy(targetClass)
                .declarations(method).stream()
                        .filter(declared -> declared.isAnnotationPresent(annotation))
                        .findFirst()
                        .orElse(null);
    }
}
