package dev.retrysafe.result;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.retrysafe.result.WireForms.Holder;
import dev.retrysafe.result.WireForms.Text;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.deser.KeyDeserializers;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;
import tools.jackson.databind.type.ReferenceType;
import tools.jackson.databind.type.TypeFactory;
import tools.jackson.databind.util.Converter;
import tools.jackson.databind.util.StdConverter;

/** {@link WireForms} on Jackson 3. */
final class Jackson3Forms {

    private Jackson3Forms() {}

    static final class Writers implements Serializers {

        @Override
        public @Nullable ValueSerializer<?> findSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier bean,
                JsonFormat.@Nullable Value format) {
            Holder holder = WireForms.holder(type.getRawClass());
            if (holder != null) {
                JavaType list = listOf(holder, type, config.getTypeFactory());
                return new StdConvertingSerializer(converter(holder.write(), list), list, null, null);
            }
            WireForms.checkValue(type.getRawClass());
            Text text = WireForms.text(type.getRawClass());
            return text == null ? null : new TextWriter(text, false);
        }

        @Override
        public @Nullable ValueSerializer<?> findTreeNodeSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier bean,
                JsonFormat.@Nullable Value format) {
            return findSerializer(config, type, bean, format);
        }

        @Override
        public @Nullable ValueSerializer<?> findReferenceSerializer(
                SerializationConfig config,
                ReferenceType type,
                BeanDescription.Supplier bean,
                JsonFormat.@Nullable Value format,
                @Nullable TypeSerializer contentType,
                @Nullable ValueSerializer<Object> content) {
            return findSerializer(config, type, bean, format);
        }
    }

    static final class KeyWriters implements Serializers {

        @Override
        public @Nullable ValueSerializer<?> findSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier bean,
                JsonFormat.@Nullable Value format) {
            WireForms.checkKey(type.getRawClass());
            Text text = WireForms.text(type.getRawClass());
            return text == null ? null : new TextWriter(text, true);
        }
    }

    static final class Readers implements Deserializers {

        @Override
        public @Nullable ValueDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
            Holder holder = WireForms.holder(type.getRawClass());
            if (holder != null) {
                return new HolderReader(holder, listOf(holder, type, config.getTypeFactory()));
            }
            WireForms.checkValue(type.getRawClass());
            Text text = WireForms.text(type.getRawClass());
            return text == null ? null : new TextReader(text, type.getRawClass());
        }

        @Override
        public @Nullable ValueDeserializer<?> findReferenceDeserializer(
                ReferenceType type,
                DeserializationConfig config,
                BeanDescription.Supplier bean,
                @Nullable TypeDeserializer contentType,
                @Nullable ValueDeserializer<?> content) {
            return findBeanDeserializer(type, config, bean);
        }

        @Override
        public @Nullable ValueDeserializer<?> findTreeNodeDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
            WireForms.checkValue(type.getRawClass());
            return null;
        }

        @Override
        public @Nullable ValueDeserializer<?> findCollectionDeserializer(
                CollectionType type,
                DeserializationConfig config,
                BeanDescription.Supplier bean,
                @Nullable TypeDeserializer elementType,
                @Nullable ValueDeserializer<?> element) {
            WireForms.checkContainer(type.getRawClass());
            return null;
        }

        @Override
        public @Nullable ValueDeserializer<?> findMapDeserializer(
                MapType type,
                DeserializationConfig config,
                BeanDescription.Supplier bean,
                @Nullable KeyDeserializer key,
                @Nullable TypeDeserializer elementType,
                @Nullable ValueDeserializer<?> element) {
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
                JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
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

    private static final class TextWriter extends ValueSerializer<Object> {

        private final Text text;

        private final boolean asName;

        TextWriter(Text text, boolean asName) {
            this.text = text;
            this.asName = asName;
        }

        @Override
        public void serialize(Object value, JsonGenerator out, SerializationContext context) {
            String written = text.write().apply(value);
            if (asName) {
                out.writeName(written);
            } else {
                out.writeString(written);
            }
        }
    }

    private static final class TextReader extends ValueDeserializer<Object> {

        private final Text text;

        private final Class<?> type;

        TextReader(Text text, Class<?> type) {
            this.text = text;
            this.type = type;
        }

        @Override
        public Object deserialize(JsonParser in, DeserializationContext context) {
            return in.hasToken(JsonToken.VALUE_STRING)
                    ? text.read().apply(in.getString())
                    : context.handleUnexpectedToken(context.constructType(type), in);
        }
    }

    private static final class HolderReader extends StdConvertingDeserializer<Object> {

        private final Holder holder;

        HolderReader(Holder holder, JavaType list) {
            this(holder, converter(holder.read(), list), list, null);
        }

        private HolderReader(
                Holder holder, Converter<Object, Object> converter, JavaType list, @Nullable ValueDeserializer<?> of) {
            super(converter, list, of);
            this.holder = holder;
        }

        @Override
        protected StdConvertingDeserializer<Object> withDelegate(
                Converter<Object, Object> converter, JavaType list, ValueDeserializer<?> of) {
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
