package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.generated.ValueTools.After;
import dev.retrysafe.generated.ValueTools.Before;
import dev.retrysafe.generated.ValueTools.Box;
import dev.retrysafe.generated.ValueTools.Circle;
import dev.retrysafe.generated.ValueTools.Dog;
import dev.retrysafe.generated.ValueTools.Item;
import dev.retrysafe.generated.ValueTools.Kind;
import dev.retrysafe.generated.ValueTools.Node;
import dev.retrysafe.generated.ValueTools.Order;
import dev.retrysafe.generated.ValueTools.Page;
import dev.retrysafe.generated.ValueTools.Puppy;
import dev.retrysafe.tool.ToolMethod;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintsTest {

    private static final UUID ID = UUID.fromString("00000000-0000-0000-0000-000000000007");

    @Test
    @SuppressWarnings("UnnecessaryStringBuilder") // The parameter is one.
    void textsStandAsTheyAre() {
        assertThat(Generated.effect(
                        tool("texts"),
                        "a\"\n\u00e9",
                        'c',
                        Kind.A,
                        ID,
                        URI.create("x:y"),
                        Currency.getInstance("EUR"),
                        Locale.forLanguageTag("de-AT"),
                        new StringBuilder("sb")))
                .isEqualTo("{\"builder\":\"sb\",\"currency\":\"EUR\",\"kind\":\"A\",\"letter\":\"c\","
                        + "\"locale\":\"de-AT\",\"text\":\"a\\\"\\n\u00e9\",\"uri\":\"x:y\",\"uuid\":\"" + ID + "\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "10.0", "10.00", "1E1", "1e+1"})
    void case_13_equalDecimalsAreOneEffect(String text) {
        assertThat(Generated.effect(tool("decimal"), new BigDecimal(text))).isEqualTo("{\"value\":\"10\"}");
    }

    @Test
    void case_13_hugeDecimalIsRefusedAtOnce() {
        Assertions.setMaxStackTraceElementsDisplayed(3);
        refused("NotCanonical", () -> Generated.effect(tool("decimal"), new BigDecimal("1E50000000")));
    }

    @Test
    void case_14_floatingPointNumbersHaveOneForm() {
        ToolMethod tool = tool("floating");

        assertThat(Generated.effect(tool, -0.0, 0.1f, OptionalDouble.of(1e21)))
                .isEqualTo("{\"a\":0,\"b\":0.1,\"c\":1e+21}");
        assertThat(Generated.effect(tool, 0.0, null, OptionalDouble.empty())).isEqualTo("{\"a\":0}");
        refused("NotCanonical", () -> Generated.effect(tool, Double.NaN, 1f, OptionalDouble.empty()));
        refused("NotCanonical", () -> Generated.effect(tool, 1.0, Float.POSITIVE_INFINITY, OptionalDouble.empty()));
    }

    @Test
    void case_14_largeIntegersAreText() {
        long max = (1L << 53) - 1;

        assertThat(Generated.effect(
                        tool("integral"),
                        (byte) 1,
                        (short) 2,
                        3,
                        max,
                        BigInteger.valueOf(max + 2),
                        new AtomicInteger(4),
                        OptionalInt.of(5),
                        OptionalLong.empty(),
                        new AtomicBoolean(true)))
                .isEqualTo("{\"a\":1,\"b\":2,\"c\":3,\"d\":9007199254740991,\"e\":\"9007199254740993\",\"f\":4,\"g\":5,"
                        + "\"i\":true}");
    }

    @Test
    void timesAreInstantsOrTheirIsoText() {
        Instant instant = Instant.parse("2026-01-02T03:04:05Z");

        assertThat(Generated.effect(
                        tool("times"),
                        instant,
                        OffsetDateTime.parse("2026-01-02T04:04:05+01:00"),
                        ZonedDateTime.parse("2026-01-02T03:04:05Z[UTC]"),
                        new java.sql.Date(instant.toEpochMilli()),
                        LocalDate.of(2026, 1, 2)))
                .isEqualTo(
                        "{\"a\":\"2026-01-02T03:04:05Z\",\"b\":\"2026-01-02T03:04:05Z\",\"c\":\"2026-01-02T03:04:05Z\","
                                + "\"d\":\"2026-01-02T03:04:05Z\",\"e\":\"2026-01-02\"}");
    }

    @Test
    void case_15_setsAndMapsHaveNoOrder() {
        ToolMethod maps = tool("maps");
        Map<Integer, String> ascending = new LinkedHashMap<>();
        ascending.put(9, "a");
        ascending.put(10, "b");
        Map<Integer, String> descending = new LinkedHashMap<>();
        descending.put(10, "b");
        descending.put(9, "a");

        assertThat(Generated.effect(maps, ascending, Map.of(Kind.A, new Item("s", 1)), Map.of(ID, List.of("x"))))
                .isEqualTo(
                        Generated.effect(maps, descending, Map.of(Kind.A, new Item("s", 1)), Map.of(ID, List.of("x"))))
                .isEqualTo("{\"byKind\":{\"A\":{\"count\":1,\"sku\":\"s\"}},\"byNumber\":{\"10\":\"b\",\"9\":\"a\"},"
                        + "\"byUuid\":{\"" + ID + "\":[\"x\"]}}");
        assertThat(containers(List.of(), new HashSet<>(List.of("b", "a"))))
                .isEqualTo(containers(List.of(), new LinkedHashSet<>(List.of("a", "b"))));
    }

    @Test
    void containersKeepSortOrMergeByTheirDeclaredType() {
        assertThat(Generated.effect(
                        tool("containers"),
                        Arrays.asList("b", null, "a"),
                        new ArrayDeque<>(List.of(2, 1)),
                        new int[] {3, 1},
                        new HashSet<>(Arrays.asList("y", null, "x")),
                        List.of("b", "a", "b"),
                        List.of(Optional.of("o"), Optional.empty())))
                .isEqualTo(
                        "{\"array\":[3,1],\"collection\":[\"a\",\"b\",\"b\"],\"deque\":[2,1],\"list\":[\"b\",null,\"a\"],"
                                + "\"optionals\":[\"o\",null],\"set\":[\"x\",\"y\",null]}");
    }

    @Test
    void mapEntriesWithoutAValueAreLeftOutAndNullKeysRefused() {
        Map<Kind, Item> byKind = new HashMap<>();
        byKind.put(Kind.A, null);
        Map<Integer, String> byNumber = new HashMap<>();

        assertThat(Generated.effect(tool("maps"), byNumber, byKind, null)).isEqualTo("{\"byKind\":{},\"byNumber\":{}}");
        byNumber.put(null, "x");
        refused("NotCanonical", () -> Generated.effect(tool("maps"), byNumber, null, null));
    }

    @Test
    void case_16_orderInTheSourceDoesNotCount() {
        ToolMethod before = tool("before");
        ToolMethod after = tool("after");
        Item item = new Item("s", 1);

        assertThat(Generated.effect(before, new Before("x", 1, item)))
                .isEqualTo(Generated.effect(after, new After(item, "x", 1)));
        assertThat(before.definition().definitionHash())
                .isEqualTo(after.definition().definitionHash());
    }

    @Test
    void case_18_memberWithoutAValueIsAsIfItWereNotThere() {
        assertThat(Generated.effect(tool("before"), new Before("x", 1, new Item("s", null))))
                .isEqualTo("{\"value\":{\"a\":\"x\",\"b\":1,\"c\":{\"sku\":\"s\"}}}");
    }

    @Test
    void case_20_bytesCount() {
        ToolMethod tool = tool("bytes");

        assertThat(Generated.effect(tool, "~~\u007f?".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo("{\"file\":\"fn5_Pw\"}");
        assertThat(Generated.fingerprint(tool, new byte[] {1}))
                .isNotEqualTo(Generated.fingerprint(tool, new byte[] {2}));
        assertThat(Generated.effect(tool, new Object[] {null})).isEqualTo("{}");
    }

    @Test
    void case_21_halfASurrogatePairIsRefused() {
        refused("LoneSurrogate", () -> Generated.effect(tool("before"), new Before("a\uD800", 1, new Item("s", 1))));
    }

    @Test
    void case_22_endlessNestingIsRefused() {
        Node node = new Node("end", null, List.of());
        for (int i = 0; i < 10_000; i++) {
            node = new Node("n", node, List.of());
        }
        Node deepest = node;

        Assertions.assertThatNoException()
                .isThrownBy(() -> Generated.effect(tool("nodes"), new Node("a", null, List.of())));
        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> refused("NotCanonical", () -> Generated.effect(tool("nodes"), deepest)));
    }

    @Test
    void wholeValuesAreNestedUnderTheirParametersName() {
        assertThat(Generated.effect(tool("order"), order()))
                .isEqualTo(
                        "{\"order\":{\"array\":[{\"count\":4,\"sku\":\"d\"}],\"byName\":{\"n\":{\"count\":2,\"sku\":\"b\"}},"
                                + "\"first\":{\"count\":3,\"sku\":\"c\"},\"id\":\"o\",\"items\":[{\"count\":1,\"sku\":\"a\"}]}}");
        assertThat(Generated.effect(tool("order"), new Object[] {null})).isEqualTo("{}");
    }

    @Test
    void exclusionsApplyToEachElement() {
        assertThat(Generated.effect(tool("order_without"), order()))
                .isEqualTo("{\"order\":{\"byName\":{\"n\":{\"sku\":\"b\"}},\"first\":{\"count\":3},\"id\":\"o\","
                        + "\"items\":[{\"count\":1}]}}");
    }

    @Test
    void presentValueOfWhichNothingSelectedIsPresentIsAnEmptyObject() {
        Order bare =
                new Order("o", List.of(new Item("a", null)), Map.of(), Optional.of(new Item("c", null)), new Item[0]);

        assertThat(Generated.effect(tool("order_only"), bare, "t"))
                .isEqualTo("{\"order\":{\"first\":{},\"items\":[{\"sku\":\"a\"}]},\"text\":\"t\"}");
        assertThat(Generated.effect(tool("order_only"), null, "t")).isEqualTo("{\"text\":\"t\"}");
    }

    @Test
    void methodWithoutParametersHasAnEmptyEffect() {
        assertThat(Generated.document(tool("no_parameters")))
                .isEqualTo("{\"effect\":{},\"tool\":\"no_parameters\",\"v\":1}");
    }

    @Test
    void typeVariablesCountAsTheirBounds() {
        assertThat(Generated.effect(
                        tool("generic"),
                        new Page<>(List.of(new Item("a", 1)), Optional.of(new Item("b", 2))),
                        new Item[] {new Item("c", 3)}))
                .isEqualTo("{\"more\":[{\"count\":3,\"sku\":\"c\"}],\"page\":{\"first\":{\"count\":2,\"sku\":\"b\"},"
                        + "\"items\":[{\"count\":1,\"sku\":\"a\"}]}}");
    }

    @Test
    void typeThatContainsItselfIsWrittenToItsEnd() {
        Node node = new Node("a", new Node("b", new Node("c", null, List.of()), List.of()), List.of());

        assertThat(Generated.effect(tool("nodes"), node))
                .isEqualTo("{\"node\":{\"children\":[],\"name\":\"a\",\"next\":{\"children\":[],\"name\":\"b\","
                        + "\"next\":{\"children\":[],\"name\":\"c\"}}}}");
        assertThat(Generated.effect(tool("nodes_without"), node))
                .isEqualTo(
                        "{\"node\":{\"name\":\"a\",\"next\":{\"children\":[],\"next\":{\"children\":[],\"name\":\"c\"}}}}");
    }

    @Test
    void beanIsItsGettersAndPublicFieldsAndExactlyItsClass() {
        Dog dog = new Dog();
        dog.tag = 5L;

        assertThat(Generated.effect(tool("dogs"), dog))
                .isEqualTo("{\"dog\":{\"URL\":\"u\",\"big\":true,\"name\":\"n\",\"tag\":5}}");
        refused("UnexpectedSubtype", () -> Generated.effect(tool("dogs"), new Puppy()));
    }

    @Test
    void sealedValueCarriesItsClassesName() {
        assertThat(Generated.effect(tool("shapes"), new Box(1, new Circle(2), "n"), new Circle(3)))
                .isEqualTo("{\"circle\":{\"radius\":3},\"shape\":{\"$note\":\"n\",\"@type\":\"Box\","
                        + "\"inner\":{\"@type\":\"Circle\",\"radius\":2},\"width\":1}}");
    }

    private static Order order() {
        return new Order(
                "o",
                List.of(new Item("a", 1)),
                Map.of("n", new Item("b", 2)),
                Optional.of(new Item("c", 3)),
                new Item[] {new Item("d", 4)});
    }

    private static String containers(List<String> list, java.util.Set<String> set) {
        return Generated.effect(tool("containers"), list, new ArrayDeque<>(), new int[0], set, List.of(), List.of());
    }

    private static void refused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(type(SideEffectRejectedException.class))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    private static ToolMethod tool(String name) {
        return Generated.tool(ValueTools.class, name);
    }
}
