package dev.retrysafe.processor.problem;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Where a problem is printed, and where it stands among the others of a compilation.
 *
 * @param element the element
 * @param mirror the annotation on it, null for the element itself
 * @param value the value in the annotation, null for the annotation itself
 * @param member the number of the annotated method within the compilation, in source order
 * @param within what comes first within the method: its annotation's values, its name, its parameters, its body
 * @param spot a finer place than any element, null for none
 */
public record Place(
        Element element,
        @Nullable AnnotationMirror mirror,
        @Nullable AnnotationValue value,
        int member,
        int within,
        @Nullable Spot spot) {

    /** Orders an element's name after all values of its annotation. */
    public static final int NAME = 1_000_000;

    /** Orders what stands in a body after everything that stands before it. */
    public static final int BODY = 2_000_000;

    /** A place in the source that only the compiler knows how to point at. */
    @FunctionalInterface
    public interface Spot {

        /** Prints the message there. */
        void print(Kind kind, String message);
    }

    /** A place that an element, an annotation or its value stands for. */
    public Place(
            Element element,
            @Nullable AnnotationMirror mirror,
            @Nullable AnnotationValue value,
            int member,
            int within) {
        this(element, mirror, value, member, within, null);
    }

    /** The same place, at another element. */
    public Place at(Element other, int position) {
        return new Place(other, null, null, member, position);
    }
}
