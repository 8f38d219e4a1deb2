package dev.retrysafe.tool;

import org.jspecify.annotations.Nullable;

/** An annotated method that cannot be protected. Thrown at start-up, or before anything of the first call happens. */
public final class ToolDefinitionException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

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
                        + " is missing: it was compiled without the"
                        + " annotation processor (since JDK 23 a processor on the plain class path does not run). Add it to"
                        + " the build:\n"
                        + "  Maven, in maven-compiler-plugin's <configuration>:\n"
                        + "    <annotationProcessorPaths><path><groupId>dev.retrysafe</groupId>"
                        + "<artifactId>retrysafe-processor</artifactId><version>${retrysafe.version}</version></path>"
                        + "</annotationProcessorPaths>\n"
                        + "  Gradle, in dependencies:\n"
                        + "    annotationProcessor(\"dev.retrysafe:retrysafe-processor:$retrysafeVersion\")",
                cause);
    }
}
