package dev.retrysafe.result;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.deser.KeyDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.Serializers;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.type.MapType;
import com.fasterxml.jackson.databind.type.ReferenceType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.retrysafe.result.WireForms.Holder;
import dev.retrysafe.result.WireForms.Text;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link WireForms} on Jackson 2. */
final class Jackson2Forms {

    private Jackson2Forms() {}

    static final class Writers extends Serializers.Base {

        @Override
        public @Nullable JsonSerializer<?> findSerializer(
                SerializationConfig config, JavaType type, BeanDescription bean) {
            Holder holder = WireForms.holder(type.getRawClass());
            if (holder != null) {
                JavaType list = listOf(holder, type, config.getTypeFactory());
                return new StdDelegatingSerializer(converter(holder.write(), list), list, null);
            }
            WireForms.checkValue(type.getRawClass());
            Text text = WireForms.text(type.getRawClass());
            return text == null ? null : new TextWriter(text, false);
        }

        @Override
        public @Nullable JsonSerializer<?> findReferenceSerializer(
                SerializationConfig config,
                ReferenceType type,
                BeanDescription bean,
                @Nullable TypeSerializer contentType,
                @Nullable JsonSerializer<Object> content) {
            return findSerializer(config, type, bean);
        }
    }

    static final class KeyWriters extends Serializers.Base {

        @Override
        public @Nullable JsonSerializer<?> findSerializer(
                SerializationConfig config, JavaType type, BeanDescription bean) {
            WireForms.checkKey(type.getRawClass());
            Text text = WireForms.text(type.getRawClass());
            return text == null ? null : new TextWriter(text, true);
        }
    }

    static final class Readers extends Deserializers.Base {

        @Override
        public @Nullable JsonDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription bean) {
            Holder holder = WireForms.holder(type.getRawClass());
            if (holder != null) {
                return new HolderReader(holder, listOf(holder, type, config.getTypeFactory()));
            }
            WireForms.checkValue(type.getRawClass());
            Text text = WireForms.text(type.getRawClass());
            return text == null ? null : new TextReader(text, type.getRawClass());
        }

        @Override
        public @Nullable JsonDeserializer<?> findReferenceDeserializer(
                ReferenceType type,
                DeserializationConfig config,
                BeanDescription bean,
                @Nullable TypeDeserializer contentType,
                @Nullable JsonDeserializer<?> content) {
            return findBeanDeserializer(type, config, bean);
        }

        @Override
        public @Nullable JsonDeserializer<?> findTreeNodeDeserializer(
                Class<? extends JsonNode> type, DeserializationConfig config, BeanDescription bean) {
            WireForms.checkValue(type);
            return null;
        }

        @Override
        public @Nullable JsonDeserializer<?> findCollectionDeserializer(
                CollectionType type,
                DeserializationConfig config,
                BeanDescription bean,
                @Nullable TypeDeserializer elementType,
                @Nullable JsonDeserializer<?> element) {
            WireForms.checkContainer(type.getRawClass());
            return null;
        }

        @Override
        public @Nullable JsonDeserializer<?> findMapDeserializer(
                MapType type,
                DeserializationConfig config,
                BeanDescription bean,
                @Nullable KeyDeserializer key,
                @Nullable TypeDeserializer elementType,
                @Nullable JsonDeserializer<?> element) {
            WireForms.checkContainer(type.getRawClass());
            return null;
        }

        @Override
        public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
            return WireForms.text(type) != null || WireForms.holder(type) != null;
        }
    }

    static final class KeyReaders implements KeyDeserializers {

        @Override
        public @Nullable KeyDeserializer findKeyDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription bean) {
            WireForms.checkKey(type.getRawClass());
            Text text = WireForms.text(type.getRawClass());
            if (text == null) {
                return null;
            }
            return new KeyDeserializer() {
                @Override
                public Object deserializeKey(String key, DeserializationContext context) {
                    return text.read().apply(key);
                }
            };
        }
    }

    private static JavaType listOf(Holder holder, JavaType type, TypeFactory types) {
        return holder.generic()
                ? types.constructCollectionType(List.class, type.containedTypeOrUnknown(0))
                : types.constructType(holder.list());
    }

    private static final class TextWriter extends JsonSerializer<Object> {

        private final Text text;

        private final boolean asName;

        TextWriter(Text text, boolean asName) {
            this.text = text;
            this.asName = asName;
        }

        @Override
        public void serialize(Object value, JsonGenerator out, SerializerProvider context) throws IOException {
            String written = text.write().apply(value);
            if (asName) {
                out.writeFieldName(written);
            } else {
                out.writeString(written);
            }
        }
    }

    private static final class TextReader extends JsonDeserializer<Object> {

        private final Text text;

        private final Class<?> type;

        TextReader(Text text, Class<?> type) {
            this.text = text;
            this.type = type;
        }

        @Override
        public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return in.hasToken(JsonToken.VALUE_STRING)
                    ? text.read().apply(in.getText())
                    : context.handleUnexpectedToken(context.constructType(type), in);
        }
    }

    @SuppressWarnings("serial") // Serializable by inheritance only.
    private static final class HolderReader extends StdDelegatingDeserializer<Object> {

        private final Holder holder;

        HolderReader(Holder holder, JavaType list) {
            this(holder, converter(holder.read(), list), list, null);
        }

        private HolderReader(
                Holder holder, Converter<Object, Object> converter, JavaType list, @Nullable JsonDeserializer<?> of) {
            super(converter, list, of);
            this.holder = holder;
        }

        @Override
        protected StdDelegatingDeserializer<Object> withDelegate(
                Converter<Object, Object> converter, JavaType list, JsonDeserializer<?> of) {
            return new HolderReader(holder, converter, list, of);
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return holder.whenMissing();
        }
    }

    private static Converter<Object, Object> converter(Function<Object, Object> function, JavaType list) {
        return new StdConverter<>() {
            @Override
            public Object convert(Object value) {
                return function.apply(value);
            }

            @Override
            public JavaType getInputType(TypeFactory types) {
                return list;
            }

            @Override
            public JavaType getOutputType(TypeFactory types) {
                return list;
            }
        };
    }
}
