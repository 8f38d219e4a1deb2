package dev.retrysafe.compiled;

import dev.retrysafe.processor.RetrysafeProcessor;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Sources of one module. */
public final class Sources {

    private final List<JavaFileObject> files = new ArrayList<>();

    private Sources() {}

    /** Starts with nothing. */
    public static Sources none() {
        return new Sources();
    }

    /** Adds a source file of package {@code com.acme}. */
    public Sources with(String simpleName, String text) {
        URI uri = URI.create("string:///com/acme/" + simpleName + ".java");
        files.add(new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return "package com.acme;\n" + text;
            }
        });
        return this;
    }

    /** Compiles with the processor into a folder. */
    public Path compile(Path output, Path... classPath) throws IOException {
        return compile(List.of(new RetrysafeProcessor()), output, classPath);
    }

    /** Compiles as a build does that does not know the processor. */
    public Path compileWithoutProcessor(Path output, Path... classPath) throws IOException {
        return compile(List.of(), output, classPath);
    }

    private Path compile(List<RetrysafeProcessor> processors, Path output, Path... classPath) throws IOException {
        StringBuilder path = new StringBuilder(System.getProperty("java.class.path"));
        for (Path entry : classPath) {
            path.append(File.pathSeparatorChar).append(entry);
        }
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK");
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(collector, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-d", output.toString(), "-cp", path.toString(), "-implicit:none");
            JavaCompiler.CompilationTask task = compiler.getTask(null, manager, collector, options, null, files);
            task.setProcessors(processors);
            if (!task.call()) {
                throw new IllegalStateException("does not compile: " + collector.getDiagnostics());
            }
        }
        return output;
    }

    /** Loads classes from folders or jars. */
    public static URLClassLoader loader(Path... classPath) throws IOException {
        URL[] urls = new URL[classPath.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = classPath[i].toUri().toURL();
        }
        return new URLClassLoader(urls, Sources.class.getClassLoader());
    }
}
