package dev.retrysafe.result;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.Version;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.ConstructorDetector;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleAbstractTypeResolver;

/** The wire format on Jackson 3. {@link Jackson2ResultCodec} is its twin: what changes here changes there. */
final class Jackson3ResultCodec extends JsonResultCodec {

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
            .annotationIntrospector(new Jackson3Annotations())
            .addModule(new Forms())
            // The state of an object is its fields; what its getters tell beyond them does no harm.
            .changeDefaultVisibility(v -> v.withFieldVisibility(Visibility.ANY)
                    .withGetterVisibility(Visibility.PUBLIC_ONLY)
                    .withIsGetterVisibility(Visibility.PUBLIC_ONLY)
                    .withSetterVisibility(Visibility.ANY))
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
            .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            // Escaped one by one as Jackson 2 does, so that half of a pair survives too.
            .disable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private final JsonMapper plain = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @Override
    byte[] encodeRoot(Root<?> root, Type argument) {
        JavaType type = mapper.getTypeFactory().constructParametricType(Root.class, mapper.constructType(argument));
        return mapper.writerFor(type).writeValueAsBytes(root);
    }

    @Override
    @Nullable
    Object decode(byte[] bytes, Type type) {
        return mapper.readerFor(mapper.constructType(type)).readValue(bytes);
    }

    @Override
    @Nullable
    Object tree(byte[] bytes) {
        return plain.readValue(bytes, Object.class);
    }

    @Override
    void path(Throwable failure, StringBuilder path) {
        if (failure instanceof JacksonException e) {
            for (JacksonException.Reference step : e.getPath()) {
                append(path, step.getPropertyName(), step.getIndex());
            }
        }
    }

    private static final class Forms extends JacksonModule {

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
            context.addSerializers(new Jackson3Forms.Writers());
            context.addKeySerializers(new Jackson3Forms.KeyWriters());
            context.addDeserializers(new Jackson3Forms.Readers());
            context.addKeyDeserializers(new Jackson3Forms.KeyReaders());
            context.addDeserializerModifier(new Jackson3Primitives());
            // Keeps the order of a set, so that it encodes as before.
            context.addAbstractTypeResolver(
                    new SimpleAbstractTypeResolver().addMapping(Set.class, LinkedHashSet.class));
        }
    }
}
