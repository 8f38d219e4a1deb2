package dev.retrysafe.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.retrysafe.tool.ResultType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings({"JavaUtilDate", "NullableOptional", "FloatingPointLiteralPrecision"}) // They are what is tested.
class ResultCodecTest {

    private static final ResultCodec ON_3 = new Jackson3ResultCodec();

    private static final ResultCodec ON_2 = new Jackson2ResultCodec();

    enum Library {
        JACKSON_3,
        JACKSON_2;

        ResultCodec codec() {
            return this == JACKSON_3 ? ON_3 : ON_2;
        }

        ResultCodec other() {
            return this == JACKSON_3 ? ON_2 : ON_3;
        }
    }

    enum Severity {
        LOW,
        HIGH {
            @Override
            public String toString() {
                return "worst";
            }
        };

        @Override
        public String toString() {
            return "a " + name();
        }

        @JsonValue
        public int code() {
            return name().length();
        }
    }

    enum Renamed {
        @JsonProperty("one")
        FIRST,
        SECOND
    }

    record Line(String sku, int count, @Nullable BigDecimal price) {}

    record Order(UUID id, List<Line> lines, Map<String, Line> bySku, Optional<Line> gift, Severity severity) {}

    record Box<T extends @Nullable Object>(T value, List<T> more) {}

    record Empty() {}

    sealed interface Settlement permits Paid, Refused, Later {}

    record Paid(String id, BigDecimal amount) implements Settlement {}

    record Refused(String reason) implements Settlement {}

    sealed interface Later extends Settlement permits Scheduled, Queued {}

    record Scheduled(LocalDate on) implements Later {}

    static final class Queued implements Later {

        private final int position;

        @JsonCreator
        Queued(@JsonProperty("position") int position) {
            this.position = position;
        }

        public int getPosition() {
            return position;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Queued that && position == that.position;
        }

        @Override
        public int hashCode() {
            return position;
        }
    }

    sealed interface Tree<T> permits Leaf, Fork {}

    record Leaf<T>(T value) implements Tree<T> {}

    record Fork<T>(Tree<T> left, Tree<T> right) implements Tree<T> {}

    record Batch(Settlement first, List<Settlement> rest, Map<String, Settlement> named, Optional<Settlement> last) {}

    /** A plain bean with getters, setters, a public field and a computed getter. */
    static class Bean {

        public @Nullable String note;

        private @Nullable String name;

        private boolean urgent;

        private @Nullable List<Instant> seen;

        @JsonIgnore
        private @Nullable String secret;

        public @Nullable String getName() {
            return name;
        }

        public void setName(@Nullable String name) {
            this.name = name;
        }

        public boolean isUrgent() {
            return urgent;
        }

        public void setUrgent(boolean urgent) {
            this.urgent = urgent;
        }

        public @Nullable List<Instant> getSeen() {
            return seen;
        }

        public void setSeen(@Nullable List<Instant> seen) {
            this.seen = seen;
        }

        public String getDisplayName() {
            return name + "!";
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bean that
                    && getClass() == that.getClass()
                    && urgent == that.urgent
                    && Objects.equals(note, that.note)
                    && Objects.equals(name, that.name)
                    && Objects.equals(seen, that.seen)
                    && Objects.equals(secret, that.secret);
        }

        @Override
        public int hashCode() {
            return Objects.hash(note, name, urgent, seen, secret);
        }

        static Bean sample() {
            Bean bean = new Bean();
            bean.note = "a \"note\"\n";
            bean.setName("Zoë");
            bean.setUrgent(true);
            bean.setSeen(List.of(Instant.EPOCH, Instant.parse("2026-01-02T03:04:05.123456789Z")));
            bean.secret = "s3cret";
            return bean;
        }
    }

    static class SubBean extends Bean {
        public int extra = 5;
    }

    /** An immutable class. */
    static final class Money {

        private final BigDecimal amount;

        private final Currency currency;

        @JsonCreator
        Money(@JsonProperty("amount") BigDecimal amount, @JsonProperty("currency") Currency currency) {
            this.amount = amount;
            this.currency = currency;
        }

        public BigDecimal getAmount() {
            return amount;
        }

        public Currency getCurrency() {
            return currency;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Money that && amount.equals(that.amount) && currency.equals(that.currency);
        }

