package dev.retrysafe.spring;

import dev.retrysafe.tool.ToolDefinitionException;
import java.util.Objects;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints which annotated method cannot be protected, and what to do about it. */
final class ToolDefinitionFailureAnalyzer extends AbstractFailureAnalyzer<ToolDefinitionException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ToolDefinitionException cause) {
        return new FailureAnalysis(Objects.requireNonNull(cause.getMessage()), action(cause.code()), cause);
    }

    private static String action(String code) {
        return switch (code) {
            case "NoGeneratedCode" ->
                "Add the lines above to the build of the module that holds the class, and recompile it.";
            case "StaleGeneratedCode" ->
                "Recompile the module from scratch, with retrysafe-processor in the version of retrysafe-core.";
            case "DuplicateToolName" -> "Rename one of the two tools.";
            case "TtlShorterThanWait" ->
                "Set retrysafe.ttl or retrysafe.tools.<tool>.ttl to more, or retrysafe.wait-at-most or"
                        + " retrysafe.tools.<tool>.wait-at-most to less.";
            case "TtlShorterThanAge" ->
                "Set retrysafe.ttl or retrysafe.tools.<tool>.ttl to more, or retrysafe.max-request-age or"
                        + " retrysafe.tools.<tool>.max-request-age to less.";
            default -> "See docs/diagnostics/" + code + ".md.";
        };
    }
}
