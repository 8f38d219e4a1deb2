package dev.retrysafe.processor.validate;

import static java.util.Map.entry;

import dev.retrysafe.processor.model.Scalar;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Knows the types whose values have no members. */
final class ScalarTypes {

    private static final Map<String, Scalar> BY_NAME = Map.ofEntries(
            entry("java.util.UUID", Scalar.TO_STRING),
            entry("java.net.URI", Scalar.TO_STRING),
            entry("java.util.Currency", Scalar.CURRENCY),
            entry("java.util.Locale", Scalar.LOCALE),
            entry("java.lang.Character", Scalar.CHARACTER),
            entry("java.lang.Boolean", Scalar.BOOL),
            entry("java.util.concurrent.atomic.AtomicBoolean", Scalar.ATOMIC_BOOLEAN),
            entry("java.lang.Byte", Scalar.INTEGRAL),
            entry("java.lang.Short", Scalar.INTEGRAL),
            entry("java.lang.Integer", Scalar.INTEGRAL),
            entry("java.lang.Long", Scalar.INTEGRAL),
            entry("java.math.BigInteger", Scalar.INTEGRAL),
            entry("java.util.concurrent.atomic.AtomicInteger", Scalar.ATOMIC_INTEGRAL),
            entry("java.util.concurrent.atomic.AtomicLong", Scalar.ATOMIC_INTEGRAL),
            entry("java.util.OptionalInt", Scalar.OPTIONAL_INT),
            entry("java.util.OptionalLong", Scalar.OPTIONAL_LONG),
            entry("java.util.OptionalDouble", Scalar.OPTIONAL_DOUBLE),
            entry("java.math.BigDecimal", Scalar.DECIMAL),
            entry("java.lang.Float", Scalar.FLOAT),
            entry("java.lang.Double", Scalar.NUMBER),
            entry("java.time.Instant", Scalar.INSTANT),
            entry("java.time.OffsetDateTime", Scalar.TO_INSTANT),
            entry("java.time.ZonedDateTime", Scalar.TO_INSTANT),
            entry("java.util.Date", Scalar.DATE),
            entry("java.time.LocalDate", Scalar.TO_STRING),
            entry("java.time.LocalTime", Scalar.TO_STRING),
            entry("java.time.LocalDateTime", Scalar.TO_STRING),
            entry("java.time.OffsetTime", Scalar.TO_STRING),
            entry("java.time.Year", Scalar.TO_STRING),
            entry("java.time.YearMonth", Scalar.TO_STRING),
            entry("java.time.MonthDay", Scalar.TO_STRING),
            entry("java.time.Duration", Scalar.TO_STRING),
            entry("java.time.Period", Scalar.TO_STRING),
            entry("java.time.ZoneId", Scalar.TO_STRING),
            entry("java.time.ZoneOffset", Scalar.TO_STRING));

    private static final Set<String> CLOCKS = Set.of(
            "java.time.Instant",
            "java.time.OffsetDateTime",
            "java.time.ZonedDateTime",
            "java.time.LocalDateTime",
            "java.time.LocalTime",
            "java.time.OffsetTime",
            "java.time.Clock",
            "java.time.InstantSource",
            "java.util.Date",
            "java.util.Calendar");

    private static final String TEXT = "java.lang.CharSequence";

    private final TypeFacts facts;

    ScalarTypes(TypeFacts facts) {
        this.facts = facts;
    }

    @Nullable
    Scalar of(TypeMirror type) {
        return switch (type.getKind()) {
            case BOOLEAN -> Scalar.BOOL;
            case BYTE, SHORT, INT, LONG -> Scalar.INTEGRAL;
            case CHAR -> Scalar.CHARACTER;
            case FLOAT -> Scalar.FLOAT;
            case DOUBLE -> Scalar.NUMBER;
            case ARRAY -> ((ArrayType) type).getComponentType().getKind() == TypeKind.BYTE ? Scalar.BYTES : null;
            case DECLARED -> declared(type);
            default -> null;
        };
    }

    private @Nullable Scalar declared(TypeMirror type) {
        Scalar known = BY_NAME.get(TypeFacts.nameOf(type));
        if (known != null) {
            return known;
        }
        if (isEnum(type) || TypeFacts.nameOf(type).equals("java.lang.Enum")) {
            return Scalar.CONSTANT;
        }
        return !Properties.isRecord(type) && facts.isA(type, TEXT) ? Scalar.TEXT : null;
    }

    static boolean isEnum(TypeMirror type) {
        TypeElement element = TypeFacts.element(type);
        return element != null && element.getKind() == ElementKind.ENUM;
    }

    /** Whether the type is a point in time, which a retry would take anew. */
    static boolean isClock(TypeFacts facts, TypeMirror type) {
        return facts.isA(type, CLOCKS);
    }
}
