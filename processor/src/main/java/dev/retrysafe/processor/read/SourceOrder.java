package dev.retrysafe.processor.read;

import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Puts methods in the order in which a reader meets them. Only javac knows positions; under any other compiler, or one
 * in disguise, the order is that of the elements, which lists nested types first.
 */
public final class SourceOrder {

    private final @Nullable Trees trees;

    private final Map<String, Integer> files = new HashMap<>();

    /** Asks the compiler of the environment. */
    public SourceOrder(ProcessingEnvironment environment) {
        trees = trees(environment);
    }

    /** What javac knows about its sources; null under any other compiler. */
    static @Nullable Trees trees(ProcessingEnvironment environment) {
        try {
            return Trees.instance(environment);
        } catch (IllegalArgumentException | LinkageError notJavac) {
            return null;
        }
    }

    /** All methods of the types that the round compiles, in source order, with where they stand in it. */
    public List<ExecutableElement> methods(RoundEnvironment round) {
        Set<TypeElement> types = new LinkedHashSet<>();
        ElementFilter.typesIn(round.getRootElements()).forEach(type -> collect(type, types));
        return sorted(types);
    }

    /** The methods of some types, in source order. */
    public List<ExecutableElement> sorted(Set<TypeElement> types) {
        List<ExecutableElement> methods = new ArrayList<>();
        types.forEach(type -> methods.addAll(ElementFilter.methodsIn(type.getEnclosedElements())));
        methods.sort(Comparator.comparing(this::file).thenComparing(this::position));
        return methods;
    }

    private static void collect(TypeElement type, Set<TypeElement> types) {
        types.add(type);
        ElementFilter.typesIn(type.getEnclosedElements()).forEach(nested -> collect(nested, types));
    }

    private int file(Element element) {
        Element top = element;
        for (Element at = element; at != null && !(at instanceof PackageElement); at = at.getEnclosingElement()) {
            top = at;
        }
        return files.computeIfAbsent(((TypeElement) top).getQualifiedName().toString(), unused -> files.size());
    }

    private long position(Element element) {
        TreePath path = trees == null ? null : trees.getPath(element);
        return path == null || trees == null
                ? 0
                : trees.getSourcePositions().getStartPosition(path.getCompilationUnit(), path.getLeaf());
    }
}
