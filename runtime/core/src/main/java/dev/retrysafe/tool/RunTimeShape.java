package dev.retrysafe.tool;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the annotation processor would see of a class that is loaded, by the same rules. Initializes nothing. */
final class RunTimeShape {

    private RunTimeShape() {}

    /** What a class is, as far as generated code depends on it. */
    static String kind(Class<?> type) {
        if (type.isEnum()) {
            return "enum";
        } else if (type.isRecord()) {
            return "record";
        }
        String noun = type.isInterface() ? "interface" : "class";
        if (type.isSealed()) {
            return "sealed " + noun;
        }
        return Modifier.isFinal(type.getModifiers()) ? "final " + noun : noun;
    }

    /** The binary names of the classes that the values of a sealed type may have. */
    static Set<String> subtypes(Class<?> type) {
        Set<String> found = new TreeSet<>();
        collect(type, found);
        return found;
    }

    private static void collect(Class<?> type, Set<String> found) {
        Class<?>[] permitted = type.getPermittedSubclasses();
        if (permitted == null || (!type.isInterface() && !Modifier.isAbstract(type.getModifiers()))) {
            found.add(type.getName());
        }
        if (permitted != null) {
            Arrays.stream(permitted).forEach(subtype -> collect(subtype, found));
        }
    }

    /** The erased types of what defines a value: a record's components, any other class's getters and public fields. */
    static SortedMap<String, String> members(Class<?> type) {
        return type.isRecord() ? components(type) : properties(type);
    }

    /** The erased types of what a path may go through. */
    static SortedMap<String, String> readable(Class<?> type) {
        SortedMap<String, String> members = properties(type);
        if (type.isRecord()) {
            members.putAll(components(type));
        }
        return members;
    }

    private static SortedMap<String, String> components(Class<?> type) {
        SortedMap<String, String> members = new TreeMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            members.put(component.getName(), component.getType().getTypeName());
        }
        return members;
    }

    private static SortedMap<String, String> properties(Class<?> type) {
        Map<String, String> names = new HashMap<>();
        SortedMap<String, String> members = new TreeMap<>();
        List<Class<?>> owners = owners(type);
        for (Class<?> owner : owners) {
            getters(owner).forEach((name, getter) -> {
                if (names.putIfAbsent(name, "") == null && !isPlatform(owner)) {
                    members.put(getter.getName() + "()", getter.getReturnType().getTypeName());
                }
            });
        }
        for (Class<?> owner : owners) {
            for (Field field : owner.getDeclaredFields()) {
                if (isOpen(field.getModifiers())
                        && !field.isSynthetic()
                        && names.putIfAbsent(field.getName(), "") == null
                        && !isPlatform(owner)) {
                    members.put(field.getName(), field.getType().getTypeName());
                }
            }
        }
        return members;
    }

    /** What the Java platform's own types have differs from version to version, and no recompilation changes it. */
    private static boolean isPlatform(Class<?> owner) {
        return owner.getName().startsWith("java.") || owner.getName().startsWith("javax.");
    }

    /** Classes before interfaces, the nearest first. */
    private static List<Class<?>> owners(Class<?> type) {
        Set<Class<?>> seen = new LinkedHashSet<>();
        Deque<Class<?>> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            Class<?> next = open.removeFirst();
            if (next != Object.class && seen.add(next)) {
                if (next.getSuperclass() != null) {
                    open.add(next.getSuperclass());
                }
                open.addAll(Arrays.asList(next.getInterfaces()));
            }
        }
        List<Class<?>> owners =
                new ArrayList<>(seen.stream().filter(c -> !c.isInterface()).toList());
        owners.addAll(seen.stream().filter(Class::isInterface).toList());
        return owners;
    }

    private static Map<String, Method> getters(Class<?> owner) {
        Map<String, Method> found = new HashMap<>();
        for (Method method : owner.getDeclaredMethods()) {
            String name = propertyName(method);
            if (name != null) {
                found.merge(name, method, RunTimeShape::preferred);
            }
        }
        return found;
    }

    /** Of {@code isX} and {@code getX}, as the Introspector does it: the former, if the latter is boolean too. */
    private static Method preferred(Method one, Method other) {
        boolean bothBoolean = one.getReturnType() == boolean.class && other.getReturnType() == boolean.class;
        return one.getName().startsWith("is") == bothBoolean ? one : other;
    }

    private static @Nullable String propertyName(Method method) {
        if (!isOpen(method.getModifiers())
                || method.isSynthetic()
                || method.getParameterCount() > 0
                || method.getTypeParameters().length > 0
                || method.getReturnType() == void.class) {
            return null;
        }
        String name = method.getName();
        if (!name.chars().allMatch(Character::isJavaIdentifierPart)) {
            // No Java code can call what other languages name so, and the processor is not shown it.
            return null;
        }
        if (isPrefixed(name, "get")) {
            return decapitalize(name.substring(3));
        }
        return method.getReturnType() == boolean.class && isPrefixed(name, "is")
                ? decapitalize(name.substring(2))
                : null;
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers);
    }

    private static boolean isPrefixed(String name, String prefix) {
        return name.length() > prefix.length()
                && name.startsWith(prefix)
                && !Character.isLowerCase(name.charAt(prefix.length()));
    }

    /** As {@code java.beans.Introspector} does it, without needing its module. */
    private static String decapitalize(String name) {
        if (name.length() > 1 && Character.isUpperCase(name.charAt(0)) && Character.isUpperCase(name.charAt(1))) {
            return name;
        }
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
