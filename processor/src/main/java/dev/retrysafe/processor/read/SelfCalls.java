package dev.retrysafe.processor.read;

import com.sun.source.util.Trees;
import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls of a type's tools from within the type. Bodies are not resolved while processors run, so a call counts by
 * name and number of arguments, and only when every method that it may mean is a tool. Under any compiler but javac
 * there are no bodies to look at, and nothing is found.
 */
public final class SelfCalls {

    private final @Nullable Trees trees;

    private final TypeFacts facts;

    /** Asks the compiler of the environment. */
    public SelfCalls(ProcessingEnvironment environment, TypeFacts facts) {
        this.trees = SourceOrder.trees(environment);
        this.facts = facts;
    }

    /**
     * A call of a tool from within its type.
     *
     * @param type the type
     * @param tool the tool
     * @param place the calling expression
     */
    public record SelfCall(TypeElement type, ExecutableElement tool, Place place) {}

    /** The calls in a type whose methods have the given numbers within the compilation, in source order. */
    public List<SelfCall> in(TypeElement type, Map<Element, Integer> numbers) {
        if (trees == null || trees.getTree(type) == null || !reachesTools(type)) {
            return List.of();
        }
        Map<String, List<ExecutableElement>> methods = new HashMap<>();
        Map<ExecutableElement, Boolean> tools = new HashMap<>();
        boolean inherits = supertypes(type).skip(1).anyMatch(SelfCalls::declaresTools);
        for (ExecutableElement method : ElementFilter.methodsIn(facts.elements().getAllMembers(type))) {
            methods.computeIfAbsent(method.getSimpleName().toString(), unused -> new ArrayList<>())
                    .add(method);
            tools.put(method, isTool(method, type, inherits));
        }
        if (!tools.containsValue(true)) {
            return List.of();
        }
        methods.values()
                .removeIf(namesakes -> namesakes.stream().noneMatch(method -> tools.getOrDefault(method, false)));
        return new SelfCallScanner(trees, facts, type, methods, tools).scan(numbers);
    }

    /** Most types have no tool, neither of their own nor an inherited one. */
    private boolean reachesTools(TypeElement type) {
        return supertypes(type).anyMatch(SelfCalls::declaresTools);
    }

    /** The type itself first. */
    private Stream<TypeElement> supertypes(TypeElement type) {
        return facts.allSupertypes(type.asType()).stream()
                .map(TypeFacts::element)
                .filter(Objects::nonNull);
    }

    private static boolean declaresTools(TypeElement type) {
        return ElementFilter.methodsIn(type.getEnclosedElements()).stream().anyMatch(SourceReader::isAnnotated);
    }

    private boolean isTool(ExecutableElement method, TypeElement type, boolean inherits) {
        Set<Modifier> modifiers = method.getModifiers();
        return !modifiers.contains(Modifier.STATIC)
                && !modifiers.contains(Modifier.PRIVATE)
                && (SourceReader.isAnnotated(method)
                        || (inherits
                                && !InheritedTools.isClassified(method)
                                && InheritedTools.above(facts, method, type) != null));
    }
}
