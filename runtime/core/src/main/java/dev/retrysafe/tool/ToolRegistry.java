package dev.retrysafe.tool;

import dev.retrysafe.annotation.SideEffect;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the generated code of annotated methods, also for an annotation on an interface method or an overridden one, and
 * sees to it that two different methods never share a tool name. Safe for many threads.
 */
public final class ToolRegistry {

    private record Site(Class<?> targetClass, Method method) {}

    /** A method that has its tool's name, under all its declarations. */
    private record Claim(ToolMethod tool, Set<Method> declarations) {}

    private final Map<Site, Optional<ToolMethod>> sites = new ConcurrentHashMap<>();

    private final Map<String, List<Claim>> byName = new ConcurrentHashMap<>();

    private final Map<Class<?>, GeneratedTools> loaded = new ConcurrentHashMap<>();

    /**
     * The tool that a method is.
     *
     * @param targetClass the class whose instance is called, not its proxy
     * @param method the method that is called; of the class, a supertype or an interface of it
     * @return the tool; null when neither the method nor one that it overrides or implements is annotated
     * @throws ToolDefinitionException when it is annotated and cannot be protected
     */
    public @Nullable ToolMethod find(Class<?> targetClass, Method method) {
        return sites.computeIfAbsent(new Site(targetClass, method), s -> Optional.ofNullable(look(s)))
                .orElse(null);
    }

    /**
     * The tools found so far.
     *
     * @return by tool name
     */
    public Map<String, ToolMethod> tools() {
        Map<String, ToolMethod> tools = new ConcurrentHashMap<>();
        byName.forEach((name, claims) -> tools.put(name, claims.get(0).tool));
        return Map.copyOf(tools);
    }

    private @Nullable ToolMethod look(Site site) {
        Method annotated = AnnotatedMethods.find(site.targetClass, site.method, SideEffect.class);
        if (annotated == null) {
            return null;
        }
        ToolMethod tool = generated(annotated);
        Claim claim = new Claim(tool, declarations(site));
        byName.compute(
                tool.definition().tool(), (name, claims) -> claims == null ? List.of(claim) : join(claims, claim));
        return tool;
    }

    private static Set<Method> declarations(Site site) {
        Hierarchy hierarchy = new Hierarchy(site.targetClass);
        Set<Method> declarations = new HashSet<>();
        for (Method method : hierarchy.declarations(site.method)) {
            // Two commands that implement one unannotated Command.execute are two tools.
            if (method.isAnnotationPresent(SideEffect.class)) {
                declarations.add(method);
            }
        }
        return declarations;
    }

    private static List<Claim> join(List<Claim> claims, Claim claim) {
        for (Claim other : claims) {
            if (Collections.disjoint(other.declarations, claim.declarations)) {
                throw new ToolDefinitionException(
                        "DuplicateToolName",
                        "two methods are the tool \"" + claim.tool.definition().tool() + "\": "
                                + describe(other.tool) + " and " + describe(claim.tool)
                                + ". Their operations would share records: give one of them another name with"
                                + " @SideEffect(tool = …).");
            }
        }
        return claims.contains(claim)
                ? claims
                : Stream.concat(claims.stream(), Stream.of(claim)).toList();
    }

    private static String describe(ToolMethod tool) {
        return tool.parameterTypes().stream()
                .map(Class::getSimpleName)
                .collect(Collectors.joining(
                        ", ",
                        tool.definition().declaringType() + "."
                                + tool.definition().methodName() + "(",
                        ")"));
    }

    private ToolMethod generated(Method annotated) {
        GeneratedTools tools = loaded.computeIfAbsent(annotated.getDeclaringClass(), ToolRegistry::load);
        List<Class<?>> parameters = List.of(annotated.getParameterTypes());
        for (ToolMethod tool : tools.tools()) {
            if (tool.definition().methodName().equals(annotated.getName())
                    && tool.parameterTypes().equals(parameters)) {
                return tool;
            }
        }
        throw new ToolDefinitionException(
                "StaleGeneratedCode",
                tools.getClass().getName() + " does not know the method " + annotated
                        + ": the class and its generated code were not compiled together. Recompile the module from"
                        + " scratch.");
    }

    private static GeneratedTools load(Class<?> type) {
        String name = GeneratedTools.nameFor(type);
        ClassLoader loader = type.getClassLoader();
        try {
            Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw ToolDefinitionException.compiledWithoutProcessor(type, name, e);
        }
        try {
            checkShapes(instance(name + "$Shapes", GeneratedTools.Shapes.class, loader), type);
            GeneratedTools tools = instance(name, GeneratedTools.class, loader);
            checkFormat(tools, type);
            return tools;
        } catch (IllegalAccessException e) {
            throw new ToolDefinitionException(
                    "NoGeneratedCode",
                    name + " is out of reach: its module keeps the package to itself. Add \"opens "
                            + type.getPackageName()
                            + " to " + ToolRegistry.class.getModule().getName() + ";\" to the module-info of "
                            + type.getModule().getName() + ".",
                    e);
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new ToolDefinitionException(
                    "StaleGeneratedCode",
                    name + " cannot be loaded: it was generated for another version of Retrysafe or of its module."
                            + " Recompile the module of " + type.getName() + " from scratch.",
                    e);
        }
    }

    private static <T> T instance(String name, Class<T> type, @Nullable ClassLoader loader)
            throws ReflectiveOperationException {
        return Class.forName(name, true, loader)
                .asSubclass(type)
                .getConstructor()
                .newInstance();
    }

    private static void checkShapes(GeneratedTools.Shapes compiled, Class<?> type) {
        for (TypeShape shape : compiled.shapes()) {
            String difference = shape.difference(type.getClassLoader(), type.getName());
            if (difference != null) {
                throw new ToolDefinitionException("StaleGeneratedCode", difference + ".");
            }
        }
    }

    private static void checkFormat(GeneratedTools tools, Class<?> type) {
        if (tools.format() != GeneratedTools.FORMAT) {
            throw new ToolDefinitionException(
                    "StaleGeneratedCode",
                    tools.getClass().getName() + " is in format " + tools.format() + " and this runtime reads format "
                            + GeneratedTools.FORMAT + ". Recompile the module of " + type.getName()
                            + " with the retrysafe-processor of the same version as retrysafe-core.");
        }
    }
}
