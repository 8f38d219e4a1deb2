package dev.retrysafe.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever options users compile with, javac has nothing to say about what is written, and the same is written. */
class CompilerOptionsTest {

    private static final String DESK = """
            package com.acme;

            import dev.retrysafe.annotation.SideEffect;
            import java.util.List;

            public class Desk {
                @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = {"*", "!order.note"})
                public String create(String id, Order order) { return id; }

                public record Order(String gr\\u00f6\\u00dfe, List<Item> items, String note) {}

                public record Item(String sku, int count) {}
            }
            """;

    @TempDir
    private Path folder;

    static Stream<List<String>> options() {
        List<List<String>> options = new ArrayList<>(List.of(
                List.of("--release", "17"),
                List.of("-source", "17", "-target", "17", "-Xlint:-options"),
                List.of("-parameters"),
                List.of("-encoding", "US-ASCII"),
                List.of("-implicit:none"),
                List.of("-implicit:class"),
                List.of("-g:none"),
                List.of("-proc:only")));
        if (Runtime.version().feature() >= 21) {
            options.add(List.of("-proc:full"));
        }
        return options.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("options")
    void writeTheSameWithoutAWord(List<String> options) throws IOException {
        assertThat(generated(folder.resolve("with"), options)).hasSize(1).isEqualTo(plain());
    }

    @Test
    void sourceLevelOfTheRunningCompilerToo() throws IOException {
        String latest = Integer.toString(Runtime.version().feature());

        assertThat(generated(folder.resolve("latest"), List.of("--release", latest)))
                .isEqualTo(plain());
    }

    private SortedMap<String, String> plain() throws IOException {
        return generated(folder.resolve("plain"), List.of());
    }

    private static SortedMap<String, String> generated(Path root, List<String> options) throws IOException {
        UserProject project = new UserProject(root);
        project.write("com/acme/Desk.java", DESK);
        List<String> all = new ArrayList<>(List.of("-Xlint:all", "-Werror"));
        all.addAll(options);

        assertThat(project.compile(UserProject.javac(), project.sources(), all.toArray(String[]::new)))
                .isEmpty();
        SortedMap<String, String> written = project.written();
        written.keySet().removeIf(name -> !name.endsWith(".java"));
        return written;
    }
}
