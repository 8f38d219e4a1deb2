package dev.retrysafe.spring;

import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.tool.GeneratedTools;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** The annotated methods of classes, those that a class inherits or implements included. Each class is read once. */
final class ToolTypes {

    private static final ClassValue<List<Method>> TOOLS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            return read(type);
        }
    };

    private ToolTypes() {}

    static boolean hasTools(Class<?> type) {
        return !tools(type).isEmpty();
    }

    /** What is called when a tool of the class is: for a method that the class overrides or implements, the class's own. */
    static List<Method> tools(Class<?> type) {
        return TOOLS.get(type);
    }

    private static List<Method> read(Class<?> type) {
        if (type.isPrimitive() || type.isArray() || type.getName().startsWith("java.")) {
            return List.of();
        }
        Set<Method> tools = new LinkedHashSet<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            addTools(c, type, tools);
        }
        for (Class<?> i : ClassUtils.getAllInterfacesForClassAsSet(type)) {
            addTools(i, type, tools);
        }
        return List.copyOf(tools);
    }

    private static void addTools(Class<?> declaring, Class<?> type, Set<Method> tools) {
        for (Method method : methods(declaring)) {
            if (!method.isBridge() && method.isAnnotationPresent(SideEffect.class)) {
                tools.add(AopUtils.getMostSpecificMethod(method, type));
            }
        }
    }

    /**
     * A class that names types which are not there cannot be read; frameworks have many such, for optional libraries. It
     * has no tools, unless the annotation processor says otherwise.
     */
    private static Method[] methods(Class<?> declaring) {
        try {
            return ReflectionUtils.getDeclaredMethods(declaring);
        } catch (IllegalStateException | LinkageError e) {
            if (ClassUtils.isPresent(GeneratedTools.nameFor(declaring), declaring.getClassLoader())) {
                throw e;
            }
            return new Method[0];
        }
    }
}
