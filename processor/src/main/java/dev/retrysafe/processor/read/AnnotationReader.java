package dev.retrysafe.processor.read;

import dev.retrysafe.processor.problem.Place;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Reads the values of one annotation, nested ones too, each with its place; the places are in source order. */
final class AnnotationReader {

    private final Place annotation;

    private final IdentityHashMap<AnnotationValue, Integer> order = new IdentityHashMap<>();

    /** Kept, since Eclipse's compiler makes new objects whenever it is asked. */
    private final IdentityHashMap<AnnotationMirror, Map<? extends ExecutableElement, ? extends AnnotationValue>>
            values = new IdentityHashMap<>();

    private final IdentityHashMap<AnnotationValue, Object> contents = new IdentityHashMap<>();

    AnnotationReader(Element element, AnnotationMirror mirror, int member) {
        this.annotation = new Place(element, mirror, null, member, 0);
        number(mirror);
    }

    private void number(AnnotationMirror mirror) {
        valuesOf(mirror).values().forEach(this::number);
    }

    private void number(AnnotationValue value) {
        order.put(value, order.size() + 1);
        Object content = contentOf(value);
        if (content instanceof AnnotationMirror nested) {
            number(nested);
        } else if (content instanceof List<?> elements) {
            elements.forEach(element -> number((AnnotationValue) element));
        }
    }

    private Map<? extends ExecutableElement, ? extends AnnotationValue> valuesOf(AnnotationMirror mirror) {
        return values.computeIfAbsent(mirror, AnnotationMirror::getElementValues);
    }

    private Object contentOf(AnnotationValue value) {
        return contents.computeIfAbsent(value, AnnotationValue::getValue);
    }

    Place annotation() {
        return annotation;
    }

    Written<String> text(@Nullable AnnotationMirror mirror, String member) {
        return written(find(mirror, member), value -> (String) value, "");
    }

    /** A text whose absence is the fault of the annotation around it. */
    String plainText(@Nullable AnnotationMirror mirror, String member) {
        return text(mirror, member).value();
    }

    Written<List<Written<String>>> texts(@Nullable AnnotationMirror mirror, String member) {
        return written(find(mirror, member), value -> elements(value, element -> (String) element), List.of());
    }

    List<Written<TypeMirror>> types(@Nullable AnnotationMirror mirror, String member) {
        return written(
                        find(mirror, member),
                        value -> elements(value, element -> (TypeMirror) element),
                        List.<Written<TypeMirror>>of())
                .value();
    }

    String constant(@Nullable AnnotationMirror mirror, String member, String otherwise) {
        return written(
                        find(mirror, member),
                        value -> ((VariableElement) value).getSimpleName().toString(),
                        otherwise)
                .value();
    }

    boolean flag(@Nullable AnnotationMirror mirror, String member, boolean otherwise) {
        return written(find(mirror, member), value -> (Boolean) value, otherwise)
                .value();
    }

    @Nullable
    AnnotationMirror nested(AnnotationMirror mirror, String member) {
        AnnotationValue value = find(mirror, member);
        return value == null ? null : (AnnotationMirror) contentOf(value);
    }

    private <T> List<Written<T>> elements(Object value, Function<Object, T> reader) {
        List<Written<T>> found = new ArrayList<>();
        for (Object element : (List<?>) value) {
            AnnotationValue elementValue = (AnnotationValue) element;
            found.add(new Written<>(reader.apply(contentOf(elementValue)), placeOf(elementValue)));
        }
        return found;
    }

    private <T> Written<T> written(@Nullable AnnotationValue value, Function<Object, T> reader, T otherwise) {
        return value == null
                ? new Written<>(otherwise, annotation)
                : new Written<>(reader.apply(contentOf(value)), placeOf(value));
    }

    private Place placeOf(AnnotationValue value) {
        return new Place(
                annotation.element(), annotation.mirror(), value, annotation.member(), order.getOrDefault(value, 0));
    }

    private @Nullable AnnotationValue find(@Nullable AnnotationMirror mirror, String member) {
        if (mirror == null) {
            return null;
        }
        for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry :
                valuesOf(mirror).entrySet()) {
            if (entry.getKey().getSimpleName().contentEquals(member)) {
                return entry.getValue();
            }
        }
        return null;
    }
}
