package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Finding;
import dev.retrysafe.processor.Compiler.Source;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Eclipse's compiler says the same as javac, at the same lines; but it looks into no bodies, and points at the annotation
 * where javac points at a value within a list or a nested annotation.
 */
class EclipseTest {

    @TempDir
    private Path folder;

    static Stream<Path> sources() throws IOException {
        return NegativeSourcesTest.sources();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void findsTheSame(Path file) throws IOException {
        String text = Compiler.read(file);
        String[] options = Compiler.options(text);
        Source source = new Source(file.getFileName().toString(), text);

        // It tells no positions, so what is found in a nested type comes after the rest.
        Comparator<Finding> byText = Comparator.comparing(Finding::message);
        List<Finding> found = find(file, options).stream().sorted(byText).toList();
        List<Finding> expected = Compiler.find(source, options).stream()
                .filter(finding -> !finding.code().equals("SelfInvocation"))
                .sorted(byText)
                .toList();

        List<String> lines = text.lines().toList();
        assertThat(found).zipSatisfy(expected, (own, javac) -> {
            assertThat(own.kind()).isEqualTo(javac.kind());
            assertThat(own.message().lines().findFirst())
                    .isEqualTo(javac.message().lines().findFirst());
            assertThat(own.line()).isIn(javac.line(), annotationAround(lines, javac.line()));
        });
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("annotations") || entry.contains("lombok"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The line of the annotation within which a line is. */
    private static long annotationAround(List<String> lines, long line) {
        long at = line;
        while (at > 1 && !lines.get((int) at - 1).contains("@SideEffect(")) {
            at--;
        }
        return at;
    }

    private List<Finding> find(Path source, String... options) throws IOException {
        JavaCompiler eclipse = new EclipseCompiler();
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        List<Path> files = new ArrayList<>();
        files.add(Files.copy(source, folder.resolve(source.getFileName())));
        Path stubs = Compiler.resources("stubs");
        try (Stream<Path> found = Files.walk(stubs)) {
            files.addAll(found.filter(file -> file.toString().endsWith(".java")).toList());
        }
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:only", "--release", "17", "-d", folder.toString(), "-s", folder.toString(), "-cp", classPath()));
        arguments.addAll(List.of(options));
        try (StandardJavaFileManager manager =
                eclipse.getStandardFileManager(collector, Locale.ROOT, StandardCharsets.UTF_8)) {
            JavaCompiler.CompilationTask task = eclipse.getTask(
                    new StringWriter(),
                    manager,
                    collector,
                    arguments,
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            task.setProcessors(List.of(new RetrysafeProcessor()));
            task.call();
        }
        return collector.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                .map(diagnostic -> new Finding(
                        diagnostic.getLineNumber(),
                        diagnostic.getColumnNumber(),
                        diagnostic.getKind(),
                        diagnostic.getMessage(Locale.ROOT)))
                .toList();
    }
}
