package dev.retrysafe.spring;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Classes as another build may have made them, which the build of these tests would refuse to make. */
final class JustCompiled {

    private JustCompiled() {}

    static Class<?> withoutProcessor(Path directory, String name, String source) throws Exception {
        return compile(directory, name, source, "-proc:none");
    }

    static Class<?> withProcessor(Path directory, String name, String source) throws Exception {
        return compile(directory, name, source, "-processor", "dev.retrysafe.processor.RetrysafeProcessor");
    }

    private static Class<?> compile(Path directory, String name, String source, String... options) throws Exception {
        Path file = directory.resolve(name.substring(name.lastIndexOf('.') + 1) + ".java");
        Files.writeString(file, source);
        run(file, directory, options);
        return load(directory, name);
    }

    static Class<?> load(Path directory, String name) throws Exception {
        ClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, JustCompiled.class.getClassLoader());
        return Class.forName(name, true, loader);
    }

    private static void run(Path file, Path directory, String... options) throws IOException {
        JavaCompiler javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        try (var files = javac.getStandardFileManager(null, null, null)) {
            List<String> all = new ArrayList<>(List.of(options));
            all.addAll(List.of("-d", directory.toString(), "-classpath", System.getProperty("java.class.path")));
            boolean compiled = javac.getTask(null, files, null, all, null, files.getJavaFileObjects(file))
                    .call();
            if (!compiled) {
                throw new IllegalStateException("javac refused " + file);
            }
        }
    }
}
