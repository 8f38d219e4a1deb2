package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogWriterTest {

    private static final String IMPORTS = """
            package com.acme;

            import dev.retrysafe.annotation.*;

            """;

    @Test
    void describesToolsInTheOrderOfTheirNames() {
        String text = describe("""
                class Tools {
                    static class Refused extends RuntimeException { public Refused(String message) { super(message); } }
                    record Order(String id, String größe) {}

                    @ReadOnly
                    String readTicket(String id) { return ""; }

                    @SideEffect(
                            key = "t-{ctx.tenant}:{ctx.conversation}:{order.id}",
                            fingerprint = {"*", "!order.größe"},
                            ttl = "3d",
                            mutation = Mutation.IDEMPOTENT,
                            receipt = @Receipt(system = "linear"),
                            recovery = @Recovery(reconcile = "find", trustAbsentAfter = "15m", resendWithin = "24h"),
                            failures = @Failures(noEffect = IllegalStateException.class, replay = Refused.class,
                                    witnessed = true),
                            storeResult = false)
                    String createTicket(Order order) { return ""; }

                    java.util.Optional<String> find() { return java.util.Optional.empty(); }
                }
                """, "Tools");

        assertThat(text.replaceFirst("\"definition_hash\": \"[0-9a-f]{32}\"", "\"definition_hash\": \"…\""))
                .isEqualTo("""
                {
                  "format": 1,
                  "type": "com.acme.Tools",
                  "tools": [
                    {
                      "tool": "create_ticket",
                      "method": "createTicket",
                      "mutation": "idempotent",
                      "key": "t-{ctx.tenant}:{ctx.conversation}:{order.id}",
                      "tenant": "ctx.tenant",
                      "operation": [
                        "ctx.conversation",
                        "order.id"
                      ],
                      "fingerprint": [
                        "*",
                        "!order.gr\\u00f6\\u00dfe"
                      ],
                      "definition_hash": "…",
                      "ttl": "PT72H",
                      "receipt_system": "linear",
                      "stores_result": false,
                      "recovery": {
                        "reconcile": "find",
                        "trust_absent_after": "PT15M",
                        "resend_within": "PT24H"
                      },
                      "failures": {
                        "no_effect": [
                          "java.lang.IllegalStateException"
                        ],
                        "replay": [
                          "com.acme.Tools$Refused"
                        ],
                        "witnessed": true
                      },
                      "retry_advice": "Safe to retry with the same order.id in the same conversation: while the first call's receipt is kept, a repeated call returns that receipt and causes nothing new. A call with the same order.id in the same conversation that differs in any argument but order.gr\\u00f6\\u00dfe is refused and does nothing. If nobody can know whether the first call took effect, a repeated call says so, or sends the same request again, which does no harm twice."
                    },
                    {
                      "tool": "read_ticket",
                      "method": "readTicket",
                      "mutation": "read_only",
                      "retry_advice": "Safe to call again at any time: it changes nothing."
                    }
                  ]
                }
                """);
    }

    @Test
    void saysWhatIsTrueOfEachClassOfMutation() {
        String start =
                "Safe to retry with the same a and b: while the first call's receipt is kept, a repeated call returns"
                        + " that receipt and causes nothing new. ";
        String refused = "A call with the same a and b that differs in any argument is refused and does nothing. ";

        assertThat(advice("", "{ctx.tenant}:{a}:{b}"))
                .isEqualTo(start + refused
                        + "If nobody can know whether the first call took effect, a repeated call says so"
                        + " and does nothing.");
        assertThat(advice(", recovery = @Recovery(reconcile = \"find\")", "{ctx.tenant}:{a}:{b}"))
                .endsWith(
                        "a repeated call may look it up and act on what it finds; otherwise it says so and does nothing.");
        assertThat(advice(", mutation = Mutation.LOCAL_TRANSACTION", "{ctx.tenant}:{a}:{b}"))
                .isEqualTo(start + refused
                        + "If the first call failed before its transaction was committed, it changed nothing, and a"
                        + " repeated call may execute.");
        assertThat(advice("", "{ctx.tenant}:{a}:{b}:{fingerprint}"))
                .startsWith(start + "A call that differs in any argument is another operation. ");
        assertThat(advice("", "{ctx.tenant}:{ctx.actor}:{ctx.conversation}:{ctx.turn}"))
                .startsWith("Safe to retry in the same conversation and turn by the same actor: ");
    }

    @Test
    void saysNoMoreThanTheFingerprintCompares() {
        String advice = adviceBy("\"*\", \"!b\"", "", "{ctx.tenant}:{ctx.actor}:{a}");

        assertThat(advice)
                .startsWith("Safe to retry with the same a by the same actor: ")
                .contains(" A call with the same a by the same actor that differs in any argument but b is refused");
        assertThat(adviceBy("\"a\", \"b\"", "", "{ctx.tenant}:{a}"))
                .contains(" A call with the same a that differs in b is refused");
        assertThat(adviceBy("\"b\"", "", "{ctx.tenant}:{a}:{fingerprint}"))
                .contains(" A call that differs in b is another operation.");
        assertThat(adviceBy("\"a\"", "", "{ctx.tenant}:{a}")).doesNotContain("differs");
    }

    @Test
    void namesAPathOnce() {
        assertThat(describe(
                        "class Tools { @SideEffect(key = \"{ctx.tenant}:{ctx.turn}:{a}:{ctx.turn}\", fingerprint = \"*\")"
                                + " void pay(String a) {} }",
                        "Tools"))
                .containsPattern("\"operation\": \\[\\s+\"ctx.turn\",\\s+\"a\"\\s+]");
    }

    @Test
    void describesATypeOfReadOnlyToolsAlone() {
        assertThat(describe("class Tools { interface Search { @ReadOnly String find(String id); } }", "Tools$Search"))
                .contains("\"type\": \"com.acme.Tools$Search\"")
                .contains("\"tool\": \"find\"");
    }

    @Test
    void isTheSameEveryTime() {
        String source =
                "class Tools { @SideEffect(key = \"{ctx.tenant}:{a}\", fingerprint = \"*\") void pay(String a) {} }";

        assertThat(describe(source, "Tools")).isEqualTo(describe(source, "Tools"));
    }

    private static String advice(String more, String key) {
        return adviceBy("\"*\"", more, key);
    }

    private static String adviceBy(String fingerprint, String more, String key) {
        String text = describe(
                "class Tools { @SideEffect(key = \"" + key + "\", fingerprint = {" + fingerprint + "}" + more
                        + ") void pay(String a, String b) {} boolean find() { return false; } }",
                "Tools");
        Matcher matcher = Pattern.compile("\"retry_advice\": \"(.*)\"").matcher(text);
        List<String> found =
                Stream.of(matcher).filter(Matcher::find).map(m -> m.group(1)).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static String describe(String types, String name) {
        return Compiler.resource(
                new Source("com/acme/Tools.java", IMPORTS + types),
                "META-INF/retrysafe/tools/com.acme." + name + ".json");
    }
}
