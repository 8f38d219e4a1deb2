package dev.retrysafe.result;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How values of the platform's types are stored, whichever JSON library writes them. A type of the platform that is not
 * known here is refused: a library's own idea of it (milliseconds for a timestamp, {@code toString} for a buffer) loses
 * something without saying so.
 */
final class WireForms {

    /** The member that names the subtype of a sealed type. */
    static final String TYPE_MEMBER = "@type";

    private static final Set<Class<?>> PLAIN = Set.of(
            String.class,
            Character.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Void.class);

    private static final Map<Class<?>, Text> TEXTS = new HashMap<>();

    private static final Map<Class<?>, Holder> HOLDERS = new HashMap<>();

    static {
        // As text, the scale of a decimal and every digit survive.
        text(BigDecimal.class, BigDecimal::toString, BigDecimal::new);
        text(BigInteger.class, BigInteger::toString, BigInteger::new);
        text(UUID.class, UUID::toString, UUID::fromString);
        text(URI.class, URI::toString, URI::create);
        text(Currency.class, Currency::getCurrencyCode, Currency::getInstance);
        text(Locale.class, Locale::toLanguageTag, Locale::forLanguageTag);
        text(Date.class, d -> d.toInstant().toString(), s -> Date.from(Instant.parse(s)));
        text(Instant.class, Instant::toString, Instant::parse);
        text(LocalDate.class, LocalDate::toString, LocalDate::parse);
        text(LocalTime.class, LocalTime::toString, LocalTime::parse);
        text(LocalDateTime.class, LocalDateTime::toString, LocalDateTime::parse);
        text(OffsetTime.class, OffsetTime::toString, OffsetTime::parse);
        text(OffsetDateTime.class, OffsetDateTime::toString, OffsetDateTime::parse);
        text(ZonedDateTime.class, ZonedDateTime::toString, ZonedDateTime::parse);
        text(Year.class, Year::toString, s -> Year.of(Integer.parseInt(s)));
        text(YearMonth.class, YearMonth::toString, YearMonth::parse);
        text(MonthDay.class, MonthDay::toString, MonthDay::parse);
        text(Duration.class, Duration::toString, Duration::parse);
        text(Period.class, Period::toString, Period::parse);
        text(ZoneId.class, ZoneId::getId, ZoneId::of);
        text(ZoneOffset.class, ZoneOffset::getId, ZoneOffset::of);

        // As a list of none or one, null, empty, and an optional inside another stay apart.
        holder(
                Optional.class,
                List.class,
                o -> o.isPresent() ? List.of(o.get()) : List.of(),
                list -> list.isEmpty() ? Optional.empty() : Optional.of(list.get(0)),
                Optional.empty());
        holder(
                OptionalInt.class,
                int[].class,
                o -> o.stream().toArray(),
                a -> a.length == 0 ? OptionalInt.empty() : OptionalInt.of(a[0]),
                OptionalInt.empty());
        holder(
                OptionalLong.class,
                long[].class,
                o -> o.stream().toArray(),
                a -> a.length == 0 ? OptionalLong.empty() : OptionalLong.of(a[0]),
                OptionalLong.empty());
        holder(
                OptionalDouble.class,
                double[].class,
                o -> o.stream().toArray(),
                a -> a.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(a[0]),
                OptionalDouble.empty());
    }

    private WireForms() {}

    /** A type that is stored as text. */
    record Text(Function<Object, String> write, Function<String, Object> read) {}

    /** A type that is stored as a list of what it holds. */
    record Holder(Class<?> list, Function<Object, Object> write, Function<Object, Object> read, Object whenMissing) {

        /** Whether the content is the type's argument, rather than a primitive. */
        boolean generic() {
            return list == List.class;
        }
    }

    static @Nullable Text text(Class<?> type) {
        // The only one whose values have classes of their own.
        return TEXTS.get(ZoneId.class.isAssignableFrom(type) && type != ZoneOffset.class ? ZoneId.class : type);
    }

    static @Nullable Holder holder(Class<?> type) {
        return HOLDERS.get(type);
    }

    /** Refuses the value types that would lose something. Containers are {@link #checkContainer}'s business. */
    static void checkValue(Class<?> type) {
        if (type.isPrimitive() || type.isEnum() || PLAIN.contains(type) || text(type) != null) {
            return;
        }
        if (Throwable.class.isAssignableFrom(type)) {
            throw new NoStoredFormException(type, "an exception, with its stack and its causes, is not stored");
        }
        if (ofPlatform(type)) {
            throw new NoStoredFormException(type, "values of this type would not come back equal");
        }
        if (type.getName().startsWith("com.fasterxml.jackson.")
                || type.getName().startsWith("tools.jackson.")) {
            throw new NoStoredFormException(type, "it belongs to a JSON library, which may be another one tomorrow");
        }
    }

    /** Refuses a declared collection or map that may hold more than its elements. */
    static void checkContainer(Class<?> type) {
        if (!ofPlatform(type)) {
            throw new NoStoredFormException(
                    type, "a collection of its own may hold more than its elements; declare the interface");
        }
    }

    /** Refuses the map keys that would not come back equal. */
    static void checkKey(Class<?> type) {
        if (!type.isEnum() && !Enum.class.isAssignableFrom(type) && !PLAIN.contains(type) && text(type) == null) {
            throw new NoStoredFormException(type, "a map's keys are text, numbers, enums, UUIDs or dates");
        }
    }

    private static boolean ofPlatform(Class<?> type) {
        String name = type.getName();
        return name.startsWith("java.") || name.startsWith("javax.");
    }

    @SuppressWarnings("unchecked") // The map's key is the type that the functions take and give.
    private static <T> void text(Class<T> type, Function<T, String> write, Function<String, T> read) {
        TEXTS.put(type, new Text((Function<Object, String>) write, (Function<String, Object>) (Function<?, ?>) read));
    }

    @SuppressWarnings("unchecked") // As above.
    private static <T, L> void holder(
            Class<T> type, Class<L> list, Function<T, L> write, Function<L, T> read, T whenMissing) {
        HOLDERS.put(
                type,
                new Holder(
                        list,
                        (Function<Object, Object>) (Function<?, ?>) write,
                        (Function<Object, Object>) (Function<?, ?>) read,
                        whenMissing));
    }
}
