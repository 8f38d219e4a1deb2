package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import org.junit.jupiter.api.Test;

/** What a message says to write instead can be written there. */
class FixesTest {

    @Test
    void nothingInAListHasAName() {
        assertThat(fix("@SideEffect(key = \"{ctx.tenant}:{g}\", fingerprint = \"*\", receipt = @Receipt(id = \"id\"))"
                        + " abstract java.util.List<String> list(String g);"))
                .isEqualTo("end the path before it, or name another value: what a List<String> holds has no names.");
    }

    @Test
    void aKeyIsMadeOfTheParametersThatThereAre() {
        String key = "@SideEffect(key = \"all\", fingerprint = \"*\") abstract void charge(";

        assertThat(fix(key + "String invoice, int cents);")).contains("key = \"{ctx.tenant}:{invoice}\"");
        assertThat(fix(key + ");")).contains("key = \"{ctx.tenant}:{ctx.operation}\"");
    }

    @Test
    void noBeanIsInjectedIntoAnInterface() {
        String tool = "@SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") ";

        assertThat(fix("interface Port { " + tool + "void send(String id);"
                        + " default void twice(String id) { send(id); } }"))
                .startsWith("take the bean to call send on as a parameter, move the call to another bean, or compile");
        assertThat(fix(tool + "void send(String id) {} void twice(String id) { send(id); }"))
                .startsWith("inject the bean into itself (ObjectProvider<Tools>) and call send on that, move it to");
    }

    private static String fix(String members) {
        String source = "import dev.retrysafe.annotation.*; abstract class Tools { " + members + " }";
        return Compiler.find(new Source("Tools.java", source))
                .get(0)
                .message()
                .lines()
                .filter(line -> line.strip().startsWith("Fix: "))
                .findFirst()
                .orElseThrow()
                .strip()
                .substring("Fix: ".length());
    }
}
