package dev.retrysafe.processor.write;

import dev.retrysafe.processor.model.KeyPart.Source;
import dev.retrysafe.processor.model.KeyScopes;
import dev.retrysafe.processor.model.ToolModel;
import java.util.ArrayList;
import java.util.List;

/** What a model may read about calling a tool again. It promises no more than holds, whatever is configured. */
final class RetryAdvice {

    static final String READ_ONLY = "Safe to call again at any time: it changes nothing.";

    private RetryAdvice() {}

    static String of(ToolModel tool, KeyScopes scopes) {
        String operation = operation(scopes);
        return "Safe to retry " + operation
                + ": while the first call's receipt is kept, a repeated call returns that receipt and causes nothing new. "
                + other(tool, scopes, operation)
                + inDoubt(tool);
    }

    /** What becomes of a call that asks for something else, as far as the fingerprint tells. */
    private static String other(ToolModel tool, KeyScopes scopes, String operation) {
        String compared = compared(tool, scopes);
        if (compared.isEmpty()) {
            return "";
        }
        return scopes.perFingerprint()
                ? "A call that differs in " + compared + " is another operation. "
                : "A call " + operation + " that differs in " + compared + " is refused and does nothing. ";
    }

    /** What the fingerprint covers, besides what names the operation: "any argument but note"; empty for nothing. */
    private static String compared(ToolModel tool, KeyScopes scopes) {
        List<String> paths = tool.fingerprintPaths();
        if (paths.contains("*")) {
            List<String> excluded = paths.stream()
                    .filter(path -> path.startsWith("!"))
                    .map(path -> path.substring(1))
                    .toList();
            return "any argument" + (excluded.isEmpty() ? "" : " but " + join(excluded, " and "));
        }
        List<String> operation = arguments(scopes);
        List<String> others =
                paths.stream().filter(path -> !operation.contains(path)).toList();
        return others.isEmpty() ? "" : join(others, " or ");
    }

    private static String inDoubt(ToolModel tool) {
        return switch (tool.mutation()) {
            case "IDEMPOTENT" ->
                "If nobody can know whether the first call took effect, a repeated call says so, or sends the same request"
                        + " again, which does no harm twice.";
            case "LOCAL_TRANSACTION" ->
                "If the first call failed before its transaction was committed, it changed nothing, and a repeated call may"
                        + " execute.";
            default ->
                "If nobody can know whether the first call took effect, a repeated call "
                        + (tool.recovery().reconcile().isEmpty()
                                ? "says so and does nothing."
                                : "may look it up and act on what it finds; otherwise it says so and does nothing.");
        };
    }

    /** "with the same approvalId in the same conversation by the same actor" */
    private static String operation(KeyScopes scopes) {
        List<String> parts = new ArrayList<>();
        List<String> arguments = arguments(scopes);
        List<String> context = scopes.operation().stream()
                .filter(Source.Context.class::isInstance)
                .map(source -> ((Source.Context) source).name())
                .distinct()
                .toList();
        if (!arguments.isEmpty()) {
            parts.add("with the same " + join(arguments, " and "));
        }
        if (!context.isEmpty()) {
            parts.add("in the same " + join(context, " and "));
        }
        if (scopes.perActor()) {
            parts.add("by the same actor");
        }
        return String.join(" ", parts);
    }

    private static List<String> arguments(KeyScopes scopes) {
        return scopes.operation().stream()
                .filter(Source.Argument.class::isInstance)
                .map(source -> ((Source.Argument) source).read().path())
                .distinct()
                .toList();
    }

    private static String join(List<String> names, String last) {
        int end = names.size() - 1;
        return end == 0 ? names.get(0) : String.join(", ", names.subList(0, end)) + last + names.get(end);
    }
}
