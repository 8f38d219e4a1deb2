package dev.retrysafe.tool;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A class and everything above it, and which of their methods are one and the same for an instance of the class. */
final class Hierarchy {

    /** The class and its superclasses, then all interfaces, nearest first. */
    private final Set<Class<?>> types = new LinkedHashSet<>();

    /** What the class and its supertypes put in for the type variables above them. */
    private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

    Hierarchy(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            types.add(c);
        }
        for (Class<?> c : List.copyOf(types)) {
            addInterfaces(c);
        }
        for (Class<?> c : types) {
            addArguments(c.getGenericSuperclass());
            Arrays.stream(c.getGenericInterfaces()).forEach(this::addArguments);
        }
    }

    private void addInterfaces(Class<?> type) {
        for (Class<?> i : type.getInterfaces()) {
            if (types.add(i)) {
                addInterfaces(i);
            }
        }
    }

    private void addArguments(Type supertype) {
        for (Type t = supertype; t instanceof ParameterizedType generic; t = generic.getOwnerType()) {
            TypeVariable<?>[] variables = ((Class<?>) generic.getRawType()).getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                arguments.put(variables[i], generic.getActualTypeArguments()[i]);
            }
        }
    }

    /** The method's declarations: its own, those that it overrides or implements, and those that do so to it. */
    List<Method> declarations(Method method) {
        if (isAlone(method)) {
            return List.of(method);
        }
        List<Class<?>> parameters = parameters(method.isBridge() ? bridged(method) : method);
        return methods(method.getName())
                .filter(candidate ->
                        !isAlone(candidate) && parameters(candidate).equals(parameters))
                .toList();
    }

    /** The method's parameter types in an instance of the class, erased. */
    private List<Class<?>> parameters(Method method) {
        return Arrays.stream(method.getGenericParameterTypes())
                .<Class<?>>map(this::erase)
                .toList();
    }

    /** The method that a bridge leads to: the one that has the bridge's parameters where it was first declared. */
    private Method bridged(Method bridge) {
        return methods(bridge.getName())
                .filter(candidate -> Arrays.equals(candidate.getParameterTypes(), bridge.getParameterTypes()))
                .findFirst()
                .orElse(bridge);
    }

    private Stream<Method> methods(String name) {
        return types.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> !method.isBridge() && method.getName().equals(name));
    }

    /** Whether the method neither overrides nor can be overridden. */
    private static boolean isAlone(Method method) {
        return (method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) != 0;
    }

    private Class<?> erase(Type type) {
        if (type instanceof Class<?> c) {
            return c;
        } else if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        } else if (type instanceof GenericArrayType array) {
            return Array.newInstance(erase(array.getGenericComponentType()), 0).getClass();
        } else if (type instanceof TypeVariable<?> variable) {
            return erase(arguments.getOrDefault(variable, variable.getBounds()[0]));
        }
        return erase(((WildcardType) type).getUpperBounds()[0]);
    }
}
