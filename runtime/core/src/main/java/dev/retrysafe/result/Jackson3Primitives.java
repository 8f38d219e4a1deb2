package dev.retrysafe.result;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.CreatorProperty;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.util.TokenBuffer;

/** {@link Jackson2Primitives} on Jackson 3. */
final class Jackson3Primitives extends ValueDeserializerModifier {

    private static final long serialVersionUID = 1L;

    @Override
    public ValueDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription.Supplier description, ValueDeserializer<?> deserializer) {
        if (!(deserializer instanceof BeanDeserializerBase bean)
                || bean.getValueInstantiator().canCreateUsingDelegate()) {
            return deserializer;
        }
        Set<String> fields = description.get().findProperties().stream()
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

        private final Set<String> primitives;

        Complete(ValueDeserializer<?> bean, Set<String> primitives) {
            super(bean);
            this.primitives = primitives;
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> bean) {
            return new Complete(bean, primitives);
        }

        @Override
        public Object deserialize(JsonParser in, DeserializationContext context) {
            if (in.hasToken(JsonToken.END_OBJECT)) {
                // Nothing was there but the name of a sealed type's subtype.
                return refuse(primitives, context);
            }
            if (!in.hasToken(JsonToken.START_OBJECT) && !in.hasToken(JsonToken.PROPERTY_NAME)) {
                return super.deserialize(in, context);
            }
            try (TokenBuffer object = context.bufferForInputBuffering(in).deserialize(in, context)) {
                Set<String> missing = new HashSet<>(primitives);
                try (JsonParser names = object.asParserOnFirstToken(context)) {
                    for (String name = names.nextName(); name != null; name = names.nextName()) {
                        missing.remove(name);
                        names.nextToken();
                        names.skipChildren();
                    }
                }
                if (!missing.isEmpty()) {
                    return refuse(missing, context);
                }
                try (JsonParser again = object.asParser(context, in)) {
                    again.nextToken();
                    return super.deserialize(again, context);
                }
            }
        }

        private Object refuse(Set<String> missing, DeserializationContext context) {
            return context.reportPropertyInputMismatch(
                    handledType(), missing.iterator().next(), "a primitive member is missing");
        }
    }
}
