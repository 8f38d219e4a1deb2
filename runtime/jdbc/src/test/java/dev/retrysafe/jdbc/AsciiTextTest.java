package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class AsciiTextTest {

    @Test
    void plainTextStaysAsItIs() {
        String plain = "acme:c-9:approval_17 <b>'\"%?*~";
        assertThat(AsciiText.escape(plain)).isEqualTo(plain);
        assertThat(AsciiText.unescape(plain)).isEqualTo(plain);
    }

    @Test
    void allElseIsEscaped() {
        assertThat(AsciiText.escape("a\u0000\n\\\u00e9\ud83d")).isEqualTo("a\\u0000\\u000a\\u005c\\u00e9\\ud83d");
    }

    @Test
    void anyTextIsReadBack() {
        Random random = new Random(6);
        for (int i = 0; i < 1000; i++) {
            char[] text = new char[random.nextInt(50)];
            for (int j = 0; j < text.length; j++) {
                text[j] = (char) random.nextInt(random.nextBoolean() ? 0x80 : 0x10000);
            }
            String escaped = AsciiText.escape(new String(text));
            assertThat(escaped).matches("[ -~]*");
            assertThat(AsciiText.unescape(escaped)).isEqualTo(new String(text));
        }
    }

    @Test
    void whatIsNoEscapeIsRefused() {
        for (String text : new String[] {"\\", "\\n", "\\u", "\\u12", "\\u00g0", "\\U0041"}) {
            assertThatThrownBy(() -> AsciiText.unescape(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
