package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.generated.ShapeTools.A;
import dev.retrysafe.generated.ShapeTools.Amount;
import dev.retrysafe.generated.ShapeTools.B;
import dev.retrysafe.generated.ShapeTools.Batch;
import dev.retrysafe.generated.ShapeTools.Card;
import dev.retrysafe.generated.ShapeTools.Direct;
import dev.retrysafe.generated.ShapeTools.Instant;
import dev.retrysafe.generated.ShapeTools.Refund;
import dev.retrysafe.generated.ShapeTools.Request;
import dev.retrysafe.tool.ToolMethod;
import java.nio.CharBuffer;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ShapesTest {

    @Test
    void sealedTypesNestAndCarryTheirArguments() {
        Batch<Amount> batch = new Batch<>(List.of(new Instant<>(new Amount(1)), new Card<>("n", new Amount(2))));

        assertThat(Generated.effect(tool("payments"), batch, new Refund(new Card<>("n", "x"))))
                .isEqualTo(
                        "{\"amounts\":{\"@type\":\"Batch\",\"parts\":[{\"@type\":\"Instant\",\"amount\":{\"cents\":1}},"
                                + "{\"@type\":\"Card\",\"extra\":{\"cents\":2},\"number\":\"n\"}]},"
                                + "\"texts\":{\"@type\":\"Refund\",\"of\":{\"@type\":\"Card\",\"extra\":\"x\",\"number\":\"n\"}}}");
    }

    static Stream<Arguments> loops() {
        BiConsumer<A, B> throughOptional = (a, b) -> a.maybe = Optional.of(b);
        BiConsumer<A, B> throughList = (a, b) -> a.list.add(b);
        BiConsumer<A, B> throughMap = (a, b) -> a.map.put("k", b);
        BiConsumer<A, B> throughSealed = (a, b) -> a.link = new Direct(a);
        return Stream.of(throughOptional, throughList, throughMap, throughSealed)
                .map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("loops")
    void case_22_graphThatContainsItselfIsRefused(BiConsumer<A, B> close) {
        A a = new A();
        assertThat(Generated.effect(tool("mutual"), a)).isEqualTo("{\"a\":{\"list\":[],\"map\":{}}}");

        close.accept(a, new B(a));

        refused(() -> Generated.effect(tool("mutual"), a), "nested deeper than 64");
    }

    @Test
    void boundsAndWildcardsCountAsWhatTheyAllow() {
        Amount amount = new Amount(5);

        assertThat(Generated.effect(
                        tool("bounded"), amount, List.of(amount), Map.of("k", amount), List.of(1, "x", Map.of())))
                .isEqualTo("{\"any\":[1,\"x\",{}],\"byName\":{\"k\":{\"cents\":5}},\"many\":[{\"cents\":5}],"
                        + "\"one\":{\"cents\":5}}");
        refused(
                () -> Generated.effect(tool("bounded"), amount, List.of(), Map.of(), List.of(amount)),
                "any[0] holds a value of class dev.retrysafe.generated.ShapeTools$Amount");
    }

    @Test
    void annotatedMethodsOwnTypeSaysWhatAVariableIs() {
        assertThat(Generated.effect(Generated.tool(ShapeTools.Tool.class, "tool_of_bound"), new Amount(1)))
                .isEqualTo("{\"request\":{\"cents\":1}}");
        assertThat(Generated.effect(
                        Generated.tool(ShapeTools.Concrete.class, "concrete"),
                        new Request.Line("a"),
                        List.of(new Request.Line("b"))))
                .isEqualTo("{\"more\":[{\"sku\":\"b\"}],\"request\":{\"sku\":\"a\"}}");
    }

    @Test
    void nestedAndInnerTypesAreTypesLikeOthers() {
        ShapeTools.Inner inner = new ShapeTools().new Inner();

        assertThat(Generated.effect(tool("nested_types"), inner, new Request.Line("s")))
                .isEqualTo("{\"inner\":{\"name\":\"inner\"},\"line\":{\"sku\":\"s\"}}");
        refused(
                () -> Generated.effect(tool("nested_types"), new ShapeTools().new Inner() {}, new Request.Line("s")),
                "where dev.retrysafe.generated.ShapeTools$Inner is declared");
    }

    @Test
    void innerTypesTakeTheArgumentsOfTheTypeAround() {
        assertThat(Generated.effect(
                        tool("within_generic_types"),
                        new ShapeTools.Around<String>().new Within("s"),
                        new ShapeTools.Around<Long>().new Within(3L)))
                .isEqualTo("{\"number\":{\"value\":3},\"text\":{\"value\":\"s\"}}");
    }

    @Test
    void mapsWithoutAnEndAreRefusedEvenIfTheyHoldNothing() {
        Map<CharSequence, @Nullable Integer> endless = new AbstractMap<>() {
            @Override
            public Set<Entry<CharSequence, @Nullable Integer>> entrySet() {
                return new AbstractSet<>() {
                    @Override
                    public Iterator<Entry<CharSequence, @Nullable Integer>> iterator() {
                        Entry<CharSequence, @Nullable Integer> nothing = new SimpleEntry<>("k", null);
                        return Stream.generate(() -> nothing).iterator();
                    }

                    @Override
                    public int size() {
                        return Integer.MAX_VALUE;
                    }
                };
            }
        };

        refused(() -> Generated.effect(tool("keys"), endless, Map.of()), "more than the 1048576 bytes");
    }

    @Test
    void keysThatAreNullOrEqualAsTextAreRefused() {
        Map<CharSequence, Integer> twins = new HashMap<>();
        twins.put("k", 1);
        twins.put(CharBuffer.wrap("k"), 1);
        Map<@Nullable String, Integer> nullKey = new HashMap<>();
        nullKey.put(null, 1);

        refused(
                () -> Generated.effect(tool("keys"), twins, Map.of()),
                "holds two entries whose keys are equal as text");
        refused(() -> Generated.effect(tool("keys"), Map.of(), nullKey), "byName holds an entry with a null key");
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(SideEffectRejectedException.class).hasMessageContaining(message);
    }

    private static ToolMethod tool(String name) {
        return Generated.tool(ShapeTools.class, name);
    }
}
