package dev.retrysafe.processor.model;

import javax.lang.model.type.TypeMirror;

/** The canonical form of the values of one declared type, as far as a fingerprint selects it. */
public sealed interface Canonical {

    /** A value without members. */
    record Single(Scalar scalar) implements Canonical {}

    /** A value that may be absent. */
    record Maybe(TypeMirror innerType, Canonical inner) implements Canonical {}

    /** Several values of one type; with a cast, in a container that declares its elements more loosely. */
    record Many(Order order, TypeMirror elementType, Canonical element, boolean cast) implements Canonical {}

    /** Values under keys; with a cast, in a map that declares them more loosely. */
    record Keyed(MapKey key, TypeMirror keyType, TypeMirror valueType, Canonical value, boolean cast)
            implements Canonical {}

    /** A value whose type says nothing; that it is like JSON is checked at run time. */
    record JsonLike() implements Canonical {}

    /** An object, or a choice of objects, written by a method of its own. */
    record Shaped(Form form) implements Canonical {}

    /** Whether the order of several values counts. */
    enum Order {
        KEPT,
        SORTED,
        SORTED_AND_MERGED
    }

    /** How the key of a map becomes text. */
    enum MapKey {
        TEXT("%s.toString()"),
        CONSTANT("%s.name()");

        private final String expression;

        MapKey(String expression) {
            this.expression = expression;
        }

        /** The key as text. */
        public String expression(String variable) {
            return String.format(expression, variable);
        }
    }
}