        @Override
        public int hashCode() {
            return amount.hashCode();
        }
    }

    /** A class that is one value. */
    record Wrapped(@JsonValue String text) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Wrapped {}
    }

    record Primitives(byte b, short s, int i, long l, float f, double d, char c, boolean z) {}

    record Nulls(
            @Nullable String text,
            @Nullable Integer number,
            @Nullable Optional<String> optional,
            @Nullable List<@Nullable String> list) {}

    record Times(
            Instant instant,
            LocalDate date,
            LocalTime time,
            LocalDateTime dateTime,
            OffsetTime offsetTime,
            OffsetDateTime offset,
            ZonedDateTime zoned,
            Year year,
            YearMonth yearMonth,
            MonthDay monthDay,
            Duration duration,
            Period period,
            ZoneId zone,
            ZoneOffset zoneOffset,
            DayOfWeek day,
            Date old) {}

    static Arguments value(@Nullable Object value, ResultType<?> type) {
        return Arguments.of(value, type.type());
    }

    static List<Arguments> values() {
        Line line = new Line("a-1", 2, new BigDecimal("10.00"));
        Line noPrice = new Line("b", 0, null);
        Map<String, Line> bySku = new LinkedHashMap<>();
        bySku.put("z", line);
        bySku.put("a", noPrice);
        Order order = new Order(new UUID(1, 2), List.of(line, noPrice), bySku, Optional.of(line), Severity.HIGH);
        Settlement paid = new Paid("p", new BigDecimal("1E+3"));
        Settlement refused = new Refused("no");
        Settlement scheduled = new Scheduled(LocalDate.of(2026, 2, 28));
        Settlement queued = new Queued(3);
        Map<Severity, Integer> byEnum = new EnumMap<>(Map.of(Severity.HIGH, 1, Severity.LOW, 2));
        List<Arguments> values = new ArrayList<>(List.of(
                value("text", ResultType.of(String.class)),
                value("null", ResultType.of(String.class)),
                value("", ResultType.of(String.class)),
                value("\u0000\u2028\"\\/\ud83d\ude00\u202e", ResultType.of(String.class)),
                value(null, ResultType.of(String.class)),
                value(null, ResultType.VOID),
                value(null, ResultType.of(Order.class)),
                value(null, new ResultType<List<Line>>() {}),
                value(null, new ResultType<Optional<Line>>() {}),
                value(null, ResultType.of(Settlement.class)),
                value(7, ResultType.of(Integer.class)),
                value(Long.MAX_VALUE, ResultType.of(Long.class)),
                value((1L << 53) + 1, ResultType.of(Long.class)),
                value(true, ResultType.of(Boolean.class)),
                value('x', ResultType.of(Character.class)),
                value(Severity.HIGH, ResultType.of(Severity.class)),
                value(Severity.LOW, ResultType.of(Severity.class)),
                value(Renamed.FIRST, ResultType.of(Renamed.class)),
                value(TimeUnit.DAYS, ResultType.of(TimeUnit.class)),
                value(new BigDecimal("10.00"), ResultType.of(BigDecimal.class)),
                value(new BigDecimal("1E+1000000000"), ResultType.of(BigDecimal.class)),
                value(BigInteger.TWO.pow(300).negate(), ResultType.of(BigInteger.class)),
                value(Instant.MAX, ResultType.of(Instant.class)),
                value(Instant.MIN, ResultType.of(Instant.class)),
                value(new UUID(7, 8), ResultType.of(UUID.class)),
                value(URI.create("https://example.org/a?b=%20#c"), ResultType.of(URI.class)),
                value(Locale.forLanguageTag("de-Latn-AT"), ResultType.of(Locale.class)),
                value(Currency.getInstance("EUR"), ResultType.of(Currency.class)),
                value(ZoneId.of("Europe/Paris"), ResultType.of(ZoneId.class)),
                value(ZoneOffset.ofHours(-3), ResultType.of(ZoneId.class)),
                value(line, ResultType.of(Line.class)),
                value(order, ResultType.of(Order.class)),
                value(new Empty(), ResultType.of(Empty.class)),
                value(List.of(line, noPrice), new ResultType<List<Line>>() {}),
                value(List.of(), new ResultType<List<Line>>() {}),
                value(Arrays.asList("a", null, "b"), new ResultType<List<String>>() {}),
                value(List.of(List.of(Severity.HIGH)), new ResultType<List<List<Severity>>>() {}),
                value(List.of(line), new ResultType<Collection<Line>>() {}),
                value(List.of(line), new ResultType<List<? extends Line>>() {}),
                value(Set.of("b", "a", "c"), new ResultType<Set<String>>() {}),
                value(Set.of(line, noPrice), new ResultType<Set<Line>>() {}),
                value(new HashSet<>(IntStream.range(0, 100).boxed().toList()), new ResultType<HashSet<Integer>>() {}),
                value(new TreeSet<>(Set.of("b", "a")), new ResultType<TreeSet<String>>() {}),
                value(new LinkedHashSet<>(List.of("b", "a")), new ResultType<Set<String>>() {}),
                value(Map.of(Severity.HIGH, List.of(line)), new ResultType<Map<Severity, List<Line>>>() {}),
                value(byEnum, new ResultType<EnumMap<Severity, Integer>>() {}),
                value(Map.of(5L, "x", Long.MIN_VALUE, "y"), new ResultType<Map<Long, String>>() {}),
                value(Map.of(new UUID(1, 1), line), new ResultType<Map<UUID, Line>>() {}),
                value(Map.of(Instant.EPOCH, 1), new ResultType<Map<Instant, Integer>>() {}),
                value(
                        Map.of(new BigDecimal("1.0"), 1, new BigDecimal("1.00"), 2),
                        new ResultType<Map<BigDecimal, Integer>>() {}),
                value(new TreeMap<>(Map.of("b", 1, "a", 2)), new ResultType<SortedMap<String, Integer>>() {}),
                value(new HashMap<>(Collections.singletonMap("k", null)), new ResultType<Map<String, String>>() {}),
                value(Optional.empty(), new ResultType<Optional<String>>() {}),
                value(Optional.of("x"), new ResultType<Optional<String>>() {}),
                value(Optional.of(line), new ResultType<Optional<Line>>() {}),
                value(Optional.of(Optional.empty()), new ResultType<Optional<Optional<String>>>() {}),
                value(Optional.of(List.of(Optional.of(line))), new ResultType<Optional<List<Optional<Line>>>>() {}),
                value(Optional.of(paid), new ResultType<Optional<Settlement>>() {}),
                value(OptionalInt.of(4), ResultType.of(OptionalInt.class)),
                value(OptionalInt.empty(), ResultType.of(OptionalInt.class)),
                value(OptionalLong.of(Long.MIN_VALUE), ResultType.of(OptionalLong.class)),
                value(OptionalDouble.of(Double.NaN), ResultType.of(OptionalDouble.class)),
                value(new Box<>(line, List.of(noPrice)), new ResultType<Box<Line>>() {}),
                value(
                        new Box<>(Optional.of(Severity.HIGH), List.of(Optional.empty())),
                        new ResultType<Box<Optional<Severity>>>() {}),
                value(new Box<>(paid, List.of(refused, queued)), new ResultType<Box<Settlement>>() {}),
                value(
                        List.of(new Box<>(Map.of("k", paid), List.of())),
                        new ResultType<List<Box<Map<String, Settlement>>>>() {}),
                value(paid, ResultType.of(Settlement.class)),
                value(paid, ResultType.of(Paid.class)),
                value(scheduled, ResultType.of(Later.class)),
                value(List.of(paid, refused, scheduled, queued), new ResultType<List<Settlement>>() {}),
                value(
                        new Batch(paid, List.of(scheduled), Map.of("q", queued), Optional.of(refused)),
                        ResultType.of(Batch.class)),
                value(new Fork<>(new Leaf<>(line), new Leaf<>(noPrice)), new ResultType<Tree<Line>>() {}),
                value(new Fork<>(new Leaf<>(paid), new Leaf<>(refused)), new ResultType<Tree<Settlement>>() {}),
                value(new Leaf<>(Optional.of(queued)), new ResultType<Tree<Optional<Settlement>>>() {}),
                value(Bean.sample(), ResultType.of(Bean.class)),
                value(new Bean(), ResultType.of(Bean.class)),
                value(List.of(Bean.sample()), new ResultType<List<Bean>>() {}),
                value(new Money(new BigDecimal("0.10"), Currency.getInstance("USD")), ResultType.of(Money.class)),
                value(new Wrapped("w"), ResultType.of(Wrapped.class)),
                value(new Nulls(null, null, null, null), ResultType.of(Nulls.class)),
                value(new Nulls("", 0, Optional.empty(), Arrays.asList("", null)), ResultType.of(Nulls.class)),
                value(
                        new Primitives((byte) -1, Short.MIN_VALUE, 1 << 30, Long.MIN_VALUE, 0.1f, 0.1, '"', true),
                        ResultType.of(Primitives.class)),
                value(
                        new Primitives((byte) 0, (short) 0, 0, 0, -0.0f, -0.0, '\0', false),
                        ResultType.of(Primitives.class)),
                value(
                        new Primitives((byte) 0, (short) 0, 0, 0, Float.NaN, Double.NEGATIVE_INFINITY, '\ufffd', false),
                        ResultType.of(Primitives.class)),
                value(
                        new Times(
                                Instant.parse("2026-11-29T12:34:56.123456789Z"),
                                LocalDate.of(-44, 3, 15),
                                LocalTime.MAX,
                                LocalDateTime.of(2026, 1, 1, 0, 0),
                                OffsetTime.of(LocalTime.NOON, ZoneOffset.ofHoursMinutes(5, 30)),
                                OffsetDateTime.parse("2026-10-25T02:30:00.1+02:00"),
                                ZonedDateTime.ofLocal(
                                        LocalDateTime.of(2026, 10, 25, 2, 30),
                                        ZoneId.of("Europe/Vienna"),
                                        ZoneOffset.ofHours(1)),
                                Year.of(-5),
                                YearMonth.of(2026, 12),
                                MonthDay.of(2, 29),
                                Duration.ofSeconds(-1, 999_999_999),
                                Period.of(1, -2, 3),
                                ZoneId.of("America/New_York"),
                                ZoneOffset.UTC,
                                DayOfWeek.SUNDAY,
                                new Date(1_234_567_890_123L)),
                        ResultType.of(Times.class))));
        for (double d : new double[] {
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            -0.0,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            0.1,
            1e22,
            5e-324,
            9007199254740993.0
        }) {
            values.add(value(d, ResultType.of(Double.class)));
        }
        for (float f : new float[] {Float.NaN, Float.NEGATIVE_INFINITY, -0f, Float.MIN_VALUE, Float.MAX_VALUE, 0.1f}) {
            values.add(value(f, ResultType.of(Float.class)));
        }
        return values;
    }

    static Stream<Arguments> valuesAndLibraries() {
        return values().stream()
                .flatMap(
                        v -> Stream.of(Library.values()).map(library -> Arguments.of(library, v.get()[0], v.get()[1])));
    }

    @ParameterizedTest(name = "{0}: {1} as {2}")
    @MethodSource("valuesAndLibraries")
    void case_38_aReplayedResultEqualsTheFirst(Library library, @Nullable Object value, Type type) {
        byte[] stored = library.codec().write(value, type);

        Object read = library.codec().read(stored, type);

        assertThat(read).isEqualTo(value);
        assertThat(new String(library.codec().write(read, type), UTF_8)).isEqualTo(new String(stored, UTF_8));
    }

    @ParameterizedTest(name = "{0}: {1} as {2}")
    @MethodSource("valuesAndLibraries")
    void bothLibrariesWriteTheSameBytes(Library library, @Nullable Object value, Type type) {
        byte[] stored = library.codec().write(value, type);

        assertThat(new String(stored, UTF_8))
                .isEqualTo(new String(library.other().write(value, type), UTF_8));
        assertThat(library.other().read(stored, type)).isEqualTo(value);
    }

    @ParameterizedTest
    @EnumSource
    void arraysComeBackEqual(Library library) {
        assertThat((byte[]) roundTrip(library, new byte[] {0, -1, 127}, byte[].class))
                .containsExactly(0, -1, 127);
        assertThat((int[]) roundTrip(library, new int[] {1, 2}, int[].class)).containsExactly(1, 2);
        assertThat((double[]) roundTrip(library, new double[] {Double.NaN, -0.0}, double[].class))
                .containsExactly(Double.NaN, -0.0);
        assertThat((Line[]) roundTrip(library, new Line[] {new Line("a", 1, null)}, Line[].class))
                .containsExactly(new Line("a", 1, null));
        Type type = new ResultType<List<Settlement>[]>() {}.type();
        assertThat((Object[]) roundTrip(library, new List<?>[] {List.of(new Refused("x"))}, type))
                .containsExactly(List.of(new Refused("x")));
    }

    @ParameterizedTest
    @EnumSource
    void case_38_elementTypesAreKept(Library library) {
        List<?> read =
                (List<?>) roundTrip(library, List.of(new Line("a", 1, null)), new ResultType<List<Line>>() {}.type());

        assertThat(read).singleElement().isInstanceOf(Line.class);
    }

    @ParameterizedTest
    @EnumSource
    void case_39_nullIsNullAndNotText(Library library) {
        assertThat(roundTrip(library, null, String.class)).isNull();
        assertThat(roundTrip(library, "null", String.class)).isEqualTo("null");
    }

    @ParameterizedTest
    @EnumSource
    void case_40_aRemovedFieldIsIgnored(Library library) {
        byte[] older = "{\"count\":1,\"colour\":{\"deep\":[1,{}]},\"sku\":\"a\",\"price\":\"1.50\"}".getBytes(UTF_8);

        assertThat(library.codec().read(older, Line.class)).isEqualTo(new Line("a", 1, new BigDecimal("1.50")));
    }

    @ParameterizedTest
    @EnumSource
    void case_40_anAddedReferenceGetsItsDefault(Library library) {
        assertThat(library.codec().read(bytes("{\"sku\":\"a\",\"count\":1}"), Line.class))
                .isEqualTo(new Line("a", 1, null));
        assertThat(library.codec().read(bytes("{}"), Nulls.class))
                .isEqualTo(new Nulls(null, null, Optional.empty(), null));
        assertThat(library.codec().read(bytes("{\"name\":\"n\",\"urgent\":true}"), Bean.class))
                .isInstanceOf(Bean.class);
    }

    /** The class that wrote it had no such member: 0 or false would be made up. */
    @ParameterizedTest
    @EnumSource
    void case_87_aPrimitiveThatTheStoredFormLacksIsNotMadeUp(Library library) {
        for (Map.Entry<String, Type> stored : Map.<String, Type>of(
                        "{\"sku\":\"a\"}",
                        Line.class,
                        "{}",
                        Primitives.class,
                        "[{\"sku\":\"a\",\"count\":1},{\"sku\":\"b\"}]",
                        new ResultType<List<Line>>() {}.type(),
                        "{\"k\":{\"sku\":\"b\"}}",
                        new ResultType<Map<String, Line>>() {}.type(),
                        "[{\"sku\":\"b\"}]",
                        new ResultType<Optional<Line>>() {}.type(),
                        "{\"value\":{\"sku\":\"b\"},\"more\":[]}",
                        new ResultType<Box<Line>>() {}.type(),
                        "{\"@type\":\"Queued\"}",
                        Settlement.class,
                        "{\"name\":\"n\",\"seen\":[],\"note\":\"\"}",
                        Bean.class,
                        "[{\"name\":\"n\"}]",
                        new ResultType<List<Bean>>() {}.type(),
                        "{\"urgent\":true,\"name\":\"n\"}",
                        SubBean.class)
                .entrySet()) {
            assertThatThrownBy(() -> library.codec().read(bytes(stored.getKey()), stored.getValue()))
                    .as(stored.getKey())
                    .isInstanceOf(ResultCodecException.class)
                    .hasMessageContaining("was stored in a form that does not fit its type (any more)");
        }
        assertThatThrownBy(() -> library.codec()
                        .read(bytes("[{\"urgent\":true},{\"name\":\"n\"}]"), new ResultType<List<Bean>>() {}.type()))
                .hasMessageContaining("at $[1].urgent");
        assertThatThrownBy(() -> library.codec()
                        .read(
                                bytes("[{\"sku\":\"a\",\"count\":1},{\"sku\":\"b\"}]"),
                                new ResultType<List<Line>>() {}.type()))
                .hasMessageContaining("at $[1].count");
    }

    /** Open to all but the one primitive that it has no field for. */
    static class Cents {

        private @Nullable BigDecimal amount;

        public @Nullable BigDecimal getAmount() {
            return amount;
        }

        public void setAmount(@Nullable BigDecimal amount) {
            this.amount = amount;
        }

        public void setCents(long cents) {
            amount = BigDecimal.valueOf(cents, 2);
        }

        public long getScale() {
            return amount == null ? 0 : amount.scale();
        }
    }

    @ParameterizedTest
    @EnumSource
    void case_87_whatIsNoStateIsNotMissed(Library library) {
        Object cents =
                roundTrip(library, library.codec().read(bytes("{\"amount\":\"1.50\"}"), Cents.class), Cents.class);
        assertThat(cents)
                .isInstanceOfSatisfying(
                        Cents.class, read -> assertThat(read.getAmount()).isEqualTo(new BigDecimal("1.50")));
    }

    sealed interface Shape permits Circle {}

    static final class Circle implements Shape {
        public float radius;
        public double[] points = {};
        public @Nullable Circle inner;
    }

    @ParameterizedTest
    @EnumSource
    void case_87_beansAreReadAsBeforeWhereverTheyAre(Library library) {
        Circle circle = new Circle();
        circle.radius = 0.1f;
        circle.points = new double[] {0.1, Double.MIN_VALUE, Double.POSITIVE_INFINITY};
        circle.inner = new Circle();
        circle.inner.radius = Float.NEGATIVE_INFINITY;
        Circle read = (Circle) roundTrip(library, circle, Shape.class);
        assertThat(read).usingRecursiveComparison().isEqualTo(circle);
        assertThatThrownBy(() -> library.codec()
                        .read(bytes("{\"@type\":\"Circle\",\"radius\":1.0,\"inner\":{\"points\":[]}}"), Shape.class))
                .hasMessageContaining("at $.inner.radius");
        assertThatThrownBy(() -> library.codec().read(bytes("{\"@type\":\"Circle\"}"), Shape.class))
                .isInstanceOf(ResultCodecException.class);
    }

    @ParameterizedTest
    @EnumSource
    void case_40_whatDoesNotFitAnyMoreIsAnError(Library library) {
        for (String stored : List.of(
                "{\"sku\":\"a\",\"count\":null}",
                "{\"sku\":\"a\",\"count\":1.5}",
                "{\"sku\":\"a\",\"count\":\"1\"}",
                "{\"sku\":\"a\",\"count\":3000000000}",
                "{\"sku\":\"a\",\"count\":1,\"price\":\"ten\"}",
                "{\"sku\":\"a\",\"count\":1,\"price\":10}",
                "{\"sku\":{},\"count\":1}",
                "[]",
                "\"a\"",
                "",
                "{",
                "{} {}",
                "\u0000")) {
            assertThatThrownBy(() -> library.codec().read(bytes(stored), Line.class))
                    .as(stored)
                    .isInstanceOf(ResultCodecException.class)
                    .hasMessageContaining("Line");
        }
        assertThatThrownBy(() -> library.codec().read(bytes("\"GONE\""), Severity.class))
                .isInstanceOf(ResultCodecException.class);
        assertThatThrownBy(() -> library.codec().read(bytes("0"), Severity.class))
                .isInstanceOf(ResultCodecException.class);
        assertThatThrownBy(() -> library.codec().read(bytes("{\"@type\":\"Gone\"}"), Settlement.class))
                .isInstanceOf(ResultCodecException.class)
                .hasMessageContaining("does not permit");
        assertThatThrownBy(() -> library.codec().read(bytes("{\"reason\":\"x\"}"), Settlement.class))
                .isInstanceOf(ResultCodecException.class);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(UTF_8);
    }

    private static @Nullable Object roundTrip(Library library, @Nullable Object value, Type type) {
        return library.codec().read(library.codec().write(value, type), type);
    }

    @Test
    void theSubtypeOfASealedTypeIsNamed() {
        Library library = Library.JACKSON_3;
        assertThat(new String(
                        library.codec().write(List.of(new Refused("no")), new ResultType<List<Settlement>>() {}.type()),
                        UTF_8))
                .isEqualTo("[{\"@type\":\"Refused\",\"reason\":\"no\"}]");
    }
}
