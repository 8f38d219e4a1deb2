package dev.retrysafe.processor.read;

import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Finds the classes that a source names, as far as that goes without the compiler's help. */
final class NamedTypes {

    private final Elements elements;

    private final List<String> single = new ArrayList<>();

    /** Where to look for other names, nearest first. */
    private final List<String> owners = new ArrayList<>();

    /**
     * Looks at what a source imports.
     *
     * @param elements the compiler's helper
     * @param unit the source
     * @param type the type within which names are used
     */
    NamedTypes(Elements elements, CompilationUnitTree unit, TypeElement type) {
        this.elements = elements;
        for (Element at = type; at instanceof TypeElement around; at = at.getEnclosingElement()) {
            owners.add(around.getQualifiedName().toString());
        }
        owners.add(elements.getPackageOf(type).getQualifiedName().toString());
        for (ImportTree entry : unit.getImports()) {
            String name = entry.getQualifiedIdentifier().toString();
            if (name.endsWith(".*")) {
                owners.add(name.substring(0, name.length() - 2));
            } else {
                single.add(name);
            }
        }
        owners.add("java.lang");
    }

    /** The names of all methods of the class that the tree names; null when it is not found. */
    @Nullable
    Set<String> methodsOf(Tree tree) {
        TypeElement type = find(tree);
        return type == null
                ? null
                : ElementFilter.methodsIn(elements.getAllMembers(type)).stream()
                        .map(method -> method.getSimpleName().toString())
                        .collect(Collectors.toSet());
    }

    private @Nullable TypeElement find(Tree tree) {
        if (tree instanceof ParameterizedTypeTree parameterized) {
            return find(parameterized.getType());
        }
        if (tree instanceof AnnotatedTypeTree annotated) {
            return find(annotated.getUnderlyingType());
        }
        String name = tree.toString();
        String first = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
        for (String imported : single) {
            if (imported.endsWith("." + first)) {
                return elements.getTypeElement(imported + name.substring(first.length()));
            }
        }
        for (String owner : owners) {
            TypeElement type = elements.getTypeElement(owner.isEmpty() ? name : owner + "." + name);
            if (type != null) {
                return type;
            }
        }
        return elements.getTypeElement(name);
    }
}
