package dev.retrysafe.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;
import tools.jackson.databind.jsontype.TypeIdResolver;
import tools.jackson.databind.jsontype.impl.StdTypeResolverBuilder;

/**
 * Reads the annotations that say how an object is made, and no others: type information above all is ours to give.
 * Something that an application leaves out of its JSON is still part of the result.
 */
final class Jackson3Annotations extends AnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private static final JsonTypeInfo.Value SUBTYPE_NAME = JsonTypeInfo.Value.construct(
            JsonTypeInfo.Id.CUSTOM, JsonTypeInfo.As.PROPERTY, WireForms.TYPE_MEMBER, null, false, true);

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public JsonCreator.@Nullable Mode findCreatorAnnotation(MapperConfig<?> config, Annotated a) {
        // An enum constant is its name.
        JsonCreator creator = a.getRawType().isEnum() ? null : a.getAnnotation(JsonCreator.class);
        return creator == null ? null : creator.mode();
    }

    @Override
    public @Nullable String findImplicitPropertyName(MapperConfig<?> config, AnnotatedMember member) {
        if (member instanceof AnnotatedParameter p && p.getOwner().getMember() instanceof Executable e) {
            Parameter parameter = e.getParameters()[p.getIndex()];
            return parameter.isNamePresent() ? parameter.getName() : null;
        }
        return null;
    }

    @Override
    public @Nullable PropertyName findNameForSerialization(MapperConfig<?> config, Annotated a) {
        return name(a);
    }

    @Override
    public @Nullable PropertyName findNameForDeserialization(MapperConfig<?> config, Annotated a) {
        return name(a);
    }

    @Override
    public @Nullable Boolean hasAsValue(MapperConfig<?> config, Annotated a) {
        JsonValue value = a.getAnnotation(JsonValue.class);
        boolean ofEnum = a instanceof AnnotatedMember m && m.getDeclaringClass().isEnum();
        return (value == null || ofEnum) ? null : value.value();
    }

    @Override
    public @Nullable AnnotatedMethod resolveSetterConflict(
            MapperConfig<?> config, AnnotatedMethod setter1, AnnotatedMethod setter2) {
        return new JacksonAnnotationIntrospector().resolveSetterConflict(config, setter1, setter2);
    }

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated a) {
        return ofSealedType(a) ? SUBTYPE_NAME : null;
    }

    @Override
    public @Nullable Object findTypeResolverBuilder(MapperConfig<?> config, Annotated a) {
        return ofSealedType(a) ? new ByName() : null;
    }

    private static boolean ofSealedType(Annotated a) {
        return a instanceof AnnotatedClass && SealedTypes.isSealed(a.getRawType());
    }

    private static @Nullable PropertyName name(Annotated a) {
        JsonProperty property = a.getAnnotation(JsonProperty.class);
        return property == null ? null : PropertyName.construct(property.value());
    }

    private static final class ByName extends StdTypeResolverBuilder {

        @Override
        protected TypeIdResolver idResolver(
                DatabindContext context,
                JavaType base,
                PolymorphicTypeValidator validator,
                Collection<NamedType> subtypes,
                boolean forWriting,
                boolean forReading) {
            return new SubtypeNames(base);
        }
    }

    private static final class SubtypeNames implements TypeIdResolver {

        private final SealedTypes types;

        private final JavaType base;

        SubtypeNames(JavaType base) {
            this.base = base;
            types = new SealedTypes(base.getRawClass());
        }

        @Override
        public void init(JavaType baseType) {}

        @Override
        public String idFromValue(DatabindContext context, Object value) {
            return types.nameOf(value);
        }

        @Override
        public String idFromValueAndType(DatabindContext context, @Nullable Object value, Class<?> suggested) {
            if (value == null) {
                throw new NoStoredFormException(suggested, "null has no subtype");
            }
            return types.nameOf(value);
        }

        @Override
        public @Nullable String idFromBaseType(DatabindContext context) {
            return null;
        }

        @Override
        public JavaType typeFromId(DatabindContext context, String id) {
            return context.constructSpecializedType(base, types.named(id));
        }

        @Override
        public @Nullable String getDescForKnownTypeIds() {
            return null;
        }

        @Override
        public JsonTypeInfo.Id getMechanism() {
            return JsonTypeInfo.Id.CUSTOM;
        }
    }
}
