package dev.retrysafe.engine;

import dev.retrysafe.ResultClassifier;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * What returned values say where the application does not judge them: a result of the Model Context Protocol that is an
 * error leaves its effect in doubt, as an exception would; any other is committed. The protocol's library is known by
 * name only, since most applications have none.
 */
final class ReturnedErrors implements ResultClassifier {

    private static final String CALL_TOOL_RESULT = "io.modelcontextprotocol.spec.McpSchema$CallToolResult";

    @Override
    public Verdict classify(String tool, @Nullable Object result) {
        return result != null && result.getClass().getName().equals(CALL_TOOL_RESULT) && mayBeError(result)
                ? Verdict.IN_DOUBT
                : Verdict.COMMITTED;
    }

    /** Absent means false in the protocol. What cannot be read is no evidence of success. */
    private static boolean mayBeError(Object result) {
        try {
            Method isError = result.getClass().getMethod("isError");
            Object said = isError.invoke(result);
            return said != null && !said.equals(false);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
