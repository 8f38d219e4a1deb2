package dev.retrysafe.engine;

import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.tool.ToolMethod;
import org.jspecify.annotations.Nullable;

/** Makes of a tool's result what is stored: receipt and result. */
final class Outcomes {

    private final Results results;

    private final Listeners listeners;

    Outcomes(Results results, Listeners listeners) {
        this.results = results;
        this.listeners = listeners;
    }

    /** A path of the receipt that cannot be read never keeps the rest from being stored. */
    NewOutcome of(Operation operation, long fence, ToolMethod tool, @Nullable Object value) {
        String remoteId = null;
        String remoteUrl = null;
        if (value != null) {
            try {
                remoteId = tool.remoteId(value);
                remoteUrl = tool.remoteUrl(value);
            } catch (Throwable t) {
                listeners.incident(
                        Incident.Kind.RECEIPT_PATH_FAILED,
                        operation,
                        fence,
                        "the receipt is stored without what failed",
                        t);
            }
        }
        return new NewOutcome(
                false, tool.definition().receiptSystem(), remoteId, remoteUrl, results.store(tool, value));
    }
}
