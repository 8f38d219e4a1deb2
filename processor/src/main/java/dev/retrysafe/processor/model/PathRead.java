package dev.retrysafe.processor.model;

import java.util.List;
import javax.lang.model.type.TypeMirror;

/**
 * Reads one value, null when anything on the way is null or absent.
 *
 * @param path as written
 * @param rootName the name of what is read from
 * @param rootType its type
 * @param steps the way
 * @param kind what the value is
 */
public record PathRead(String path, String rootName, TypeMirror rootType, List<Step> steps, KeyValue kind) {

    /** One step of the way. */
    public sealed interface Step {

        /** The type after the step. */
        TypeMirror type();

        /** Reads a member. */
        record Get(Access access) implements Step {
            @Override
            public TypeMirror type() {
                return access.type();
            }
        }

        /** Takes the value out of an {@code Optional} or its like. */
        record Unwrap(String presentValue, TypeMirror type) implements Step {}
    }

    /** The type of the value that is read. */
    public TypeMirror valueType() {
        return steps.isEmpty() ? rootType : steps.get(steps.size() - 1).type();
    }
}
