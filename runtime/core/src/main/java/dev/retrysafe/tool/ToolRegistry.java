package dev.retrysafe.tool;

import dev.retrysafe.annotation.SideEffect;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the generated code of annotated methods, also for an annotation on an interface method or an overridden one, and
 * sees to it that two different methods never share a tool name. Safe for many threads.
 */
public final class ToolRegistry {

    private record Site(Class<?> targetClass, Method method) {}

    private record Declaration(Class<?> type, ToolMethod tool) {}

    private final Map<Site, Optional<ToolMethod>> sites = new ConcurrentHashMap<>();

    private final Map<String, Declaration> byName = new ConcurrentHashMap<>();

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
        byName.forEach((name, declaration) -> tools.put(name, declaration.tool));
        return Map.copyOf(tools);
    }

    private @Nullable ToolMethod look(Site site) {
        Method annotated = AnnotatedMethods.find(site.targetClass, site.method, SideEffect.class);
        return annotated == null ? null : register(annotated.getDeclaringClass(), generated(annotated));
    }

    private ToolMethod register(Class<?> type, ToolMethod tool) {
        String name = tool.definition().tool();
        Declaration declared = byName.computeIfAbsent(name, n -> new Declaration(type, tool));
        boolean oneHierarchy = declared.type.isAssignableFrom(type) || type.isAssignableFrom(declared.type);
        if (!oneHierarchy || !sameMethod(declared.tool.definition(), tool.definition())) {
            throw new ToolDefinitionException(
                    "DuplicateToolName",
                    "two methods are the tool \"" + name + "\": " + describe(declared.tool) + " and " + describe(tool)
                            + ". Their operations would share records: give one of them another name with"
                            + " @SideEffect(tool = …).");
        }
        return tool;
    }

    /** An override keeps its method's name; two overloads in one hierarchy are told apart by the compiler. */
    private static boolean sameMethod(ToolDefinition a, ToolDefinition b) {
        return a.methodName().equals(b.methodName());
    }

    private static String describe(ToolMethod tool) {
        return tool.definition().declaringType() + "." + tool.definition().methodName();
    }

    private static ToolMethod generated(Method annotated) {
        GeneratedTools tools = load(annotated.getDeclaringClass());
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
        GeneratedTools tools;
        try {
            tools = Class.forName(name, true, type.getClassLoader())
                    .asSubclass(GeneratedTools.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw ToolDefinitionException.compiledWithoutProcessor(type, name, e);
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new ToolDefinitionException(
                    "StaleGeneratedCode",
                    name + " cannot be loaded: it was generated for another version of Retrysafe or of its module."
                            + " Recompile the module of " + type.getName() + " from scratch.",
                    e);
        }
        if (tools.format() != GeneratedTools.FORMAT) {
            throw new ToolDefinitionException(
                    "StaleGeneratedCode",
                    name + " is in format " + tools.format() + " and this runtime reads format " + GeneratedTools.FORMAT
                            + ". Recompile the module of " + type.getName()
                            + " with the retrysafe-processor of the same version as retrysafe-core.");
        }
        return tools;
    }
}
