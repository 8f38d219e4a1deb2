package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A part of a key that can never hold anything is found, and the message says which one it is. */
class KeyTemplateMessagesTest {

    @Test
    void quotesAKeyOfSeveralLinesInOne() {
        assertThat(Compiler.find(tool("{ctx.tenant}:{id}\\n")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message().lines().findFirst())
                        .hasValueSatisfying(line -> assertThat(line).endsWith("\"{ctx.tenant}:{id}\\n\"")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "|is empty: \"\"",
                "'  '|is empty: \"  \"",
                ":{ctx.tenant}:{id}|starts with \":\", so its first part never holds anything",
                "{ctx.tenant}:{id}:|ends with \":\", so its last part never holds anything",
                "{ctx.tenant}::{id}|has two \":\" in a row, so the part between them never holds anything",
                "{ctx.tenant}: :{id}|has the blank part \" \", which never holds anything",
                "{ctx.tenant}{id}|has two placeholders in the part \"{ctx.tenant}{id}\"",
                "{ctx.tenant}:{id|has the malformed part \"{id\"",
                "{ctx.tenant}:{id..x}|has the malformed placeholder \"{id..x}\""
            })
    void saysWhatIsWrong(String key, String fault) {
        assertThat(Compiler.find(tool(key == null ? "" : key))).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("MalformedKey");
            assertThat(finding.message()).contains("key of charge " + fault);
        });
    }

    private static Source tool(String key) {
        return new Source(
                "Tools.java",
                "class Tools { @dev.retrysafe.annotation.SideEffect(key = \"" + key
                        + "\", fingerprint = \"*\") void charge(String id) {} }");
    }
}
