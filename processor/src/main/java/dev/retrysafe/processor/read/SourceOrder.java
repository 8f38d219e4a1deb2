package dev.retrysafe.processor.read;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Name;
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

    /** All methods of the types that the round compiles, but for those named, in source order. */
    public List<ExecutableElement> methods(RoundEnvironment round, Set<String> except) {
        Set<TypeElement> types = new LinkedHashSet<>();
        for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
            if (!except.contains(type.getQualifiedName().toString())) {
                collect(type, types);
            }
        }
        return sorted(types);
    }

    /** A method, and where it stands. */
    private record Standing(ExecutableElement method, int file, long position) {}

    /** The methods of some types, in source order. */
    public List<ExecutableElement> sorted(Set<TypeElement> types) {
        List<Standing> methods = new ArrayList<>();
        Map<TypeElement, Map<ExecutableElement, Long>> positions = new HashMap<>();
        for (TypeElement type : types) {
            TypeElement top = top(type);
            int file = files.computeIfAbsent(top.getQualifiedName().toString(), unused -> files.size());
            Map<ExecutableElement, Long> known = positions.computeIfAbsent(top, this::positions);
            ElementFilter.methodsIn(type.getEnclosedElements())
                    .forEach(method -> methods.add(new Standing(method, file, known.getOrDefault(method, 0L))));
        }
        return methods.stream()
                .sorted(Comparator.comparingInt(Standing::file).thenComparingLong(Standing::position))
                .map(Standing::method)
                .toList();
    }

    private static void collect(TypeElement type, Set<TypeElement> types) {
        types.add(type);
        ElementFilter.typesIn(type.getEnclosedElements()).forEach(nested -> collect(nested, types));
    }

    private static TypeElement top(TypeElement type) {
        TypeElement top = type;
        while (top.getEnclosingElement() instanceof TypeElement around) {
            top = around;
        }
        return top;
    }

    /** One walk a file: to ask javac for each method's path would search the file each time. */
    private Map<ExecutableElement, Long> positions(TypeElement top) {
        Map<ExecutableElement, Long> found = new HashMap<>();
        TreePath path = trees == null ? null : trees.getPath(top);
        if (path != null && trees != null) {
            walk(top, (ClassTree) path.getLeaf(), path.getCompilationUnit(), trees.getSourcePositions(), found);
        }
        return found;
    }

    /** Overloads stand in one order in the tree and among the elements. */
    private static void walk(
            TypeElement type,
            ClassTree tree,
            CompilationUnitTree unit,
            SourcePositions positions,
            Map<ExecutableElement, Long> found) {
        Map<Name, Deque<Long>> methods = new HashMap<>();
        Map<Name, ClassTree> nested = new HashMap<>();
        for (Tree member : tree.getMembers()) {
            if (member instanceof MethodTree method) {
                methods.computeIfAbsent(method.getName(), unused -> new ArrayDeque<>())
                        .add(positions.getStartPosition(unit, method));
            } else if (member instanceof ClassTree inner) {
                nested.put(inner.getSimpleName(), inner);
            }
        }
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            Deque<Long> starts = methods.get(method.getSimpleName());
            if (starts != null && !starts.isEmpty()) {
                found.put(method, starts.removeFirst());
            }
        }
        for (TypeElement inner : ElementFilter.typesIn(type.getEnclosedElements())) {
            ClassTree innerTree = nested.get(inner.getSimpleName());
            if (innerTree != null) {
                walk(inner, innerTree, unit, positions, found);
            }
        }
    }
}
