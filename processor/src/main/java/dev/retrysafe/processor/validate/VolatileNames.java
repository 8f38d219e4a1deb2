package dev.retrysafe.processor.validate;

import java.util.Set;

/** Names that say that a value belongs to an attempt rather than to an operation. */
final class VolatileNames {

    private static final Set<String> VOLATILE =
            Set.of("traceId", "spanId", "toolCallId", "attempt", "attemptId", "nonce", "timestamp", "now");

    private static final Set<String> SUSPECT = Set.of("requestId", "correlationId", "messageId", "sessionId");

    private static final Set<String> MOMENTS = Set.of(
            "createdAt",
            "requestedAt",
            "sentAt",
            "issuedAt",
            "receivedAt",
            "updatedAt",
            "generatedAt",
            "time",
            "currentTime",
            "requestTime");

    private VolatileNames() {}

    static boolean isVolatile(String name) {
        return VOLATILE.contains(name);
    }

    static boolean isSuspect(String name) {
        return SUSPECT.contains(name);
    }

    /** Whether a point in time of this name is when the call was made. */
    static boolean isMomentOfCall(String name) {
        return MOMENTS.contains(name);
    }
}
