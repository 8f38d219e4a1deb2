package dev.retrysafe.result;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.CreatorProperty;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Refuses an object whose stored form lacks a primitive member: a class without such a member wrote it, and nothing but a
 * made-up 0 or false could stand in. What a creator takes Jackson refuses by itself; this is for fields and setters.
 */
final class Jackson2Primitives extends BeanDeserializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public JsonDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription description, JsonDeserializer<?> deserializer) {
        if (!(deserializer instanceof BeanDeserializerBase bean)
                || bean.getValueInstantiator().canCreateUsingDelegate()) {
            return deserializer;
        }
        Set<String> fields = description.findProperties().stream()
                .filter(BeanPropertyDefinition::hasField)
                .map(BeanPropertyDefinition::getName)
                .collect(Collectors.toSet());
        Set<String> primitives = new HashSet<>();
        bean.properties().forEachRemaining(property -> {
            if (isSetLater(property) && fields.contains(property.getName())) {
                primitives.add(property.getName());
            }
        });
        return primitives.isEmpty() ? deserializer : new Complete(deserializer, primitives);
    }

    private static boolean isSetLater(SettableBeanProperty property) {
        return property.getType().isPrimitive() && !(property instanceof CreatorProperty);
    }

    /** Reads an object twice: its members' names, then the object. */
    private static final class Complete extends DelegatingDeserializer {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // Never serialized.
        private final Set<String> primitives;

        Complete(JsonDeserializer<?> bean, Set<String> primitives) {
            super(bean);
            this.primitives = primitives;
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> bean) {
            return new Complete(bean, primitives);
        }

        @Override
        public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (in.hasToken(JsonToken.END_OBJECT)) {
                // Nothing was there but the name of a sealed type's subtype.
                return refuse(primitives, context);
            }
            if (!in.hasToken(JsonToken.START_OBJECT) && !in.hasToken(JsonToken.FIELD_NAME)) {
                return super.deserialize(in, context);
            }
            try (TokenBuffer object = context.bufferForInputBuffering(in).deserialize(in, context)) {
                Set<String> missing = new HashSet<>(primitives);
                try (JsonParser names = object.asParserOnFirstToken()) {
                    for (String name = names.nextFieldName(); name != null; name = names.nextFieldName()) {
                        missing.remove(name);
                        names.nextToken();
                        names.skipChildren();
                    }
                }
                if (!missing.isEmpty()) {
                    return refuse(missing, context);
                }
                try (JsonParser again = object.asParser(in)) {
                    again.nextToken();
                    return super.deserialize(again, context);
                }
            }
        }

        private Object refuse(Set<String> missing, DeserializationContext context) throws IOException {
            return context.reportPropertyInputMismatch(
                    handledType(), missing.iterator().next(), "a primitive member is missing");
        }
    }
}
