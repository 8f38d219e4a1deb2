package dev.retrysafe.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DatabindContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.TypeIdResolver;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotations that say how an object is made, and no others: type information above all is ours to give.
 * Something that an application leaves out of its JSON is still part of the result.
 */
final class Jackson2Annotations extends AnnotationIntrospector {

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
    public @Nullable String findImplicitPropertyName(AnnotatedMember member) {
        if (member instanceof AnnotatedParameter p && p.getOwner().getMember() instanceof Executable e) {
            Parameter parameter = e.getParameters()[p.getIndex()];
            return parameter.isNamePresent() ? parameter.getName() : null;
        }
        return null;
    }

    @Override
    public @Nullable PropertyName findNameForSerialization(Annotated a) {
        return name(a);
    }

    @Override
    public @Nullable PropertyName findNameForDeserialization(Annotated a) {
        return name(a);
    }

    @Override
    public @Nullable Boolean hasAsValue(Annotated a) {
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
    public @Nullable TypeResolverBuilder<?> findTypeResolver(
            MapperConfig<?> config, AnnotatedClass type, JavaType baseType) {
        return SealedTypes.isSealed(baseType.getRawClass())
                ? new StdTypeResolverBuilder(SUBTYPE_NAME).init(SUBTYPE_NAME, new SubtypeNames(baseType))
                : null;
    }

    private static @Nullable PropertyName name(Annotated a) {
        JsonProperty property = a.getAnnotation(JsonProperty.class);
        return property == null ? null : PropertyName.construct(property.value());
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
        public String idFromValue(Object value) {
            return types.nameOf(value);
        }

        @Override
        public String idFromValueAndType(@Nullable Object value, Class<?> suggested) {
            if (value == null) {
                throw new NoStoredFormException(suggested, "null has no subtype");
            }
            return types.nameOf(value);
        }

        @Override
        public @Nullable String idFromBaseType() {
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
