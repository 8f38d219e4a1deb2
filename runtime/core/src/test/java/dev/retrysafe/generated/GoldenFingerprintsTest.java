package dev.retrysafe.generated;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.generated.GoldenTools.Card;
import dev.retrysafe.generated.GoldenTools.Line;
import dev.retrysafe.generated.GoldenTools.Mail;
import dev.retrysafe.generated.GoldenTools.Node;
import dev.retrysafe.generated.GoldenTools.Order;
import dev.retrysafe.generated.GoldenTools.Severity;
import dev.retrysafe.generated.GoldenTools.Transfer;
import dev.retrysafe.generated.GoldenTools.Voucher;
import dev.retrysafe.tool.ToolMethod;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.HexFormat;
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
import java.util.TreeMap;
import java.util.UUID;
import org.erdtman.jcs.JsonCanonicalizer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fingerprints lie in stores for as long as receipts do, so they never change: {@code golden-fingerprints.json} holds what
 * they are, and other languages check themselves against it. No build writes it. After calls were added here,
 *
 * <pre>mvn -pl runtime/core -am test -Dtest=GoldenFingerprintsTest -Dsurefire.failIfNoSpecifiedTests=false</pre>
 *
 * leaves what the file would have to be in {@code runtime/core/target/golden-fingerprints.json}.
 */
class GoldenFingerprintsTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    /** One entry of the file, as another language needs it to compute the same. */
    record Entry(String name, String tool, Map<String, Object> effect, String document, String fingerprint) {}

    private final Map<String, Entry> computed = new LinkedHashMap<>();

    private void call(String name, String tool, @Nullable Object... arguments) {
        String toolName = "golden_" + tool;
        ToolMethod method = Generated.tool(GoldenTools.class, toolName);
        String document = Generated.document(method, arguments);
        @SuppressWarnings("unchecked")
        Map<String, Object> effect = (Map<String, Object>)
                Objects.requireNonNull(JSON.readValue(document, Map.class).get("effect"));
        Entry entry = new Entry(name, toolName, unsorted(effect), document, Generated.fingerprint(method, arguments));
        assertThat(computed.put(name, entry)).as("calls named " + name).isNull();
    }

    private void calls() {
        call("text", "text", "Checkout is down");
        call("text, empty", "text", "");
        call("text, null", "text", (Object) null);
        call("text with quotes, backslash and control characters", "text", "\"\\/\b\f\n\r\t\u0000\u001f\u007f");
        call("text beyond ASCII", "text", "größe 日本 \u2028");
        call("text beyond the first plane", "text", "\ud83d\ude00");
        call("text, composed", "text", "é");
        call("text, decomposed", "text", "e\u0301");
        call(
                "names",
                "names",
                'x',
                Severity.HIGH,
                UUID.fromString("123E4567-E89B-42D3-A456-426614174000"),
                URI.create("https://example.com/a%20b?c=d#e"),
                Currency.getInstance("EUR"),
                Locale.forLanguageTag("de-AT"));
        call("true", "flag", true);
        call("false", "flag", false);
        call("integer", "integer", 17L);
        call("integer, largest number", "integer", 9007199254740991L);
        call("integer, smallest text", "integer", 9007199254740992L);
        call("integer, least", "integer", Long.MIN_VALUE);
        call("big integer", "big_integer", BigInteger.TEN);
        call("big integer as text", "big_integer", BigInteger.TEN.pow(30));
        call("decimal", "decimal", new BigDecimal("10.00"));
        call("decimal, fraction", "decimal", new BigDecimal("-0.050"));
        call("decimal, exponent", "decimal", new BigDecimal("12E+3"));
        call("decimal, zero", "decimal", new BigDecimal("0E-5"));
        call("real", "real", 0.1);
        call("real, whole", "real", 10.0);
        call("real, large", "real", 1e21);
        call("real, small", "real", 1e-7);
        call("real, minus zero", "real", -0.0);
        call("single", "single", 0.1f);
        call("instant", "instant", Instant.parse("2026-01-31T12:00:00Z"));
        call("instant, milliseconds", "instant", Instant.parse("2026-01-31T12:00:00.120Z"));
        call("instant, nanoseconds", "instant", Instant.parse("2026-01-31T12:00:00.000000001Z"));
        call(
                "moments",
                "moments",
                OffsetDateTime.parse("2026-01-31T13:00:00+01:00"),
                ZonedDateTime.parse("2026-07-31T14:00:00+02:00[Europe/Vienna]"),
                Date.from(Instant.EPOCH));
        call(
                "calendar",
                "calendar",
                LocalDate.of(2026, 2, 28),
                LocalTime.of(9, 30),
                LocalDateTime.of(2026, 2, 28, 9, 30, 15),
                Duration.ofMinutes(90));
        call("bytes", "bytes", (Object) new byte[] {0, -1, 62, 63, -5});
        call("bytes, none", "bytes", (Object) new byte[0]);
        call("list", "list", Arrays.asList("b", null, "a", "b"));
        call("list, empty", "list", List.of());
        call("set", "set", new LinkedHashSet<>(List.of("b", "\ufb33", "\ud83d\ude00", "a", "10", "9")));
        call("collection", "collection", List.of(3, 10, 1, 3));
        call("matrix", "matrix", (Object) new int[][] {{1, 2}, {}, {3}});
        Map<String, @Nullable Long> map = new LinkedHashMap<>();
        map.put("\ufb33", 1L);
        map.put("\ud83d\ude00", 2L);
        map.put("b", null);
        map.put("a", 3L);
        map.put("", 4L);
        call("map", "map", map);
        call("map by number", "map_by_number", Map.of(10, Set.of(Severity.LOW, Severity.HIGH), 9, Set.of()));
        call("maybe", "maybe", Optional.of("x"), OptionalInt.of(1), OptionalLong.of(2), OptionalDouble.of(2.5));
        call("maybe not", "maybe", Optional.empty(), OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty());
        Line line = new Line("S-1", 2, new BigDecimal("9.90"));
        Order order = new Order(
                "O-7", "soon", List.of(line), Map.of("gift", line), Set.of("b", "a"), Optional.of(Severity.LOW));
        call("order", "order", "approval-17", order);
        call(
                "order, little known",
                "order",
                "approval-17",
                new Order("O-7", null, List.of(), Map.of(), Set.of(), Optional.empty()));
        call("order, null", "order", "approval-17", null);
        call("order without some members", "order_without", "approval-17", order);
        call("order, some members only", "order_only", order);
        call("node", "node", new Node("a", new Node("b", null, List.of()), List.of(new Node("c", null, List.of()))));
        call("card", "pay", new Card("tok", new Transfer("AT61", "u")));
        call("voucher", "pay", new Voucher());
        call("mail", "mail", new Mail());
        call("nothing", "nothing");
        Map<String, @Nullable Object> patch = new LinkedHashMap<>();
        patch.put("status", "closed");
        call("json, merge patch", "json", patch);
        patch.put("assignee", null);
        patch.put("labels", Arrays.asList("a", null));
        patch.put("limits", Map.of("large", BigInteger.TEN.pow(20), "small", 0.5));
        call("json, merge patch that takes away", "json", patch);
        call("json, map", "json_map", patch);
        call("json, null", "json", (Object) null);
    }

    @Test
    void areWhatTheyAlwaysWere() throws IOException {
        calls();
        Files.writeString(
                Path.of("target", "golden-fingerprints.json"), JSON.writeValueAsString(computed.values()) + "\n");

        Map<String, Entry> golden = golden();

        for (Entry entry : computed.values()) {
            assertThat(golden.get(entry.name()))
                    .as(
                            "\"%s\": a fingerprint changed: that needs a new \"v\" in the document. (A new call needs an"
                                    + " entry: see target/golden-fingerprints.json.)",
                            entry.name())
                    .isEqualTo(entry);
        }
        assertThat(golden).hasSameSizeAs(computed).hasSizeGreaterThanOrEqualTo(40);
    }

    @Test
    void areWhatAnotherImplementationComputes() throws IOException, NoSuchAlgorithmException {
        Map<String, Entry> golden = golden();
        for (Entry entry : golden.values()) {
            String whole = JSON.writeValueAsString(Map.of("v", 1, "tool", entry.tool(), "effect", entry.effect()));

            assertThat(new JsonCanonicalizer(whole).getEncodedString())
                    .as(entry.name())
                    .isEqualTo(entry.document());
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(entry.document().getBytes(UTF_8));
            assertThat("sha256:" + HexFormat.of().formatHex(hash))
                    .as(entry.name())
                    .isEqualTo(entry.fingerprint());
        }
        assertThat(golden).hasSizeGreaterThanOrEqualTo(40);
    }

    private static Map<String, Entry> golden() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(GoldenFingerprintsTest.class.getResourceAsStream("/golden-fingerprints.json"))) {
            Map<String, Entry> golden = new LinkedHashMap<>();
            for (Entry entry : JSON.readValue(file.readAllBytes(), Entry[].class)) {
                assertThat(golden.put(entry.name(), entry)).as(entry.name()).isNull();
            }
            return golden;
        }
    }

    /** Members in an order that no canonical form has, so that whoever reads the file has to sort them. */
    private static Map<String, Object> unsorted(Map<?, ?> object) {
        Map<String, Object> sorted = new TreeMap<>(Collections.reverseOrder());
        object.forEach((name, value) -> sorted.put((String) name, unsorted(value)));
        return new LinkedHashMap<>(sorted);
    }

    @SuppressWarnings("NullAway") // A list may hold null, which no annotation of Jackson's says.
    private static Object unsorted(Object value) {
        if (value instanceof Map<?, ?> object) {
            return unsorted(object);
        }
        if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(unsorted(element)));
            return elements;
        }
        return value;
    }
}
