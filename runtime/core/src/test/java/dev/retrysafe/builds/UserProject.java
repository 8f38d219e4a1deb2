package dev.retrysafe.builds;

import dev.retrysafe.processor.RetrysafeProcessor;
import dev.retrysafe.processor.SideEffectAnnotations;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Sources of a user, on disk, and what compilers make of them. */
final class UserProject {

    private final Path sources;

    private final Path output;

    UserProject(Path root) throws IOException {
        sources = Files.createDirectories(root.resolve("src"));
        output = Files.createDirectories(root.resolve("out"));
    }

    static JavaCompiler javac() {
        return Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK");
    }

    Path output() {
        return output;
    }

    Path write(String name, String text) throws IOException {
        Path file = sources.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    List<Path> sources() throws IOException {
        return files(sources, ".java");
    }

    /** What the compiler said. */
    List<String> compile(JavaCompiler compiler, List<Path> files, String... options) throws IOException {
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        List<String> arguments = new ArrayList<>(List.of(
                "-d", output.toString(), "-s", output.toString(), "-cp", output + File.pathSeparator + classPath()));
        arguments.addAll(List.of(options));
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(collector, Locale.ROOT, StandardCharsets.UTF_8)) {
            JavaCompiler.CompilationTask task = compiler.getTask(
                    new StringWriter(),
                    manager,
                    collector,
                    arguments,
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            task.setProcessors(List.of(new RetrysafeProcessor(), new SideEffectAnnotations()));
            task.call();
        }
        return collector.getDiagnostics().stream()
                .map(diagnostic -> diagnostic.getKind() + " " + diagnostic.getMessage(Locale.ROOT))
                .toList();
    }

    /** All files that compilers wrote, by name, each byte a character. */
    SortedMap<String, String> written() throws IOException {
        SortedMap<String, String> texts = new TreeMap<>();
        for (Path file : files(output, "")) {
            texts.put(output.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
        return texts;
    }

    static List<Path> files(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(
                            file -> Files.isRegularFile(file) && file.toString().endsWith(end))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Only what a user of this module has. Annotations in other jars lack classes, of which -Xlint:classfile tells. */
    static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("annotations")
                        || entry.contains("jspecify")
                        || entry.contains("core" + File.separator + "target" + File.separator + "classes"))
                .filter(entry -> Files.exists(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
