package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user reads, to the letter, for the faults that are met most. */
class GoldenMessagesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NoTenant",
                "NoOperation",
                "UnknownPath",
                "VolatileKey",
                "NoCanonicalForm",
                "RecursiveType",
                "MalformedDuration",
                "FinalMethod"
            })
    void printsTheWholeMessage(String name) {
        Path folder = Compiler.resources("golden");

        String printed = Compiler.print(new Source(name + ".java", Compiler.read(folder.resolve(name + ".java"))));

        assertThat(printed).isEqualTo(Compiler.read(folder.resolve(name + ".txt")));
    }
}
