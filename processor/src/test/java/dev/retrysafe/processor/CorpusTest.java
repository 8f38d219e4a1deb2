package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tools as people write them, about which there is nothing to say. */
class CorpusTest {

    private static final Pattern TOOL = Pattern.compile("@SideEffect\\(");

    @Test
    void nothingIsSaidAboutCorrectTools() throws IOException {
        List<Source> sources = sources();

        assertThat(sources)
                .extracting(source ->
                        TOOL.matcher(source.getCharContent(true)).results().count())
                .satisfies(counts -> assertThat(
                                counts.stream().mapToLong(count -> count).sum())
                        .isGreaterThanOrEqualTo(60));
        // Of annotations that no processor claims, Spring's for instance, javac speaks under -Xlint:processing.
        assertThat(Compiler.find(sources, "-Xlint:all,-processing", "-Aretrysafe.unclassified=error"))
                .isEmpty();
    }

    private static List<Source> sources() throws IOException {
        Path root = Compiler.resources("corpus");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(file -> new Source(root.relativize(file).toString(), Compiler.read(file)))
                    .toList();
        }
    }
}
