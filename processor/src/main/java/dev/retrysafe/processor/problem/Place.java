package dev.retrysafe.processor.problem;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * Where a problem is printed, and where it stands among the others of a compilation.
 *
 * @param element the element
 * @param mirror the annotation on it, null for the element itself
 * @param value the value in the annotation, null for the annotation itself
 * @param member the number of the annotated method within the compilation, in source order
 * @param within what comes first within the method: its annotation's values, its name, its parameters
 */
public record Place(
        Element element,
        @Nullable AnnotationMirror mirror,
        @Nullable AnnotationValue value,
        int member,
        int within) {

    /** Orders an element's name after all values of its annotation. */
    public static final int NAME = 1_000_000;

    /** The same place, at another element. */
    public Place at(Element other, int position) {
        return new Place(other, null, null, member, position);
    }
}
