package dev.retrysafe.samples.ticketdesk.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles as a careful user does: with the annotation processor, all lints on, and no warning allowed. */
final class ExampleCompiler {

    private ExampleCompiler() {}

    /**
     * Compiles.
     *
     * @param sources by simple class name, all in package {@code example}
     * @return where the classes are
     */
    static Path compile(Path directory, Map<String, String> sources) throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((name, source) -> units.add(new Unit(name, source)));
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-processor",
                "dev.retrysafe.processor.RetrysafeProcessor",
                "-Xlint:all,-processing,-classfile,-path",
                "-Werror");
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        boolean compiled =
                compiler.getTask(messages, null, null, options, null, units).call();
        assertThat(compiled).as(messages.toString()).isTrue();
        return classes;
    }

    private static final class Unit extends SimpleJavaFileObject {

        private final String source;

        Unit(String name, String source) {
            super(URI.create("string:///example/" + name + ".java"), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }
}
