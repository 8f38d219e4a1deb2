package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Finding;
import dev.retrysafe.processor.Compiler.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each source says at the offending line what is found there: {@code // ERROR Code, WARNING Code}. */
class NegativeSourcesTest {

    private static final Pattern EXPECTATION = Pattern.compile("(ERROR|WARNING) ([A-Za-z]+)");

    static Stream<Path> sources() throws IOException {
        try (Stream<Path> files = Files.list(Compiler.resources("negative"))) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void findsWhatTheSourceSaysAndNothingElse(Path file) {
        String text = Compiler.read(file);
        List<String> found = new ArrayList<>();
        List<Long> lines = new ArrayList<>();
        for (Finding finding : Compiler.find(new Source(file.getFileName().toString(), text), Compiler.options(text))) {
            lines.add(finding.line());
            found.add(finding.line() + " " + finding.kind() + " " + finding.code());
        }

        assertThat(found).containsExactlyInAnyOrderElementsOf(expected(text));
        assertThat(lines).as("source order").isSorted();
    }

    private static List<String> expected(String text) {
        List<String> expected = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            int comment = lines[i].indexOf("// ");
            if (comment >= 0) {
                Matcher matcher = EXPECTATION.matcher(lines[i].substring(comment));
                while (matcher.find()) {
                    expected.add((i + 1) + " " + matcher.group(1) + " " + matcher.group(2));
                }
            }
        }
        return expected;
    }
}
