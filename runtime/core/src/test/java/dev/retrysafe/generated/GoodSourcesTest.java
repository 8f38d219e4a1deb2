package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.compiled.Sources;
import dev.retrysafe.processor.RetrysafeProcessor;
import dev.retrysafe.processor.SideEffectAnnotations;
import dev.retrysafe.tool.GeneratedTools;
import dev.retrysafe.tool.ToolRegistry;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Correct sources of every kind compile, with what is generated for them, without a single word from the compiler. */
class GoodSourcesTest {

    private static final Path PROCESSOR_TESTS = Path.of("..", "..", "processor", "src", "test", "resources");

    private static final String OUR_STUBS = Path.of("stubs", "dev", "retrysafe").toString();

    @TempDir
    private Path output;

    @Test
    void compileWithoutAWord() throws IOException {
        assertThat(compile(output)).isEmpty();
    }

    /** The processor's own tests do not see the runtime that the written code calls. */
    @Test
    void realisticToolsCompileWithoutAWordToo() throws IOException {
        List<Path> sources = new ArrayList<>(sources(PROCESSOR_TESTS.resolve("corpus")));
        // Stand-ins for the agent frameworks; those for our own classes are here for real.
        sources.addAll(sources(PROCESSOR_TESTS.resolve("stubs")).stream()
                .filter(source -> !source.toString().contains(OUR_STUBS))
                .toList());

        // Of annotations that no processor claims, Spring's for instance, javac speaks under -Xlint:processing.
        assertThat(compile(output, sources, "-Xlint:all,-processing")).isEmpty();
        assertThat(generated(output)).hasSizeGreaterThanOrEqualTo(15);
    }

    @Test
    void generateTheSameBytesEveryTime() throws IOException {
        Path first = Files.createDirectory(output.resolve("first"));
        Path second = Files.createDirectory(output.resolve("second"));

        compile(first);
        compile(second);

        Map<String, String> generated = generated(first);
        assertThat(generated).hasSizeGreaterThanOrEqualTo(10).isEqualTo(generated(second));
        assertThat(String.join("", generated.values()))
                .matches(text -> text.chars().allMatch(c -> c < 0x80));
    }

    /** Every kind of type is the same for the compiler and, once loaded, for the runtime. */
    @Test
    void areNotTakenForChanged() throws IOException {
        compile(output);

        int shapes = 0;
        try (URLClassLoader loader = Sources.loader(output)) {
            for (String name : classes(output)) {
                Class<?> type = Class.forName(name, false, loader);
                for (Method method : type.getDeclaredMethods()) {
                    if (method.isAnnotationPresent(SideEffect.class) && !method.isBridge()) {
                        assertThat(new ToolRegistry().find(type, method)).isNotNull();
                    }
                }
                if (GeneratedTools.Shapes.class.isAssignableFrom(type)) {
                    shapes += ((GeneratedTools.Shapes) type.getConstructor().newInstance())
                            .shapes()
                            .size();
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.toString(), e);
        }
        assertThat(shapes).isGreaterThan(40);
    }

    /** Types come as sources or in jars; what is written about them is the same. */
    @Test
    void generateTheSameFromClassFiles() throws IOException {
        Path first = Files.createDirectory(output.resolve("first"));
        Path second = Files.createDirectory(output.resolve("second"));
        compile(first);
        Map<String, String> fromSources = generated(first);
        for (String written : fromSources.keySet()) {
            Files.delete(first.resolve(written));
            Files.delete(first.resolve(written.replace(".java", ".class")));
        }
        List<String> names =
                classes(first).stream().filter(name -> !name.contains("$")).toList();

        assertThat(compile(
                        second,
                        List.of(),
                        names,
                        classPath() + File.pathSeparator + first,
                        "-Xlint:all",
                        "-proc:only",
                        // What a source silences with @SuppressWarnings is not silenced in its class file.
                        "-Aretrysafe.severity.UndecidedParameter=off"))
                .isEmpty();

        assertThat(generated(second)).isEqualTo(fromSources);
    }

    private static List<String> classes(Path output) throws IOException {
        try (Stream<Path> files = Files.walk(output)) {
            return files.map(file -> output.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace(File.separatorChar, '.'))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> compile(Path output) throws IOException {
        return compile(output, sources(Path.of("src", "test", "resources", "good")), "-Xlint:all");
    }

    private static List<String> compile(Path output, List<Path> sources, String lint) throws IOException {
        return compile(output, sources, null, classPath(), lint);
    }

    private static List<String> compile(
            Path output, List<Path> sources, @Nullable List<String> classes, String classPath, String... more)
            throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK");
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(collector, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<String> options = new ArrayList<>(List.of(
                    "--release",
                    "17",
                    "-parameters",
                    "-Werror",
                    "-d",
                    output.toString(),
                    "-s",
                    output.toString(),
                    "-cp",
                    classPath));
            options.addAll(List.of(more));
            JavaCompiler.CompilationTask task = compiler.getTask(
                    null, files, collector, options, classes, files.getJavaFileObjectsFromPaths(sources));
            task.setProcessors(List.of(new RetrysafeProcessor(), new SideEffectAnnotations()));
            task.call();
        }
        return collector.getDiagnostics().stream().map(Object::toString).toList();
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /** Annotations in other projects' jars lack their own classes, about which -Xlint:classfile has words. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("annotations")
                        || entry.contains("jspecify")
                        || entry.contains("core" + File.separator + "target" + File.separator + "classes"))
                .filter(entry -> Files.exists(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Map<String, String> generated(Path output) {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(output)) {
            for (Path file : files.filter(f -> f.toString().endsWith("_SideEffects.java"))
                    .toList()) {
                texts.put(output.relativize(file).toString(), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
