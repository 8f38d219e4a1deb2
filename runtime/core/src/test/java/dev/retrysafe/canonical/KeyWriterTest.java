package dev.retrysafe.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectRejectedException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyWriterTest {

    private static final String FINGERPRINT = "sha256:" + "0123456789abcdef".repeat(4);

    private static KeyWriter writer(@Nullable CallContext context) {
        return new KeyWriter("pay", context, FINGERPRINT);
    }

    private static String key(@Nullable String... values) {
        KeyWriter k = writer(null);
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                k.separator();
            }
            k.text("p" + i, values[i]);
        }
        return k.finish();
    }

    private static void refused(String code, String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageStartingWith("Nothing was done: pay was refused, because ")
                .hasMessageContaining(message);
    }

    @Test
    void partsAreJoinedAndTheToolNamed() {
        KeyWriter k = writer(CallContext.builder()
                .tenant("42")
                .conversation("9")
                .attribute("region", "eu")
                .build());

        String key = k.literal("tenant_")
                .tenant()
                .context("tenant")
                .separator()
                .literal("conversation_")
                .context("conversation")
                .separator()
                .text("approvalId", "17")
                .literal("_x")
                .separator()
                .context("region")
                .finish();

        assertThat(key).isEqualTo("tenant_42:conversation_9:17_x:eu:pay");
        assertThat(k.tenantPart()).isEqualTo("42");
    }

    @Test
    void valuesHaveTheirForms() {
        assertThat(writer(null)
                        .integral("a", 5)
                        .separator()
                        .integral("b", Long.MIN_VALUE)
                        .separator()
                        .integral("c", BigInteger.TEN.pow(20))
                        .separator()
                        .bool("d", true)
                        .separator()
                        .uuid("e", new UUID(1, 2))
                        .separator()
                        .constant("f", TimeUnit.DAYS)
                        .separator()
                        .date("g", LocalDate.of(2026, 1, 2))
                        .separator()
                        .text("h", 'x')
                        .separator()
                        .fingerprint()
                        .finish())
                .isEqualTo("5:-9223372036854775808:100000000000000000000:true:00000000-0000-0001-0000-000000000002:DAYS"
                        + ":2026-01-02:x:" + FINGERPRINT.substring(7) + ":pay");
    }

    /** Among them those whose lower half looks like a character that needs no encoding. */
    @Test
    void onlyAsciiIsWrittenAsItIs() {
        for (char c = 0x80; c < Character.MIN_SURROGATE; c++) {
            assertThat(key("a" + c)).matches("a(%[0-9A-F]{2}){2,3}:pay");
        }
    }

    /** Expected texts worked out by hand: UTF-8, then RFC 3986 section 2.1. */
    static Stream<Arguments> encodings() {
        return Stream.of(
                Arguments.of("AZaz09_.~@-", "AZaz09_.~@-"),
                Arguments.of("a:b", "a%3Ab"),
                Arguments.of("%3A", "%253A"),
                Arguments.of(" a ", "%20a%20"),
                Arguments.of("a\t\r\n\0b", "a%09%0D%0A%00b"),
                Arguments.of("\u007f\u0080\u009f", "%7F%C2%80%C2%9F"),
                Arguments.of("é", "%C3%A9"),
                Arguments.of("e\u0301", "e%CC%81"),
                Arguments.of("\ud83d\ude00", "%F0%9F%98%80"),
                Arguments.of("\u202ea", "%E2%80%AEa"),
                Arguments.of("a\u200d\u200bb", "a%E2%80%8D%E2%80%8Bb"),
                Arguments.of("\ufeffa", "%EF%BB%BFa"),
                Arguments.of("\uffff", "%EF%BF%BF"),
                Arguments.of("me+you@example.org", "me%2Byou@example.org"),
                Arguments.of("{x}", "%7Bx%7D"),
                Arguments.of("}{", "%7D%7B"),
                Arguments.of("../../etc", "..%2F..%2Fetc"),
                Arguments.of("*", "%2A"),
                Arguments.of("?", "%3F"),
                Arguments.of("[a-z]", "%5Ba-z%5D"),
                Arguments.of("'; DROP TABLE", "%27%3B%20DROP%20TABLE"),
                Arguments.of(
                        "\" .. redis.call('FLUSHALL') .. \"", "%22%20..%20redis.call%28%27FLUSHALL%27%29%20..%20%22"),
                Arguments.of("${jndi:ldap://x}", "%24%7Bjndi%3Aldap%3A%2F%2Fx%7D"),
                Arguments.of("%n", "%25n"),
                Arguments.of("{}", "%7B%7D"),
                Arguments.of("T(java.lang.Runtime)", "T%28java.lang.Runtime%29"));
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void case_11_everyOtherCharacterIsEncoded(String value, String encoded) {
        assertThat(key(value)).isEqualTo(encoded + ":pay").matches("[A-Za-z0-9_.~@%:-]+");
    }

    @Test
    void case_05_valuesDoNotRunIntoEachOther() {
        assertThat(key("A:B", "C")).isNotEqualTo(key("A", "B:C"));
        assertThat(key("a|b", "c")).isNotEqualTo(key("a", "b|c"));
        assertThat(key("a:b")).isNotEqualTo(key("a", "b"));
        assertThat(key("%3A")).isNotEqualTo(key(":"));
    }

    @Test
    void case_06_similarValuesAreDifferentOperations() {
        List<String> values = List.of(
                "Order-a",
                "order-A",
                "Order-a ",
                " Order-a",
                "Order-a\u00a0",
                "\u00e9",
                "e\u0301",
                "e",
                "\u200border-a");

        assertThat(values.stream().map(KeyWriterTest::key)).doesNotHaveDuplicates();
    }

    @Test
    void renderingIsInjective() {
        Random random = new Random(7);
        String alphabet = "ab:%3A _é\ud83d\ude00{}~";
        Set<List<String>> values = new HashSet<>();
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            List<String> value = new ArrayList<>();
            for (int part = 0; part < 2; part++) {
                StringBuilder text = new StringBuilder("x");
                for (int n = random.nextInt(5); n > 0; n--) {
                    int at = alphabet.offsetByCodePoints(
                            0, random.nextInt(alphabet.codePointCount(0, alphabet.length())));
                    text.appendCodePoint(alphabet.codePointAt(at));
                }
                value.add(text.toString());
            }
            String key = key(value.get(0), value.get(1));
            assertThat(keys.add(key)).isEqualTo(values.add(value));
            String[] parts = key.split(":", -1);
            assertThat(URLDecoder.decode(parts[0], StandardCharsets.UTF_8)).isEqualTo(value.get(0));
            assertThat(URLDecoder.decode(parts[1], StandardCharsets.UTF_8)).isEqualTo(value.get(1));
        }
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {" ", "\t \n", "\u00a0", "\u2007\u202f", "\u3000", "\u2028\u2029", "\u001c", "\u1680\u2000\u205f"
            })
    void case_04_nullEmptyAndBlankValuesAreRefused(@Nullable String value) {
        refused("BlankKeyPart", "\"p1\"", () -> key("a", value));
    }

    @Test
    void nullOfEveryTypeIsRefused() {
        List<Consumer<KeyWriter>> values = List.of(
                k -> k.integral("path", (Number) null),
                k -> k.bool("path", null),
                k -> k.uuid("path", null),
                k -> k.constant("path", null),
                k -> k.date("path", null),
                k -> k.text("path", ' '));

        for (Consumer<KeyWriter> value : values) {
            refused("BlankKeyPart", "\"path\"", () -> value.accept(writer(null)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\ude00", "\ud83d\ud83d\ude00", "\ude00\ud83d"})
    void case_21_halfASurrogatePairIsRefused(String value) {
        refused("LoneSurrogate", "\"p0\"", () -> key(value));
    }

    @Test
    void aKeyHas512CharactersAtMost() {
        String fits = "x".repeat(KeyWriter.MAX_LENGTH - ":pay".length());

        assertThat(key(fits)).hasSize(KeyWriter.MAX_LENGTH);
        refused("KeyTooLong", "512", () -> key(fits + "x"));
        refused("KeyTooLong", "\"p0\"", () -> key("é".repeat(100)));
        refused("KeyTooLong", "512", () -> writer(null).literal("l".repeat(600)).finish());
    }

    @Test
    @Timeout(60)
    void aHugeValueIsRefusedInBoundedTime() {
        String huge = "x".repeat(10 << 20);
        // The thread's own time: what else runs on the machine is not its doing.
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();

        for (int i = 0; i < 100; i++) {
            refused("KeyTooLong", "\"p0\"", () -> key(huge));
        }

        assertThat(TimeUnit.NANOSECONDS.toSeconds(threads.getCurrentThreadCpuTime() - start))
                .isLessThan(5);
    }

    @Test
    @Timeout(20)
    void aHugeBlankValueIsRefused() {
        refused("BlankKeyPart", "\"p0\"", () -> key(" ".repeat(10 << 20)));
    }

    @Test
    void aMissingContextIsRefusedByName() {
        refused("MissingContext", "no CallContext is bound", () -> writer(null).context("tenant"));
        refused(
                "MissingContext",
                "ctx.approval",
                () -> writer(CallContext.builder().tenant("t").build()).context("approval"));
        refused("MissingContext", "attribute(\"region\", …)", () -> writer(null).context("region"));
    }

    @Test
    void aTenantOtherThanTheContextsIsRefused() {
        CallContext context = CallContext.builder().tenant("acme").build();

        assertThat(writer(context).tenant().text("tenantId", "acme").finish()).isEqualTo("acme:pay");
        assertThat(writer(null).tenant().text("tenantId", "other").finish()).isEqualTo("other:pay");
        refused("TenantMismatch", "\"tenantId\"", () -> writer(context).tenant().text("tenantId", "other"));
        refused("TenantMismatch", "\"tenantId\"", () -> writer(context).tenant().text("tenantId", "acme "));
    }

    @Test
    void theTenantPartIsTheEncodedValueAlone() {
        KeyWriter k = writer(null)
                .literal("t_")
                .tenant()
                .text("tenantId", "a:b")
                .literal("_x")
                .separator();
        k.text("id", "1").finish();

        assertThat(k.tenantPart()).isEqualTo("a%3Ab");
        assertThat(writer(null).text("id", "1").tenantPart()).isEmpty();
    }

    /** Writing out forty million digits takes more than a minute; the bound is on the number, before. */
    @Test
    @Timeout(20)
    void aHugeNumberIsRefusedBeforeItIsWrittenOut() {
        BigInteger huge = BigInteger.ONE.shiftLeft(1 << 27);
        refused("KeyTooLong", "\"n\"", () -> writer(null).integral("n", huge));
    }

    @Test
    void aRefusalDoesNotQuoteTheValue() {
        refused("KeyTooLong", "\"p0\"", () -> {
            try {
                key("secret".repeat(100));
            } catch (SideEffectRejectedException e) {
                assertThat(e).hasMessageNotContaining("secret");
                throw e;
            }
        });
    }
}
