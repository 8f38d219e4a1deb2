package dev.retrysafe.processor.write;

import dev.retrysafe.processor.model.KeyPart.Source;
import dev.retrysafe.processor.model.KeyScopes;
import dev.retrysafe.processor.model.ToolModel;
import java.util.List;

/** What a model may read about calling a tool again. It promises no more than holds, whatever is configured. */
final class RetryAdvice {

    static final String READ_ONLY = "Safe to call again at any time: it changes nothing.";

    private RetryAdvice() {}

    static String of(ToolModel tool, KeyScopes scopes) {
        String operation = operation(scopes.operation());
        return "Safe to retry " + operation
                + ": while the first call's receipt is kept, a repeated call returns that receipt and causes nothing new. "
                + (scopes.perFingerprint()
                        ? "A call with other arguments is another operation. "
                        : "A call that asks for something else " + operation + " is refused and does nothing. ")
                + inDoubt(tool);
    }

    private static String inDoubt(ToolModel tool) {
        return switch (tool.mutation()) {
            case "IDEMPOTENT" ->
                "If nobody can know whether the first call took effect, a repeated call says so, or sends the same request"
                        + " again, which does no harm twice.";
            case "LOCAL_TRANSACTION" ->
                "If the first call failed, it changed nothing, and a repeated call may execute.";
            default ->
                "If nobody can know whether the first call took effect, a repeated call "
                        + (tool.recovery().reconcile().isEmpty()
                                ? "says so and does nothing."
                                : "may look it up and act on what it finds; otherwise it says so and does nothing.");
        };
    }

    /** "with the same approvalId in the same conversation" */
    private static String operation(List<Source> sources) {
        StringBuilder text = new StringBuilder();
        List<String> arguments = sources.stream()
                .filter(Source.Argument.class::isInstance)
                .map(source -> ((Source.Argument) source).read().path())
                .distinct()
                .toList();
        List<String> context = sources.stream()
                .filter(Source.Context.class::isInstance)
                .map(source -> ((Source.Context) source).name())
                .distinct()
                .toList();
        if (!arguments.isEmpty()) {
            text.append("with the same ").append(and(arguments));
        }
        if (!context.isEmpty()) {
            text.append(arguments.isEmpty() ? "in the same " : " in the same ").append(and(context));
        }
        return text.toString();
    }

    private static String and(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
