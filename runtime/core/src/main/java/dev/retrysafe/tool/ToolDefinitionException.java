package dev.retrysafe.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An annotated method that cannot be protected. Thrown at start-up, or before anything of the first call happens. */
public final class ToolDefinitionException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private static final String MISSING_LINES = """
              Maven, in maven-compiler-plugin's <configuration>:
                <annotationProcessorPaths>
                  <path>
                    <groupId>dev.retrysafe</groupId>
                    <artifactId>retrysafe-processor</artifactId>
                    <version>VERSION</version>
                  </path>
                </annotationProcessorPaths>
              Gradle, in dependencies:
                annotationProcessor("dev.retrysafe:retrysafe-processor:VERSION")
              Gradle, where the class is written in Kotlin (KSP does not run Java's processors):
                kapt("dev.retrysafe:retrysafe-processor:VERSION")""".indent(2).stripTrailing();

    private final String code;

    /**
     * Reports a method that cannot be protected.
     *
     * @param code the code of the diagnostics catalogue
     * @param message what is wrong, where, and what to do next
     */
    public ToolDefinitionException(String code, String message) {
        this(code, message, null);
    }

    /**
     * Reports a method that cannot be protected.
     *
     * @param code the code of the diagnostics catalogue
     * @param message what is wrong, where, and what to do next
     * @param cause what led to it
     */
    public ToolDefinitionException(String code, String message, @Nullable Throwable cause) {
        super("[retrysafe:" + code + "] " + message, cause);
        this.code = code;
    }

    /**
     * The code of the diagnostics catalogue.
     *
     * @return the code
     */
    public String code() {
        return code;
    }

    static ToolDefinitionException compiledWithoutProcessor(Class<?> type, String generated, Throwable cause) {
        return new ToolDefinitionException(
                "NoGeneratedCode",
                type.getName() + " has @SideEffect methods, and " + generated
                        + " is missing: it was compiled without the annotation processor (since JDK 23 a processor on the"
                        + " plain class path does not run, and javac says nothing). Add it to the build:\n"
                        + MISSING_LINES.replace("VERSION", version()),
                cause);
    }

    private static String version() {
        try (InputStream file = ToolDefinitionException.class.getResourceAsStream("version.txt")) {
            return new String(
                            Objects.requireNonNull(file, "retrysafe-core lacks version.txt")
                                    .readAllBytes(),
                            StandardCharsets.US_ASCII)
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
