package dev.retrysafe.processor.model;

import java.util.SortedMap;

/**
 * What generated code depends on in one type that it reads; the runtime compares it with the type as it then is.
 *
 * @param type the type's binary name
 * @param kind what it is, such as {@code record} or {@code final class}
 * @param extent what is compared
 * @param members erased types by member, or subtypes by their binary name
 */
public record TypeShape(String type, String kind, Extent extent, SortedMap<String, String> members) {

    /** What is compared. */
    public enum Extent {
        ALL_MEMBERS("allOf"),
        SOME_MEMBERS("partOf"),
        SUBTYPES("sealedInto");

        private final String factory;

        Extent(String factory) {
            this.factory = factory;
        }

        /** The runtime's method that makes such a shape. */
        public String factory() {
            return factory;
        }
    }
}
