package dev.retrysafe.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectRejectedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalWriterTest {

    private static String written(Consumer<CanonicalWriter> value) {
        CanonicalWriter w = new CanonicalWriter("t");
        value.accept(w);
        String document = new String(w.document(), UTF_8);
        return document.substring("{\"effect\":".length(), document.length() - ",\"tool\":\"t\",\"v\":1}".length());
    }

    private static byte[] name(String name) {
        return CanonicalWriter.memberName(name);
    }

    /** Expected escapes worked out by hand from RFC 8785 section 3.2.2.2. */
    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("", "\"\""),
                Arguments.of("plain", "\"plain\""),
                Arguments.of("a\"b\\c/d", "\"a\\\"b\\\\c/d\""),
                Arguments.of("\b\t\n\f\r", "\"\\b\\t\\n\\f\\r\""),
                Arguments.of("\u0000\u0001\u000b\u001b\u001f", "\"\\u0000\\u0001\\u000b\\u001b\\u001f\""),
                Arguments.of("\u007f\u0080\u009f", "\"\u007f\u0080\u009f\""),
                Arguments.of("\u00e9e\u0301", "\"\u00e9e\u0301\""),
                Arguments.of("\u07ff\u0800\uffff", "\"\u07ff\u0800\uffff\""),
                Arguments.of("\u2028\u2029\u202e\ufeff", "\"\u2028\u2029\u202e\ufeff\""),
                Arguments.of("\ud83d\ude00\udbff\udfff", "\"\ud83d\ude00\udbff\udfff\""),
                Arguments.of("<script>&'", "\"<script>&'\""));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void textIsEscapedWhereJsonAsksForItAndNowhereElse(String text, String expected) {
        assertThat(written(w -> w.text(text))).isEqualTo(expected);
        assertThat(new String(name(text), UTF_8)).isEqualTo("," + expected + ":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\ude00", "\ud83d\ud83d\ude00", "\ude00\ud83d", "\ud83dx"})
    void case_21_halfASurrogatePairIsRefused(String text) {
        CanonicalWriter w = new CanonicalWriter("t");

        assertThatThrownBy(() -> w.text(text))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("LoneSurrogate"));
        assertThatThrownBy(() ->
                        new CanonicalWriter("t").text(text.charAt(text.length() - 1) == 'x' ? '\ud83d' : '\ude00'))
                .isInstanceOf(SideEffectRejectedException.class);
    }

    @Test
    void composedAndDecomposedTextStaysTwo() {
        assertThat(written(w -> w.text("\u00e9"))).isNotEqualTo(written(w -> w.text("e\u0301")));
    }

    /** Among them those whose lower half looks like a character that needs nothing. */
    @Test
    void everyCharacterBehindTheControlsIsItself() {
        for (char c = ' '; c < Character.MIN_SURROGATE; c++) {
            String text = "a" + c;
            String expected = c == '"' || c == '\\' ? "a\\" + c : text;
            assertThat(written(w -> w.text(text))).isEqualTo('"' + expected + '"');
        }
    }

    @Test
    void scalarsHaveTheirForms() {
        assertThat(written(w -> w.bool(true))).isEqualTo("true");
        assertThat(written(w -> w.bool(false))).isEqualTo("false");
        assertThat(written(CanonicalWriter::nullValue)).isEqualTo("null");
        assertThat(written(w -> w.text('x'))).isEqualTo("\"x\"");
        assertThat(written(w -> w.constant(TimeUnit.DAYS))).isEqualTo("\"DAYS\"");
        assertThat(written(w -> w.instant(Instant.parse("2026-01-01T00:00:00.120Z"))))
                .isEqualTo("\"2026-01-01T00:00:00.120Z\"");
        assertThat(written(w -> w.bytes(new byte[] {(byte) 0xfb, (byte) 0xff, 0})))
                .isEqualTo("\"-_8A\"");
        assertThat(written(w -> w.bytes(new byte[0]))).isEqualTo("\"\"");
        assertThat(written(w -> w.bytes(new byte[] {1}))).isEqualTo("\"AQ\"");
    }

    @Test
    void theDocumentIsHashed() {
        CanonicalWriter w = new CanonicalWriter("create_ticket");
        w.endObject(w.beginObject());

        // printf '%s' '{"effect":{},"tool":"create_ticket","v":1}' | sha256sum
        assertThat(w.finish()).isEqualTo("sha256:a32750af92187a90dc41e98903c231c5a6bebe27478c5ee4f008169dc0314e04");
    }

    @Test
    void containersNest() {
        assertThat(written(w -> {
                    int object = w.beginObject();
                    w.member(name("a"));
                    int array = w.beginArray();
                    w.element();
                    w.endArray(w.beginArray());
                    w.element();
                    w.endObject(w.beginObject());
                    w.element();
                    w.nullValue();
                    w.endArray(array);
                    w.member(name("b"));
                    int inner = w.beginObject();
                    w.member(name("c"));
                    w.integral(1);
                    w.endObject(inner);
                    w.endObject(object);
                }))
                .isEqualTo("{\"a\":[[],{},null],\"b\":{\"c\":1}}");
    }

    @Test
    void case_15_aSetIsSortedByItsCanonicalBytes() {
        assertThat(set(true, "b", "a", "\u00e9", "z", "aa", ""))
                .isEqualTo("[\"\",\"a\",\"aa\",\"b\",\"z\",\"\u00e9\"]");
        assertThat(set(true, "b", "a")).isEqualTo(set(true, "a", "b"));
        assertThat(set(true)).isEqualTo("[]");
        // Bytes, not characters: U+FF61 before U+1F600, whose UTF-16 code units come first.
        assertThat(set(true, "\ud83d\ude00", "\uff61")).isEqualTo("[\"\uff61\",\"\ud83d\ude00\"]");
    }

    @Test
    void equalElementsAreMergedInASetOnly() {
        assertThat(set(true, "a", "b", "a")).isEqualTo("[\"a\",\"b\"]");
        assertThat(set(false, "a", "b", "a")).isEqualTo("[\"a\",\"a\",\"b\"]");
    }

    private static String set(boolean merged, String... elements) {
        return written(w -> {
            CanonicalWriter.Unordered unordered = w.beginUnordered();
            for (String element : elements) {
                unordered.element();
                w.text(element);
            }
            if (merged) {
                unordered.endMerged();
            } else {
                unordered.end();
            }
        });
    }

    @Test
    void setsOfSetsAreSortedInsideOut() {
        assertThat(written(w -> {
                    CanonicalWriter.Unordered outer = w.beginUnordered();
                    for (List<Integer> inner : List.of(List.of(3, 1), List.of(2, 1))) {
                        outer.element();
                        CanonicalWriter.Unordered set = w.beginUnordered();
                        for (int i : inner) {
                            set.element();
                            w.integral(i);
                        }
                        set.endMerged();
                    }
                    outer.endMerged();
                }))
                .isEqualTo("[[1,2],[1,3]]");
    }

    @Test
    void case_15_aMapIsSortedByTheUtf16CodeUnitsOfItsKeys() {
        // The emoji's first code unit, D83D, is below FF61 and E000; its UTF-8 bytes are above both.
        assertThat(map("\uff61", "\ue000", "\ud83d\ude00", "b", "a", "", "10", "9"))
                .isEqualTo("{\"\":0,\"10\":0,\"9\":0,\"a\":0,\"b\":0,\"\ud83d\ude00\":0,\"\ue000\":0,\"\uff61\":0}");
        assertThat(map("a", "b")).isEqualTo(map("b", "a"));
        assertThat(map()).isEqualTo("{}");
        assertThat(map("\n", "\"")).isEqualTo("{\"\\n\":0,\"\\\"\":0}");
    }

    private static String map(String... keys) {
        return written(w -> {
            CanonicalWriter.Entries entries = w.beginMap();
            for (String key : keys) {
                entries.key(key);
                w.integral(0);
            }
            entries.end();
        });
    }

    @Test
    void nullKeysAndKeysEqualAsTextAreRefused() {
        assertThatThrownBy(() -> map("a", "b", "a"))
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageContaining("equal as text");
        assertThatThrownBy(() -> written(w -> w.beginMap().key(null)))
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageContaining("null key");
    }

    @Test
    void case_22_nestingIsBounded() {
        assertThat(nested(63)).startsWith("[[[[").hasSize(126);
        assertThatThrownBy(() -> nested(64))
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageContaining("deeper than 64");
    }

    /** The document itself is the first level. */
    private static String nested(int arrays) {
        return written(w -> {
            int[] marks = new int[arrays];
            for (int i = 0; i < arrays; i++) {
                if (i > 0) {
                    w.element();
                }
                marks[i] = w.beginArray();
            }
            for (int i = arrays - 1; i >= 0; i--) {
                w.endArray(marks[i]);
            }
        });
    }

    @Test
    void siblingsDoNotAddToTheDepth() {
        assertThat(written(w -> {
                    int array = w.beginArray();
                    for (int i = 0; i < 200; i++) {
                        w.element();
                        w.endObject(w.beginObject());
                    }
                    w.endArray(array);
                }))
                .hasSize(601);
    }

    @Test
    void theDocumentMayHaveOneMebibyte() {
        int frame = "{\"effect\":\"\",\"tool\":\"t\",\"v\":1}".length();
        CanonicalWriter fits = new CanonicalWriter("t");
        fits.text("x".repeat(CanonicalWriter.MAX_BYTES - frame));
        assertThat(fits.document()).hasSize(CanonicalWriter.MAX_BYTES);

        CanonicalWriter tooLarge = new CanonicalWriter("t");
        tooLarge.text("x".repeat(CanonicalWriter.MAX_BYTES - frame + 1));
        assertThatThrownBy(tooLarge::document)
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageContaining("1048576 bytes");
    }

    @Test
    @Timeout(20)
    void case_22_anEndlessListIsRefusedInBoundedMemory() {
        Iterator<String> endless = Stream.generate(() -> "element").iterator();

        assertThatThrownBy(() -> written(w -> {
                    CanonicalWriter.Unordered list = w.beginUnordered();
                    while (endless.hasNext()) {
                        list.element();
                        w.text(endless.next());
                    }
                }))
                .isInstanceOf(SideEffectRejectedException.class);
    }

    @Test
    @Timeout(20)
    void aHugeTextIsRefusedBeforeItIsRead() {
        CharSequence huge = new CharSequence() {
            @Override
            public int length() {
                return Integer.MAX_VALUE;
            }

            @Override
            public char charAt(int index) {
                throw new AssertionError("was read");
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                throw new AssertionError("was read");
            }
        };

        assertThatThrownBy(() -> written(w -> w.text(huge))).isInstanceOf(SideEffectRejectedException.class);
        assertThatThrownBy(() -> written(w -> w.bytes(new byte[CanonicalWriter.MAX_BYTES + 1])))
                .isInstanceOf(SideEffectRejectedException.class);
    }

    @Test
    void case_23_textAndNumberDiffer() {
        assertThat(written(w -> w.text("1"))).isNotEqualTo(written(w -> w.integral(1)));
        assertThat(written(w -> w.decimal(BigDecimal.ONE))).isNotEqualTo(written(w -> w.integral(1)));
    }

    /** Equal elements merge, so the document stays small while the work doubles with each level. */
    @Test
    @Timeout(30)
    void setsOfEqualSetsAreRefusedInBoundedTime() {
        assertThatThrownBy(() -> twins(new CanonicalWriter("pay"), 50))
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageContaining("more than the");
        CanonicalWriter shallow = new CanonicalWriter("pay");
        twins(shallow, 10);
        assertThat(new String(shallow.document(), UTF_8)).contains("[".repeat(10) + "]".repeat(10));
    }

    private static void twins(CanonicalWriter w, int levels) {
        CanonicalWriter.Unordered set = w.beginUnordered();
        for (int i = 0; levels > 1 && i < 2; i++) {
            set.element();
            twins(w, levels - 1);
        }
        set.endMerged();
    }

    @Test
    @Timeout(20)
    void aHugeDecimalIsRefusedBeforeItsDigitsAreCounted() {
        BigDecimal huge = new BigDecimal(BigInteger.ONE.shiftLeft(1 << 27), 3);
        assertThatThrownBy(() -> new CanonicalWriter("pay").decimal(huge))
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageContaining("digits");
    }

    @Test
    void aRefusalIsAnAnswerToTheModel() {
        CanonicalWriter w = new CanonicalWriter("pay");
        assertThatThrownBy(() -> w.number(Double.NaN)).isInstanceOfSatisfying(SideEffectRejectedException.class, e -> {
            assertThat(e.toMap())
                    .containsAllEntriesOf(Map.of(
                            "status",
                            "rejected",
                            "code",
                            "NotCanonical",
                            "tool",
                            "pay",
                            "retryable",
                            false,
                            "next_action",
                            "fix_arguments"));
            assertThat(e)
                    .hasMessage("Nothing was done: pay was refused, because its arguments hold the number"
                            + " NaN, which JSON cannot write.");
        });
    }
}
