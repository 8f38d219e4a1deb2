package dev.retrysafe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.EffectStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every code that a running application can meet has its page, with the reason and the way out. */
class DiagnosticsPagesTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/retrysafe");

    /** A code as the sources write it where they make a failure of the protocol or of a definition. */
    private static final Pattern WRITTEN = Pattern.compile(
            "(?:facts\\(\\s*operation,|SideEffectException\\.Facts\\(|new ToolDefinitionException\\()\\s*\"(\\w+)\"");

    static Stream<String> codes() throws IOException {
        return Stream.of(
                        Arrays.stream(RefusalCode.values()).map(RefusalCode::code),
                        Arrays.stream(EffectStoreException.Reason.values()).map(EffectStoreException.Reason::code),
                        written(SOURCES.resolve("engine/Answers.java")),
                        written(SOURCES.resolve("tool/ToolRegistry.java")))
                .flatMap(codes -> codes)
                .distinct();
    }

    private static Stream<String> written(Path source) throws IOException {
        Matcher matcher = WRITTEN.matcher(Files.readString(source));
        assertThat(matcher.results()).as("codes in " + source).isNotEmpty();
        return matcher.reset().results().map(result -> result.group(1));
    }

    @ParameterizedTest
    @MethodSource("codes")
    void hasItsPage(String code) throws IOException {
        assertThat(Files.readString(Path.of("../../docs/diagnostics", code + ".md")))
                .startsWith("# " + code + "\n")
                .contains("## Why");
    }
}
