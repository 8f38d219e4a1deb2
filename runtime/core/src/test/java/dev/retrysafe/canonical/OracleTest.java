package dev.retrysafe.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.erdtman.jcs.JsonCanonicalizer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Random documents come out as another implementation of RFC 8785 writes them, whatever text they come from. */
class OracleTest {

    private static final int DOCUMENTS = 100_000;

    private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

    /** From each of these, characters are taken at random; what needs an escape and what sorts oddly comes often. */
    private static final int[][] RANGES = {
        {0x20, 0x7e},
        {0x20, 0x7e},
        {'a', 'c'},
        {'0', '9'},
        {0, 0x1f},
        {'"', '"'},
        {'\\', '\\'},
        {'/', '/'},
        {0x7f, 0x9f},
        {0xa0, 0xff},
        {0x100, 0x7ff},
        {0x800, 0xd7ff},
        {0xe000, 0xffff},
        {0x10000, 0x10ffff},
        {0x2028, 0x2029}
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void randomDocuments(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < DOCUMENTS / 4; i++) {
            Map<String, @Nullable Object> root = object(random, 3);
            StringBuilder text = new StringBuilder();
            render(random, root, text);

            CanonicalWriter w = new CanonicalWriter("t");
            write(w, root);
            String document = new String(w.document(), UTF_8);

            String expected = "{\"effect\":" + new JsonCanonicalizer(text.toString()).getEncodedString()
                    + ",\"tool\":\"t\",\"v\":1}";
            if (!document.equals(expected)) {
                assertThat(document)
                        .as("seed %s, document %s: %s", seed, i, text)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void randomJsonLikeValues(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            Map<String, @Nullable Object> root = object(random, 4);
            StringBuilder text = new StringBuilder();
            render(random, root, text);

            CanonicalWriter w = new CanonicalWriter("t");
            w.jsonLike(root);
            String document = new String(w.document(), UTF_8);
            CanonicalWriter onJackson2 = new CanonicalWriter("t");
            onJackson2.jsonLike(new ObjectMapper().readTree(text.toString()));
            CanonicalWriter onJackson3 = new CanonicalWriter("t");
            onJackson3.jsonLike(JsonMapper.shared().readTree(text.toString()));

            assertThat(document)
                    .as("seed %s, document %s: %s", seed, i, text)
                    .isEqualTo("{\"effect\":" + new JsonCanonicalizer(text.toString()).getEncodedString()
                            + ",\"tool\":\"t\",\"v\":1}")
                    .isEqualTo(new String(onJackson2.document(), UTF_8))
                    .isEqualTo(new String(onJackson3.document(), UTF_8));
        }
    }

    private static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 8)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextLong() >> (11 + random.nextInt(53));
            case 3 -> number(random);
            case 4, 5 -> text(random);
            case 6 -> object(random, depth - 1);
            default -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    list.add(value(random, depth - 1));
                }
                yield list;
            }
        };
    }

    private static Map<String, @Nullable Object> object(Random random, int depth) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.put(text(random), value(random, depth));
        }
        return object;
    }

    /** Short ones that are alike, and longer ones with a run of one kind around every border of eight. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(5) == 0 ? random.nextInt(40) : random.nextInt(4);
        int[] usual = RANGES[random.nextInt(RANGES.length)];
        while (text.length() < length) {
            int[] range = random.nextInt(6) == 0 ? RANGES[random.nextInt(RANGES.length)] : usual;
            text.appendCodePoint(range[0] + random.nextInt(range[1] - range[0] + 1));
        }
        return text.toString();
    }

    private static double number(Random random) {
        double value = random.nextBoolean()
                ? Double.longBitsToDouble(random.nextLong())
                : Math.scalb((double) random.nextInt(1_000_000), random.nextInt(160) - 80);
        return Double.isFinite(value) ? value : 0.1;
    }

    private static void write(CanonicalWriter w, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            CanonicalWriter.Entries entries = w.beginMap();
            map.forEach((name, member) -> {
                entries.key((String) name);
                write(w, member);
            });
            entries.end();
        } else if (value instanceof List<?> list) {
            int mark = w.beginArray();
            for (Object element : list) {
                w.element();
                write(w, element);
            }
            w.endArray(mark);
        } else if (value instanceof String text) {
            w.text(text);
        } else if (value instanceof Boolean bool) {
            w.bool(bool);
        } else if (value instanceof Long integral) {
            w.integral(integral);
        } else if (value instanceof Double number) {
            w.number(number);
        } else {
            w.nullValue();
        }
    }

    /** Any JSON text of the value: members shuffled, blanks between, characters escaped or not. */
    private static void render(Random random, @Nullable Object value, StringBuilder out) {
        out.append(" \n\t\r".charAt(random.nextInt(4)));
        if (value instanceof Map<?, ?> map) {
            List<Map.Entry<?, ?>> members = new ArrayList<>(map.entrySet());
            Collections.shuffle(members, random);
            String separator = "{";
            for (Map.Entry<?, ?> member : members) {
                out.append(separator);
                render(random, member.getKey(), out);
                out.append(':');
                render(random, member.getValue(), out);
                separator = ",";
            }
            out.append(members.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String separator = "[";
            for (Object element : list) {
                out.append(separator);
                render(random, element, out);
                separator = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String text) {
            out.append('"');
            text.chars().forEach(c -> {
                if (c < 0x20 || c == '"' || c == '\\' || random.nextInt(3) == 0) {
                    out.append("\\u").append(UPPER_CASE.toHexDigits((char) c));
                } else {
                    out.append((char) c);
                }
            });
            out.append('"');
        } else {
            out.append(value);
        }
        out.append(" ".repeat(random.nextInt(2)));
    }
}
