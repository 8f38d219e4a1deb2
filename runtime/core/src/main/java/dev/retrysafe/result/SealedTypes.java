package dev.retrysafe.result;

import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values that a sealed type admits, by the simple names that stand for them in stored data. Nothing outside its
 * permitted subtypes can be named.
 */
final class SealedTypes {

    private final Class<?> base;

    private final Map<String, Class<?>> byName = new LinkedHashMap<>();

    SealedTypes(Class<?> base) {
        this.base = base;
        collect(base);
    }

    /** An enum whose constants have bodies is sealed by the compiler; so are some types of the platform. */
    static boolean isSealed(Class<?> type) {
        return type.isSealed() && !type.isEnum() && !type.getName().startsWith("java.");
    }

    String nameOf(Object value) {
        Class<?> type = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        String name = type.getSimpleName();
        if (byName.get(name) != type) {
            throw new NoStoredFormException(type, "it is not a permitted subtype of " + base.getName());
        }
        return name;
    }

    Class<?> named(String name) {
        Class<?> type = byName.get(name);
        if (type == null) {
            throw new NoStoredFormException(base, "stored data names a subtype that it does not permit (any more)");
        }
        return type;
    }

    private void collect(Class<?> type) {
        if (!type.isInterface() && (type.isEnum() || !Modifier.isAbstract(type.getModifiers()))) {
            Class<?> other = byName.put(type.getSimpleName(), type);
            if (other != null && other != type) {
                throw new NoStoredFormException(
                        base, other.getName() + " and " + type.getName() + " have one simple name");
            }
        }
        if (isSealed(type)) {
            for (Class<?> subtype : type.getPermittedSubclasses()) {
                collect(subtype);
            }
        }
    }
}
