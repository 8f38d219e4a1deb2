package dev.retrysafe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text of others in lines of ours. */
class OneLineTest {

    @Test
    void whatIsReadStaysAsItIs() {
        assertThat(OneLine.of("read timed out: \"Grüße\", 価格 €5, a\\b"))
                .isEqualTo("read timed out: \"Grüße\", 価格 €5, a\\b");
        assertThat(OneLine.value("T-1")).isEqualTo("T-1");
        assertThat(OneLine.value("Zoë")).isEqualTo("Zoë");
    }

    @Test
    void aValueThatIsNoPlainWordIsQuoted() {
        assertThat(OneLine.value("seen in Linear")).isEqualTo("\"seen in Linear\"");
        assertThat(OneLine.value("")).isEqualTo("\"\"");
        assertThat(OneLine.value("a=b")).isEqualTo("\"a=b\"");
        assertThat(OneLine.value("x\" by=ann\n\\")).isEqualTo("\"x\\\" by=ann\\n\\\\\"");
    }

    @ParameterizedTest
    @CsvSource({
        "000a, \\n",
        "000d, \\r",
        "0009, \\t",
        "0000, \\u0000",
        "001b, \\u001b",
        "0085, \\u0085",
        "2028, \\u2028",
        "202e, \\u202e",
        "2066, \\u2066",
        "200b, \\u200b",
        "00ad, \\u00ad",
        "feff, \\ufeff",
        "00a0, \\u00a0",
        "3164, \\u3164",
        "fe0f, \\ufe0f",
        "d800, \\ud800",
        "e0041, \\udb40\\udc41",
        "e000, \\ue000"
    })
    void whatIsNotSeenIsEscaped(String codePoint, String escaped) {
        String text = "a" + Character.toString(Integer.parseInt(codePoint, 16)) + "b";
        assertThat(OneLine.of(text)).isEqualTo("a" + escaped + "b");
        assertThat(OneLine.value(text)).isEqualTo("\"a" + escaped + "b\"");
    }

    @Test
    void aFailureIsItsTypeAndMessage() {
        assertThat(OneLine.of(new IOException("a\nb"))).isEqualTo("java.io.IOException: a\\nb");
        assertThat(OneLine.of(new IOException())).isEqualTo("java.io.IOException");
        assertThat(OneLine.of(new IOException("\uD83D\uDE00".repeat(10_000))))
                .hasSizeLessThan(502)
                .endsWith("…");
    }

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        OneLine.printable(failure).printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void aFailureOfOneLineIsPrintedAsItIs() {
        IOException failure = new IOException("closed", new IllegalStateException("no connection"));
        assertThat(OneLine.printable(failure)).isSameAs(failure);
    }

    @Test
    void case_100_noMessageInAStackTraceMakesALineOfItsOwn() {
        IOException cause = new IOException("a\nWARN forged=1");
        cause.addSuppressed(new IOException("b\rWARN forged=2"));
        Throwable failure = new UncheckedIOException("c", cause);
        assertThat(printed(failure).lines())
                .noneMatch(line -> line.startsWith("WARN"))
                .anyMatch(line -> line.equals("java.io.UncheckedIOException: c"))
                .anyMatch(line -> line.equals("Caused by: java.io.IOException: a\\nWARN forged=1"))
                .anyMatch(line -> line.strip().equals("Suppressed: java.io.IOException: b\\rWARN forged=2"))
                .anyMatch(line -> line.contains("at " + OneLineTest.class.getName()));
        assertThat(cause.getSuppressed()).hasSize(1);
        assertThat(failure).hasCause(cause);
    }

    @Test
    void aCircleIsPrintedOnce() {
        IOException one = new IOException("a\nb");
        IOException other = new IOException("c", one);
        one.initCause(other);
        assertThat(printed(one)).contains("java.io.IOException: a\\nb", "Caused by: java.io.IOException: c");
    }
}
