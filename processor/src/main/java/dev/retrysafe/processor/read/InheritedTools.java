package dev.retrysafe.processor.read;

import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Finds the tool that a method overrides or implements. */
public final class InheritedTools {

    private static final Set<String> CLASSIFIED = Set.of(SourceReader.SIDE_EFFECT, SourceReader.READ_ONLY);

    private InheritedTools() {}

    /** Whether the method says by itself whether it has an effect. */
    public static boolean isClassified(ExecutableElement method) {
        return Frameworks.annotation(method, CLASSIFIED) != null;
    }

    /** The annotated method that a type's method overrides or implements; null for none. */
    public static @Nullable ExecutableElement above(TypeFacts facts, ExecutableElement method, TypeElement type) {
        TypeElement owner = TypeFacts.owner(method);
        for (TypeMirror supertype : facts.allSupertypes(type.asType())) {
            TypeElement above = TypeFacts.element(supertype);
            if (above == null || above.equals(owner)) {
                continue;
            }
            for (ExecutableElement overridden : ElementFilter.methodsIn(above.getEnclosedElements())) {
                if (SourceReader.isAnnotated(overridden) && facts.elements().overrides(method, overridden, type)) {
                    return overridden;
                }
            }
        }
        return null;
    }
}
