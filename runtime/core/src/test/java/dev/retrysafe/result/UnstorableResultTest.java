package dev.retrysafe.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.retrysafe.tool.ResultType;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot come back equal is refused when it is written, or read; it never comes back as something else. */
class UnstorableResultTest {

    private static final ResultCodec ON_3 = new Jackson3ResultCodec();

    private static final ResultCodec ON_2 = new Jackson2ResultCodec();

    enum Library {
        JACKSON_3,
        JACKSON_2;

        ResultCodec codec() {
            return this == JACKSON_3 ? ON_3 : ON_2;
        }
    }

    record Line(String sku, int count) {}

    /** No usable constructor. */
    static final class Point {

        private final int x;

        Point(int x) {
            this.x = x;
        }

        public int getX() {
            return x;
        }
    }

    /** A getter without its setter, over a final field. */
    static final class Fixed {

        private final String id;

        Fixed() {
            this("none");
        }

        Fixed(String id) {
            this.id = id;
        }

        public String getId() {
            return id;
        }
    }

    static class Base {
        public int a = 1;
    }

    static final class Derived extends Base {
        public int b = 2;
    }

    static final class Node {
        public @Nullable Node next;
        public String name = "n";
    }

    static final class Endless {
        private final int step = 1;

        public int getDepth() {
            return step == 0 ? 0 : 1 + new Endless().getDepth();
        }
    }

    record Dynamic(Object anything) {}

    record Numeric(Number number) {}

