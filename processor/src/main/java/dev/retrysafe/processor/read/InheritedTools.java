package dev.retrysafe.processor.read;

import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Finds the tool that a method overrides or implements. */
public final class InheritedTools {

    private static final Set<String> CLASSIFIED = Set.of(SourceReader.SIDE_EFFECT, SourceReader.READ_ONLY);

    private InheritedTools() {}

    /** Whether the method says by itself whether it has an effect. */
    public static boolean isClassified(ExecutableElement method) {
        return Frameworks.annotation(method, CLASSIFIED) != null;
    }

    /** Whether the method has an effect, by its own word or by that of one that it overrides or implements. */
    public static boolean isTool(TypeFacts facts, ExecutableElement method, TypeElement type) {
        return SourceReader.isAnnotated(method) || (!isClassified(method) && above(facts, method, type) != null);
    }

    /** The annotated method that a type's method overrides or implements; null for none. */
    public static @Nullable ExecutableElement above(TypeFacts facts, ExecutableElement method, TypeElement type) {
        return facts.overridden(method, type).stream()
                .filter(SourceReader::isAnnotated)
                .findFirst()
                .orElse(null);
    }
}
