package dev.retrysafe.canonical;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes the nodes of JSON libraries for what they hold. Knows the libraries by name, so that none has to be there. */
final class JsonNodes {

    private static final ClassValue<Library> LIBRARIES = new ClassValue<>() {
        @Override
        protected Library computeValue(Class<?> type) {
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                switch (at.getName()) {
                    case "com.fasterxml.jackson.databind.JsonNode" -> {
                        return Library.JACKSON_2;
                    }
                    case "tools.jackson.databind.JsonNode" -> {
                        return Library.JACKSON_3;
                    }
                    default -> {}
                }
            }
            return Library.NONE;
        }
    };

    private JsonNodes() {}

    private enum Library {
        NONE,
        JACKSON_2,
        JACKSON_3
    }

    /**
     * Whether nothing is there, not even a {@code null} that was written.
     *
     * @param value anything
     * @return true for null, and for the node of a library that stands for a missing value
     */
    static boolean isAbsent(@Nullable Object value) {
        if (value == null) {
            return true;
        }
        return switch (LIBRARIES.get(value.getClass())) {
            case NONE -> false;
            case JACKSON_2 -> Jackson2Nodes.isMissing(value);
            case JACKSON_3 -> Jackson3Nodes.isMissing(value);
        };
    }

    /** What an array node holds. */
    record Elements(Iterable<?> nodes) {}

    /** What an object node holds. */
    record Members(Iterable<? extends Map.Entry<String, ?>> entries) {}

    /**
     * The value that a node stands for, one level deep.
     *
     * @param value anything
     * @return null for null and its nodes; text, a boolean, a number, {@link Elements} or {@link Members} for other
     *     nodes; the value itself for all else, and for nodes that hold what is not JSON
     */
    static @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof String || value instanceof Number) {
            return value;
        }
        return switch (LIBRARIES.get(value.getClass())) {
            case NONE -> value;
            case JACKSON_2 -> Jackson2Nodes.plain(value);
            case JACKSON_3 -> Jackson3Nodes.plain(value);
        };
    }
}
