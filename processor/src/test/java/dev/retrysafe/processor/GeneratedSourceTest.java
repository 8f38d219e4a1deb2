package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GeneratedSourceTest {

    private static final String START = """
            package com.acme;

            import dev.retrysafe.annotation.SideEffect;

            class Tools {
                @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = {"*", "!order.note"})
                void charge(String id, Order order) {}

            """;

    @Test
    void sameSourceGivesTheSameText() {
        assertThat(generate("record Order(String note, int größe) {}"))
                .isEqualTo(generate("record Order(String note, int größe) {}"));
    }

    @Test
    void textIsAscii() {
        String text = generate("record Order(String note, int größe, String 日本) {}");

        assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(text)).isTrue();
        assertThat(text).contains("gr\\u00f6\\u00dfe");
    }

    @Test
    void definitionHashIsThatOfASourceInAnotherOrder() {
        String hash =
                hash("record Order(String note, int a, String b, Part part) {} record Part(long x, boolean y) {}");

        assertThat(hash("record Part(boolean y, long x) {} record Order(Part part, String b, String note, int a) {}"))
                .isEqualTo(hash);
    }

    @Test
    void definitionHashChangesWithASelectedMemberOnly() {
        String hash = hash("record Order(String note, int a) {}");

        assertThat(hash("record Order(java.util.UUID note, int a) {}")).isEqualTo(hash);
        assertThat(hash("record Order(String note, int a, int b) {}")).isNotEqualTo(hash);
        assertThat(hash("record Order(String note, String a) {}")).isNotEqualTo(hash);
    }

    @Test
    void saysWhoWroteItAndNothingThatChanges() {
        assertThat(generate("record Order(String note, int a) {}"))
                .contains("@Generated(\"dev.retrysafe.processor.RetrysafeProcessor\")")
                .doesNotContain("date")
                .doesNotContain("java.lang.reflect");
    }

    @Test
    void getterIsChosenWhateverTheOrderOfTheSource() {
        assertThat(generate(bean("boolean isPaid()", "boolean getPaid()")))
                .contains("value.isPaid()")
                .isEqualTo(generate(bean("boolean getPaid()", "boolean isPaid()")));
        assertThat(generate(bean("boolean isPaid()", "Boolean getPaid()")))
                .contains("value.getPaid()")
                .isEqualTo(generate(bean("Boolean getPaid()", "boolean isPaid()")));
    }

    private static String bean(String first, String second) {
        return "static class Order { public String note; public " + first + " { return true; } public " + second
                + " { return false; } }";
    }

    private static String hash(String types) {
        Matcher matcher = Pattern.compile("\\.fingerprint\\(\"([0-9a-f]{32})\"").matcher(generate(types));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private static String generate(String types) {
        return Compiler.generate(
                new Source("com/acme/Tools.java", START + types + "\n}\n"), "com.acme.Tools_SideEffects");
    }
}
