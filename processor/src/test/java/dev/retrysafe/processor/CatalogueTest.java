package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every code has its page, and every code is met by a source of the tests. */
class CatalogueTest {

    private static final Path PAGES = Path.of("..", "docs", "diagnostics");

    @ParameterizedTest
    @EnumSource
    void hasAPage(ProblemCode code) throws IOException {
        String page = Files.readString(PAGES.resolve(code.id() + ".md"));

        assertThat(page).startsWith("# " + code.id() + "\n").contains("## Why", "## Instead of");
        assertThat(page.contains("@SuppressWarnings(\"retrysafe:" + code.id() + "\")"))
                .as("says how to silence it, if it can be silenced")
                .isEqualTo(code.adjustable());
    }

    @Test
    void everyCodeIsMetByASource() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.list(Compiler.resources("negative"))) {
            files.map(Compiler::read).forEach(sources::append);
        }

        assertThat(ProblemCode.values())
                .filteredOn(code -> code != ProblemCode.WRONG_OPTION)
                .allSatisfy(code -> assertThat(sources).containsPattern("(ERROR|WARNING) " + code.id() + "\\b"));
    }
}