    static final class Page extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
        public int total = 7;
    }

    record Pages(Page page) {}

    static final class Failing {
        private @Nullable String name;

        public String getName() {
            return Objects.requireNonNull(name, "not loaded");
        }
    }

    interface Open {}

    record Opened(String s) implements Open {}

    sealed interface Shape permits A.Same, B.Same {}

    static final class A {
        record Same(int i) implements Shape {}
    }

    static final class B {
        record Same(int i) implements Shape {}
    }

    sealed interface Half permits Loose {}

    static non-sealed class Loose implements Half {
        public int i;
    }

    static final class Tight extends Loose {}

    /** The annotation would have a library make any class that the data name. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS, property = "@class")
    static class Gadget {
        public String command = "";
    }

    record Holder(
            @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS, property = "@class")
            Gadget gadget) {}

    static final class Hidden {
        private final StringBuilder state = new StringBuilder("hidden");

        public String getName() {
            return "n" + state.length();
        }
    }

    static Arguments value(Object value, ResultType<?> type) {
        return Arguments.of(value, type.type());
    }

    static Stream<Arguments> values() {
        return Stream.of(
                        value(new Point(1), ResultType.of(Point.class)),
                        value(List.of(new Point(1)), new ResultType<List<Point>>() {}),
                        value(new Fixed("f"), ResultType.of(Fixed.class)),
                        value(new Derived(), ResultType.of(Base.class)),
                        value(List.of(new Derived()), new ResultType<List<Base>>() {}),
                        value(new Dynamic(5L), ResultType.of(Dynamic.class)),
                        value(new Dynamic("text"), ResultType.of(Dynamic.class)),
                        value(new Numeric(5L), ResultType.of(Numeric.class)),
                        value("text", ResultType.of(Object.class)),
                        value(1, ResultType.of(Number.class)),
                        value("text", ResultType.of(CharSequence.class)),
                        value(new AtomicInteger(3), ResultType.of(AtomicInteger.class)),
                        value(new Timestamp(1), ResultType.of(Timestamp.class)),
                        value(Map.of("k", 1L), new ResultType<Map<String, Object>>() {}),
                        value(Map.of(new Line("a", 1), 1), new ResultType<Map<Line, Integer>>() {}),
                        value(Map.of(1, 1), new ResultType<Map<Object, Integer>>() {}),
                        value(List.of(1), ResultType.of(List.class)),
                        value(IntNode.valueOf(1), ResultType.of(IntNode.class)),
                        value(
                                tools.jackson.databind.node.IntNode.valueOf(1),
                                ResultType.of(tools.jackson.databind.JsonNode.class)),
                        value(new Page(), ResultType.of(Page.class)),
                        value(new Pages(new Page()), ResultType.of(Pages.class)),
                        value(new Failing(), ResultType.of(Failing.class)),
                        value(new Opened("s"), ResultType.of(Open.class)),
                        value(new A.Same(1), ResultType.of(Shape.class)),
                        value(new Tight(), ResultType.of(Half.class)),
                        value(new Hidden(), ResultType.of(Hidden.class)),
                        value(new ByteArrayInputStream(new byte[0]), ResultType.of(ByteArrayInputStream.class)),
                        value(Stream.of(1), new ResultType<Stream<Integer>>() {}),
                        value(new IllegalStateException("x"), ResultType.of(IllegalStateException.class)),
                        value(Thread.currentThread(), ResultType.of(Thread.class)),
                        value(String.class, ResultType.of(Class.class)))
                .flatMap(
                        v -> Stream.of(Library.values()).map(library -> Arguments.of(library, v.get()[0], v.get()[1])));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("values")
    void case_41_isRefusedWhenItIsWritten(Library library, Object value, Type type) {
        assertThatThrownBy(() -> library.codec().write(value, type))
                .isInstanceOf(ResultCodecException.class)
                .hasMessageContaining(type.getTypeName());
    }

    @ParameterizedTest
    @EnumSource
    void theRefusalSaysWhereAndWhy(Library library) {
        assertThatThrownBy(() ->
                        library.codec().write(List.of(new Dynamic(5L)), new ResultType<List<Dynamic>>() {}.type()))
                .hasMessageContaining("java.lang.Object has no stored form");
        assertThatThrownBy(
                        () -> library.codec().write(List.of(new Fixed("f")), new ResultType<List<Fixed>>() {}.type()))
                .hasMessageEndingWith("read back it differs, at $[0].id");
    }

    @ParameterizedTest
    @EnumSource
    void aGraphThatContainsItselfIsRefused(Library library) {
        Node node = new Node();
        node.next = node;
        List<Object> list = new ArrayList<>();
        list.add(list);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("m", map);
        IllegalStateException a = new IllegalStateException("a");
        IllegalStateException b = new IllegalStateException("b", a);
        a.initCause(b);

        for (Object cyclic : List.of(node, a)) {
            assertThatThrownBy(() -> library.codec().write(cyclic, cyclic.getClass()))
                    .isInstanceOf(ResultCodecException.class);
        }
        assertThatThrownBy(() -> library.codec().write(list, new ResultType<List<List<List<String>>>>() {}.type()))
                .isInstanceOf(ResultCodecException.class);
        assertThatThrownBy(() ->
                        library.codec().write(map, new ResultType<Map<String, Map<String, String>>>() {}.type()))
                .isInstanceOf(ResultCodecException.class);
    }

    @ParameterizedTest
    @EnumSource
    void nestingIsBounded(Library library) {
        assertThat(library.codec().write(chain(190), Node.class)).isNotEmpty();
        byte[] stored = ("{\"next\":".repeat(201) + "null" + "}".repeat(201)).getBytes(UTF_8);

        for (int depth : new int[] {201, 1_000, 100_000}) {
            assertThatThrownBy(() -> library.codec().write(chain(depth), Node.class))
                    .isInstanceOf(ResultCodecException.class);
        }
        assertThatThrownBy(() -> library.codec().read(stored, Node.class)).isInstanceOf(ResultCodecException.class);
    }

    private static Node chain(int length) {
        Node chain = new Node();
        for (int i = 1; i < length; i++) {
            Node outer = new Node();
            outer.next = chain;
            chain = outer;
        }
        return chain;
    }

    @ParameterizedTest
    @EnumSource
    void aStackThatOverflowsInAGetterIsAFailureToWrite(Library library) {
        assertThatThrownBy(() -> library.codec().write(new Endless(), Endless.class))
                .isInstanceOf(ResultCodecException.class);
    }

    @ParameterizedTest
    @EnumSource
    void storedDataCannotNameAClass(Library library) {
        String gadget = "{\"@class\":\"javax.swing.JEditorPane\",\"command\":\"c\"}";
        assertThat(library.codec().read(gadget.getBytes(UTF_8), Gadget.class)).hasSameClassAs(new Gadget());
        assertThat(library.codec().read(("{\"gadget\":" + gadget + "}").getBytes(UTF_8), Holder.class))
                .isInstanceOf(Holder.class);
        assertThat(new String(library.codec().write(new Gadget(), Gadget.class), UTF_8))
                .isEqualTo("{\"command\":\"\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.util.ArrayList", "Loose", "dev.retrysafe.result.UnstorableResultTest$Derived", ""})
    void onlyPermittedSubtypesAreMade(String name) {
        for (Library library : Library.values()) {
            assertThatThrownBy(() -> library.codec()
                            .read(("{\"@type\":\"" + name + "\"}").getBytes(UTF_8), ResultCodecTest.Settlement.class))
                    .isInstanceOf(ResultCodecException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void textWithHalfASurrogatePairComesBackEqualOrIsRefused(Library library) {
        for (String text : List.of("a\ud83d", "\ude00b", "\ud83d\ud83d\ude00")) {
            assertThat(library.codec().read(library.codec().write(text, String.class), String.class))
                    .isEqualTo(text);
        }
        assertThat(library.codec().read(library.codec().write('\ud83d', Character.class), Character.class))
                .isEqualTo('\ud83d');
    }

    @ParameterizedTest
    @EnumSource
    void aResultOf17MebibytesIsWritten(Library library) {
        String large = "x".repeat(17 << 20);

        assertThat(library.codec().write(large, String.class)).hasSize((17 << 20) + 2);
    }

    /** Kept apart from the beans above: leaving a member out of the application's JSON does not leave it out here. */
    static final class Ignoring {
        @JsonIgnore
        public String secret = "s";
    }

    @ParameterizedTest
    @EnumSource
    void membersThatTheApplicationsJsonLeavesOutAreStored(Library library) {
        Ignoring ignoring = new Ignoring();
        ignoring.secret = "kept";

        Object read = library.codec().read(library.codec().write(ignoring, Ignoring.class), Ignoring.class);

        assertThat(read)
                .isInstanceOfSatisfying(
                        Ignoring.class, i -> assertThat(i.secret).isEqualTo("kept"));
    }
}
