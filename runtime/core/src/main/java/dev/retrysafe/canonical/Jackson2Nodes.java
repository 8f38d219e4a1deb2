package dev.retrysafe.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** {@link JsonNodes} of Jackson 2; loaded only for a value that is one. */
final class Jackson2Nodes {

    private Jackson2Nodes() {}

    static boolean isMissing(Object value) {
        return value instanceof JsonNode node && node.isMissingNode();
    }

    static @Nullable Object plain(Object value) {
        // Another class loader's library is not this one.
        if (!(value instanceof JsonNode node)) {
            return value;
        }
        return switch (node.getNodeType()) {
            case NULL, MISSING -> null;
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> node.numberValue();
            case ARRAY -> new JsonNodes.Elements(node);
            case OBJECT -> new JsonNodes.Members(node.properties());
            case BINARY, POJO -> node;
        };
    }
}
