package dev.retrysafe.tool;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
        List<Class<?>[]> signatures = signatures(targetClass, method);
        for (Class<?> type : hierarchy(targetClass)) {
            for (Class<?>[] signature : signatures) {
                Method declared = declared(type, method.getName(), signature);
                if (declared != null && !declared.isBridge() && declared.isAnnotationPresent(annotation)) {
                    return declared;
                }
            }
        }
        return null;
    }

    /** The class and its superclasses, then all interfaces, nearest first. */
    private static Set<Class<?>> hierarchy(Class<?> type) {
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            types.add(c);
        }
        for (Class<?> c : List.copyOf(types)) {
            addInterfaces(c, types);
        }
        return types;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> types) {
        for (Class<?> i : type.getInterfaces()) {
            if (types.add(i)) {
                addInterfaces(i, types);
            }
        }
    }

    /**
     * The parameter types of the method, and those under which generic supertypes know it: the compiler leaves a bridge
     * method for each.
     */
    private static List<Class<?>[]> signatures(Class<?> targetClass, Method method) {
        List<Class<?>[]> signatures = new ArrayList<>();
        signatures.add(method.getParameterTypes());
        for (Class<?> c = targetClass; c != null; c = c.getSuperclass()) {
            for (Method other : c.getDeclaredMethods()) {
                if (other.getName().equals(method.getName())
                        && other.isBridge() != method.isBridge()
                        && wider(other.isBridge() ? other : method, other.isBridge() ? method : other)) {
                    signatures.add(other.getParameterTypes());
                }
            }
        }
        return signatures;
    }

    private static boolean wider(Method bridge, Method bridged) {
        Class<?>[] wide = bridge.getParameterTypes();
        Class<?>[] narrow = bridged.getParameterTypes();
        if (wide.length != narrow.length || !bridge.getReturnType().isAssignableFrom(bridged.getReturnType())) {
            return false;
        }
        for (int i = 0; i < wide.length; i++) {
            if (!wide[i].isAssignableFrom(narrow[i])) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Method declared(Class<?> type, String name, Class<?>[] parameters) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)
                    && !method.isBridge()
                    && Arrays.equals(method.getParameterTypes(), parameters)) {
                return method;
            }
        }
        return null;
    }
}
