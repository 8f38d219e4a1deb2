package dev.retrysafe.generated;

import dev.retrysafe.processor.RetrysafeProcessor;
import dev.retrysafe.tool.GeneratedTools;
import dev.retrysafe.tool.ToolMethod;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Sources compiled while a test runs, against class files that another compiler wrote before, and run. */
final class Compiled {

    private final Path folder;

    private final List<String> findings = new ArrayList<>();

    private Compiled(Path folder) {
        this.folder = folder;
    }

    /** Compiles a source with our processor alone; its class files go beside those that it needs. */
    static Compiled tools(Path folder, String typeName, String text) {
        return compile(folder, typeName, text, new RetrysafeProcessor());
    }

    /** Compiles a source with one processor. */
    static Compiled compile(Path folder, String typeName, String text, Processor processor) {
        Compiled compiled = new Compiled(folder);
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        JavaCompiler javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK");
        String classPath = folder + File.pathSeparator + System.getProperty("java.class.path");
        try (StandardJavaFileManager files =
                javac.getStandardFileManager(collector, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<String> options = List.of("--release", "17", "-d", folder.toString(), "-cp", classPath);
            JavaCompiler.CompilationTask task =
                    javac.getTask(null, files, collector, options, null, List.of(source(typeName, text)));
            task.setProcessors(List.of(processor));
            task.call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        collector.getDiagnostics().stream()
                .filter(found -> found.getKind() != Diagnostic.Kind.NOTE)
                .forEach(found -> compiled.findings.add(found.getMessage(Locale.ROOT)));
        return compiled;
    }

    private static JavaFileObject source(String typeName, String text) {
        URI uri = URI.create("string:///" + typeName.replace('.', '/') + ".java");
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    /** What the compiler said. */
    List<String> findings() {
        return findings;
    }

    /** Runs what was compiled. */
    Loaded load() {
        try {
            return new Loaded(new URLClassLoader(new URL[] {folder.toUri().toURL()}, Compiled.class.getClassLoader()));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Classes of a compilation. */
    record Loaded(URLClassLoader loader) implements AutoCloseable {

        ToolMethod tool(String typeName, String tool) throws ReflectiveOperationException {
            GeneratedTools tools = loader.loadClass(typeName + "_SideEffects")
                    .asSubclass(GeneratedTools.class)
                    .getConstructor()
                    .newInstance();
            return tools.tools().stream()
                    .filter(found -> found.definition().tool().equals(tool))
                    .findFirst()
                    .orElseThrow();
        }

        /** Makes an object by the constructor with so many parameters. */
        Object make(String typeName, @Nullable Object... arguments) throws ReflectiveOperationException {
            for (Constructor<?> constructor : loader.loadClass(typeName).getConstructors()) {
                if (constructor.getParameterCount() == arguments.length) {
                    return constructor.newInstance(arguments);
                }
            }
            throw new NoSuchMethodException(typeName + " with " + arguments.length);
        }

        @Override
        public void close() throws IOException {
            loader.close();
        }
    }
}
