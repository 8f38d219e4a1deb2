package dev.retrysafe.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.retrysafe.SideEffectRejectedException;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonLikeTest {

    private static final String UNSAFE = "9007199254740992";

    enum Level {
        LOW
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                Arguments.of(1, "1"),
                Arguments.of(1L, "1"),
                Arguments.of((byte) 1, "1"),
                Arguments.of((short) 1, "1"),
                Arguments.of(1.0, "1"),
                Arguments.of(1f, "1"),
                Arguments.of(BigInteger.ONE, "1"),
                Arguments.of(new BigDecimal("1.00"), "1"),
                Arguments.of(new BigDecimal("10E-1"), "1"),
                Arguments.of(new AtomicInteger(1), "1"),
                Arguments.of(new AtomicLong(1), "1"),
                Arguments.of(-0.0, "0"),
                Arguments.of(new BigDecimal("0E+1000000000"), "0"),
                Arguments.of(0.1, "0.1"),
                Arguments.of(0.1f, "0.1"),
                Arguments.of(new BigDecimal("0.1"), "0.1"),
                Arguments.of(new BigDecimal("0.10"), "0.1"),
                Arguments.of(
                        new BigDecimal("0.1000000000000000055511151231257827"),
                        "{\"$num\":\"0.1000000000000000055511151231257827\"}"),
                Arguments.of(new BigDecimal("0.12345678901234567890"), "{\"$num\":\"0.1234567890123456789\"}"),
                Arguments.of(1e21, "1e+21"),
                Arguments.of(new BigDecimal("1E+21"), "1e+21"),
                Arguments.of(Double.MIN_VALUE, "5e-324"),
                Arguments.of(new BigDecimal("5E-324"), "5e-324"),
                // The same double, but not its shortest form.
                Arguments.of(new BigDecimal("4.94E-324"), "{\"$num\":\"0." + "0".repeat(323) + "494\"}"),
                Arguments.of(new BigDecimal("1E-400"), "{\"$num\":\"0." + "0".repeat(399) + "1\"}"),
                Arguments.of(new BigDecimal("1E400"), "{\"$num\":\"1" + "0".repeat(400) + "\"}"),
                Arguments.of((1L << 53) - 1, "9007199254740991"),
                Arguments.of(-(1L << 53) + 1, "-9007199254740991"),
                Arguments.of(1L << 53, "{\"$num\":\"" + UNSAFE + "\"}"),
                Arguments.of(new BigInteger(UNSAFE), "{\"$num\":\"" + UNSAFE + "\"}"),
                Arguments.of(-(1L << 53), "{\"$num\":\"-" + UNSAFE + "\"}"),
                Arguments.of(Long.MIN_VALUE, "{\"$num\":\"" + Long.MIN_VALUE + "\"}"),
                Arguments.of(BigInteger.TEN.pow(30), "{\"$num\":\"1" + "0".repeat(30) + "\"}"),
                Arguments.of(new BigDecimal("9007199254740993"), "{\"$num\":\"9007199254740993\"}"));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void numbersAreOneByTheirValue(Number number, String expected) {
        assertThat(json(number)).isEqualTo(expected);
    }

    static Stream<Number> refusedNumbers() {
        return Stream.of(
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Float.NEGATIVE_INFINITY,
                new BigDecimal("1E+1000000000"),
                new BigDecimal("1E-1000000000"),
                new BigDecimal("1E50000000"),
                BigInteger.TEN.pow(1000),
                BigInteger.ONE.shiftLeft(100_000_000),
                new LongAdder());
    }

    // Without its text, which takes longer than the refusal.
    @ParameterizedTest(name = "{index}")
    @MethodSource("refusedNumbers")
    void numbersWithoutAFormAreRefusedAtOnce(Number number) {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> refused(number, ""));
    }

    @Test
    void aNumberMeetsNoText() {
        assertThat(json(Map.of("n", UNSAFE))).isEqualTo("{\"n\":\"" + UNSAFE + "\"}");
        assertThat(json(Map.of("n", 1L << 53))).isEqualTo("{\"n\":{\"$num\":\"" + UNSAFE + "\"}}");
    }

    @Test
    void mapThatLooksLikeANumberIsRefused() {
        Map<String, @Nullable Object> withNull = new HashMap<>(Map.of("$num", UNSAFE));
        withNull.put("x", null);

        refused(Map.of("$num", UNSAFE), "a map whose only key is $num");
        refused(Map.of("a", List.of(Map.of("$num", UNSAFE))), "a map whose only key is $num");
        refused(Collections.singletonMap("$num", null), "a map whose only key is $num");
        assertThat(json(withNull)).isEqualTo("{\"$num\":\"" + UNSAFE + "\",\"x\":null}");
        refused(JsonNodeFactory.instance.objectNode().put("$num", "1"), "a map whose only key is $num");
        assertThat(json(Map.of("$num", "1", "x", 2))).isEqualTo("{\"$num\":\"1\",\"x\":2}");
        assertThat(json(Map.of("x", 2, "$number", 1))).isEqualTo("{\"$number\":1,\"x\":2}");
    }

    @Test
    void textBooleansAndNulls() {
        assertThat(json("a\"é")).isEqualTo("\"a\\\"é\"");
        assertThat(json(CharBuffer.wrap("sb"))).isEqualTo("\"sb\"");
        assertThat(json(true)).isEqualTo("true");
        assertThat(json(new AtomicBoolean(true))).isEqualTo("true");
        assertThat(json(null)).isEqualTo("null");
        assertThat(json(Arrays.asList(1, null))).isEqualTo("[1,null]");
    }

    @Test
    void case_86_aNullMemberIsAValue() {
        Map<String, @Nullable Object> patch = new LinkedHashMap<>();
        patch.put("status", "closed");
        patch.put("assignee", null);

        assertThat(json(patch)).isEqualTo("{\"assignee\":null,\"status\":\"closed\"}");
        assertThat(json(List.of(Map.of("deep", patch))))
                .isEqualTo("[{\"deep\":{\"assignee\":null,\"status\":\"closed\"}}]");
        assertThat(json(JsonNodeFactory.instance
                        .objectNode()
                        .put("status", "closed")
                        .putNull("assignee")))
                .isEqualTo(json(patch));
        assertThat(json(Map.of("status", "closed"))).isEqualTo("{\"status\":\"closed\"}");
    }

    @Test
    void case_15_containersByTheirKind() {
        assertThat(json(List.of(2, 1, 2))).isEqualTo("[2,1,2]");
        assertThat(json(new ArrayDeque<>(List.of(2, 1)))).isEqualTo("[2,1]");
        assertThat(json(new Object[] {"b", new int[] {2, 1}, new double[] {0.5}}))
                .isEqualTo("[\"b\",[2,1],[0.5]]");
        assertThat(json(new LinkedHashSet<>(List.of(3, 1, 2)))).isEqualTo("[1,2,3]");
        assertThat(json(new LinkedHashSet<Object>(List.of(1, 1L, 1.0)))).isEqualTo("[1]");
        assertThat(json(new PriorityQueue<>(List.of(3, 1, 3)))).isEqualTo("[1,3,3]");
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ö", 1);
        map.put("b", 2);
        map.put("a", 3);
        assertThat(json(map)).isEqualTo("{\"a\":3,\"b\":2,\"ö\":1}").isEqualTo(json(new TreeMap<>(map)));
    }

    static Stream<Object> refusedValues() {
        return Stream.of(
                new Object(),
                'c',
                Level.LOW,
                UUID.randomUUID(),
                Instant.EPOCH,
                URI.create("x:y"),
                Path.of("a"),
                Optional.empty(),
                new byte[0],
                new char[0],
                new Throwable(),
                Stream.of(1),
                (Iterable<String>) () -> List.of("x").iterator(),
                Map.entry("a", "b"),
                String.class,
                JsonNodeFactory.instance.binaryNode(new byte[0]),
                JsonNodeFactory.instance.pojoNode("x"));
    }

    @ParameterizedTest
    @MethodSource("refusedValues")
    void whatJsonHasNoFormForIsRefused(Object value) {
        refused(value, "a value of class " + value.getClass().getTypeName());
        refused(Map.of("deep", List.of("x", value)), "effect.deep[1]");
    }

    @Test
    void keysAreText() {
        Map<@Nullable Object, Object> nullKey = new HashMap<>();
        nullKey.put(null, 1);

        refused(nullKey, "an entry with a null key");
        refused(Map.of("m", Map.of(1, "x")), "effect.m holds a map with a key of class java.lang.Integer");
        refused(Map.of(Level.LOW, "x"), "a key of class dev.retrysafe.canonical.JsonLikeTest$Level");
        refused(Collections.singletonMap(2, null), "a key of class java.lang.Integer");
        assertThat(json(Map.of(CharBuffer.wrap("k"), 1))).isEqualTo("{\"k\":1}");
    }

    @Test
    void twoKeysEqualAsTextAreRefused() {
        Map<Object, Object> map = new HashMap<>();
        map.put("k", 1);
        map.put(CharBuffer.wrap("k"), 1);

        refused(map, "two entries whose keys are equal as text");
    }

    @Test
    void case_21_halfASurrogatePairIsRefused() {
        assertThatThrownBy(() -> json(Map.of("a", "\uD800")))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("LoneSurrogate"));
        assertThatThrownBy(() -> json(Map.of("\uDC00", 1)))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("LoneSurrogate"));
    }

    @Test
    void case_22_whatHasNoEndIsRefused() {
        Object deep = List.of();
        for (int i = 0; i < 10_000; i++) {
            deep = i % 2 == 0 ? List.of(deep) : Map.of("k", deep);
        }
        Object nested = deep;
        Iterable<?> endlessList = new AbstractList<@Nullable Object>() {
            @Override
            public @Nullable Object get(int index) {
                return null;
            }

            @Override
            public int size() {
                return Integer.MAX_VALUE;
            }
        };

        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            refused(nested, "nested deeper than 64");
            refused(endlessList, "more than the 1048576 bytes");
            refused(new Endless<>("x"), "more than the 1048576 bytes");
            refused(endlessMap("v"), "more than the 1048576 bytes");
            refused(endlessMap(null), "more than the 1048576 bytes");
            refused("x".repeat(10_000_000), "more than the 1048576 bytes");
        });
    }

    @Test
    void numberThatIsTooLongIsRefusedInItsOwnPlace() {
        refused(Map.of("m", new BigDecimal("1E+1000000000")), "because effect.m holds a decimal number");
    }

    @Test
    void mapThatThrowsWhileItIsReadThrows() {
        Map<String, Object> failing = new AbstractMap<>() {
            @Override
            public Set<Entry<String, Object>> entrySet() {
                throw new IllegalStateException("not loaded");
            }
        };

        assertThatThrownBy(() -> json(Map.of("m", failing)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not loaded");
    }

    @Test
    void withoutAJsonLibraryPlainValuesHaveTheirForms() throws Exception {
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.replace('\\', '/').contains("jackson"))
                .map(JsonLikeTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Class<?> writer = loader.loadClass(CanonicalWriter.class.getName());
            Object w = writer.getConstructor(String.class).newInstance("t");
            writer.getMethod("jsonLike", Object.class).invoke(w, Map.of("a", List.of(1, true)));

            assertThat((byte[]) writer.getMethod("document").invoke(w))
                    .asString(UTF_8)
                    .isEqualTo("{\"effect\":{\"a\":[1,true]},\"tool\":\"t\",\"v\":1}");
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, @Nullable Object> endlessMap(@Nullable Object value) {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<String, @Nullable Object>> entrySet() {
                return new Endless<>(new SimpleEntry<>("k", value));
            }
        };
    }

    private static final class Endless<E> extends AbstractSet<E> {

        private final E element;

        Endless(E element) {
            this.element = element;
        }

        @Override
        public Iterator<E> iterator() {
            return Stream.generate(() -> element).iterator();
        }

        @Override
        public int size() {
            return Integer.MAX_VALUE;
        }
    }

    /** As the value of a member named "effect". */
    private static String json(@Nullable Object value) {
        CanonicalWriter w = new CanonicalWriter("t");
        int object = w.beginObject();
        w.member(CanonicalWriter.memberName("effect"));
        w.jsonLike(value);
        w.endObject(object);
        String document = new String(w.document(), UTF_8);
        return document.substring("{\"effect\":{\"effect\":".length(), document.lastIndexOf("},\"tool\":"));
    }

    private static void refused(Object value, String message) {
        assertThatThrownBy(() -> json(value))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("NotCanonical"))
                .hasMessageContaining(message);
    }
}
