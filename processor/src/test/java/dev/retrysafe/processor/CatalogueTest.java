package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Finding;
import dev.retrysafe.processor.Compiler.Source;
import dev.retrysafe.processor.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every code has a source in which it is found, and nothing else; the same source mended as the message says, in which
 * nothing is found; and a page. Below the offending line, a caret points at the place: {@code //   ^ ERROR Code}; without
 * a caret the compiler names no place.
 */
class CatalogueTest {

    private static final Path PAGES = Path.of("..", "docs", "diagnostics");

    private static final Pattern TYPE = Pattern.compile("(?m)^(?:abstract |final )?(?:class|interface) (\\w+)");

    private static final Pattern EXPECTATION = Pattern.compile("//( *\\^)? (ERROR|WARNING) (\\w+)");

    @ParameterizedTest
    @EnumSource
    void isFoundAtItsPlaceAndNothingElseIs(ProblemCode code) {
        String text = text(code, "Bad");

        List<Finding> findings = find(text);

        assertThat(findings)
                .extracting(found -> found.line() + ":" + found.column() + " " + found.kind() + " " + found.code())
                .containsExactlyElementsOf(expected(text))
                .isNotEmpty();
        assertThat(findings).allSatisfy(found -> {
            assertThat(found.code()).isEqualTo(code.id());
            assertThat(found.kind()).hasToString(code.severity().name());
            assertThat(found.message())
                    .containsSubsequence(
                            "\n    Fix: ", "\n    Why: ", "\n    Docs: docs/diagnostics/" + code.id() + ".md");
        });
    }

    @ParameterizedTest
    @EnumSource
    void isGoneFromTheMendedSource(ProblemCode code) {
        String good = text(code, "Good");

        assertThat(good).isNotEqualTo(text(code, "Bad"));
        // Of annotations that no processor claims, Spring's for instance, javac speaks under -Xlint:processing.
        assertThat(find(good, "-Xlint:all,-processing")).isEmpty();
    }

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
    void hasNoSourcesOfOtherCodes() throws IOException {
        try (Stream<Path> folders = Files.list(Compiler.resources("catalogue"))) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Arrays.stream(ProblemCode.values())
                            .map(ProblemCode::id)
                            .toList());
        }
    }

    @Test
    void everyCodeIsMetByASourceThatGoesDeeper() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.list(Compiler.resources("negative"))) {
            files.map(Compiler::read).forEach(sources::append);
        }

        assertThat(ProblemCode.values())
                .filteredOn(code -> code != ProblemCode.WRONG_OPTION)
                .allSatisfy(code -> assertThat(sources).containsPattern("(ERROR|WARNING) " + code.id() + "\\b"));
    }

    private static String text(ProblemCode code, String name) {
        return Compiler.read(Compiler.resources("catalogue").resolve(code.id()).resolve(name + ".java"));
    }

    private static List<Finding> find(String text, String... options) {
        String[] all = Stream.concat(Arrays.stream(options), Arrays.stream(Compiler.options(text)))
                .toArray(String[]::new);
        Matcher type = TYPE.matcher(text);
        assertThat(type.find()).isTrue();
        return Compiler.find(new Source(type.group(1) + ".java", text), all);
    }

    private static List<String> expected(String text) {
        List<String> expected = new ArrayList<>();
        List<String> lines = text.lines().toList();
        int line = 0;
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = EXPECTATION.matcher(lines.get(i).strip());
            if (!matcher.matches()) {
                line = i + 1;
                continue;
            }
            String place = matcher.group(1) == null
                    ? "-1:-1"
                    : line + ":" + (lines.get(i).indexOf('^') + 1);
            expected.add(place + " " + matcher.group(2) + " " + matcher.group(3));
        }
        return expected;
    }
}
