package dev.retrysafe.result;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.ConstructorDetector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleAbstractTypeResolver;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The wire format on Jackson 2. {@link Jackson3ResultCodec} is its twin: what changes here changes there. */
final class Jackson2ResultCodec extends JsonResultCodec {

    private final JsonMapper mapper = JsonMapper.builder(JsonFactory.builder()
                    .streamWriteConstraints(StreamWriteConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            // Read is what was written, which the engine has limited already.
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .annotationIntrospector(new Jackson2Annotations())
            .addModule(new Forms())
            // The state of an object is its fields; what its getters tell beyond them does no harm.
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.GETTER, Visibility.PUBLIC_ONLY)
            .visibility(PropertyAccessor.IS_GETTER, Visibility.PUBLIC_ONLY)
            .visibility(PropertyAccessor.SETTER, Visibility.ANY)
            .constructorDetector(ConstructorDetector.DEFAULT.withRequireAnnotation(true))
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(
                    MapperFeature.SORT_CREATOR_PROPERTIES_FIRST,
                    MapperFeature.ALLOW_FINAL_FIELDS_AS_MUTATORS,
                    MapperFeature.USE_GETTERS_AS_SETTERS,
                    MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .disable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .build();

    private final JsonMapper plain = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @Override
    byte[] encodeRoot(Root<?> root, Type argument) throws IOException {
        JavaType type = mapper.getTypeFactory().constructParametricType(Root.class, mapper.constructType(argument));
        return mapper.writerFor(type).writeValueAsBytes(root);
    }

    @Override
    @Nullable
    Object decode(byte[] bytes, Type type) throws IOException {
        return mapper.readerFor(mapper.constructType(type)).readValue(bytes);
    }

    @Override
    @Nullable
    Object tree(byte[] bytes) throws IOException {
        return plain.readValue(bytes, Object.class);
    }

    @Override
    void path(Throwable failure, StringBuilder path) {
        if (failure instanceof JsonMappingException e) {
            for (JsonMappingException.Reference step : e.getPath()) {
                append(path, step.getFieldName(), step.getIndex());
            }
        }
    }

    private static final class Forms extends Module {

        @Override
        public String getModuleName() {
            return "retrysafe-results";
        }

        @Override
        public Version version() {
            return Version.unknownVersion();
        }

        @Override
        public void setupModule(SetupContext context) {
            context.addSerializers(new Jackson2Forms.Writers());
            context.addKeySerializers(new Jackson2Forms.KeyWriters());
            context.addDeserializers(new Jackson2Forms.Readers());
            context.addKeyDeserializers(new Jackson2Forms.KeyReaders());
            context.addBeanDeserializerModifier(new Jackson2Primitives());
            // Keeps the order of a set, so that it encodes as before.
            context.addAbstractTypeResolver(
                    new SimpleAbstractTypeResolver().addMapping(Set.class, LinkedHashSet.class));
        }
    }
}
