package dev.retrysafe.processor;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Runs the processor over sources, with stand-ins for the frameworks that it knows by name. */
final class Compiler {

    private static final Pattern OPTION = Pattern.compile("(?m)^// OPTION (\\S+)$");

    private Compiler() {}

    /** One thing that the compiler said; with no place in a source, line and column are -1. */
    record Finding(long line, long column, Diagnostic.Kind kind, String message) {

        String code() {
            return message.startsWith("[retrysafe:")
                    ? message.substring("[retrysafe:".length(), message.indexOf(']'))
                    : message;
        }
    }

    /** A source in memory. */
    static final class Source extends SimpleJavaFileObject {

        private final String text;

        private final String fileName;

        Source(String fileName, String text) {
            super(URI.create("string:///" + fileName), Kind.SOURCE);
            this.fileName = fileName;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public String getName() {
            return fileName;
        }
    }

    /** The compiler's options that a source asks for: {@code // OPTION -A…}. */
    static String[] options(String text) {
        return OPTION.matcher(text).results().map(result -> result.group(1)).toArray(String[]::new);
    }

    /** What is found in the source, in the order in which it was said; notes are left out. */
    static List<Finding> find(Source source, String... options) {
        return find(List.of(source), options);
    }

    /** What is found in sources that are compiled together. */
    static List<Finding> find(List<Source> sources, String... options) {
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        task(sources, null, collector, new InMemoryFiles(), options).call();
        List<Finding> findings = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : collector.getDiagnostics()) {
            if (diagnostic.getKind() != Diagnostic.Kind.NOTE) {
                findings.add(new Finding(
                        diagnostic.getLineNumber(),
                        diagnostic.getColumnNumber(),
                        diagnostic.getKind(),
                        diagnostic.getMessage(Locale.ROOT)));
            }
        }
        return findings;
    }

    /** What the compiler prints. */
    static String print(Source source, String... options) {
        StringWriter out = new StringWriter();
        task(List.of(source), out, null, new InMemoryFiles(), options).call();
        return out.toString();
    }

    /** The text of the class that is written beside the source's type. */
    static String generate(Source source, String className, String... options) {
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        InMemoryFiles files = new InMemoryFiles();
        task(List.of(source), null, collector, files, options).call();
        StringWriter text = files.written.get(className);
        if (text == null) {
            throw new AssertionError("nothing written for " + className + ": " + collector.getDiagnostics());
        }
        return text.toString();
    }

    /** What is written when processors run in the order of a processor path, as in a user's build. */
    static String generateWithPath(Source source, String className, List<String> processorPath) {
        InMemoryFiles files = new InMemoryFiles();
        StringWriter out = new StringWriter();
        List<String> options = List.of("-proc:only", "-processorpath", String.join(File.pathSeparator, processorPath));
        List<JavaFileObject> sources = new ArrayList<>(List.of(source));
        sources.addAll(stubs());
        javac().getTask(out, files, null, options, null, sources).call();
        StringWriter text = files.written.get(className);
        if (text == null) {
            throw new AssertionError("nothing written for " + className + ": " + out);
        }
        return text.toString();
    }

    /** Keeps what the processor writes. */
    private static final class InMemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, StringWriter> written = new LinkedHashMap<>();

        InMemoryFiles() {
            super(javac().getStandardFileManager(null, Locale.ROOT, null));
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            return keep(className, className.replace('.', '/') + kind.extension, kind);
        }

        @Override
        public FileObject getFileForOutput(
                Location location, String packageName, String relativeName, @Nullable FileObject sibling) {
            return keep(relativeName, relativeName.replace("$", "%24"), JavaFileObject.Kind.OTHER);
        }

        private JavaFileObject keep(String name, String path, JavaFileObject.Kind kind) {
            StringWriter text = new StringWriter();
            written.put(name, text);
            URI uri = URI.create("mem:///" + path);
            return new SimpleJavaFileObject(uri, kind) {
                @Override
                public Writer openWriter() {
                    return text;
                }

                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text.toString();
                }
            };
        }
    }

    /** The text of a file that is written beside classes. */
    static String resource(Source source, String name, String... options) {
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        InMemoryFiles files = new InMemoryFiles();
        task(List.of(source), null, collector, files, options).call();
        StringWriter text = files.written.get(name);
        if (text == null) {
            throw new AssertionError("nothing written as " + name + ": " + collector.getDiagnostics());
        }
        return text.toString();
    }

    private static JavaCompiler javac() {
        return Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK");
    }

    private static JavaCompiler.CompilationTask task(
            List<Source> given,
            @Nullable StringWriter out,
            @Nullable DiagnosticCollector<JavaFileObject> collector,
            JavaFileManager files,
            String... options) {
        List<String> arguments = new ArrayList<>(List.of("-proc:only", "-Xmaxerrs", "1000"));
        arguments.addAll(List.of(options));
        List<JavaFileObject> sources = new ArrayList<>(given);
        sources.addAll(stubs());
        JavaCompiler.CompilationTask task = javac().getTask(out, files, collector, arguments, null, sources);
        task.setLocale(Locale.ROOT);
        task.setProcessors(List.of(new RetrysafeProcessor(), new SideEffectAnnotations()));
        return task;
    }

    private static List<Source> stubs() {
        Path root = resources("stubs");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(file -> new Source(root.relativize(file).toString(), read(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder of test resources. */
    static Path resources(String name) {
        URL url = Objects.requireNonNull(Compiler.class.getResource("/" + name), name);
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
