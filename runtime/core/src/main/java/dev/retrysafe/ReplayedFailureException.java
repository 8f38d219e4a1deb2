package dev.retrysafe;

import org.jspecify.annotations.Nullable;

/**
 * In a replay, in the place of a stored failure whose type the tool no longer replays. The operation is done: calling
 * again gives the same.
 */
public final class ReplayedFailureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String originalType;

    private final @Nullable String originalMessage;

    /**
     * Stands in for a failure.
     *
     * @param originalType the binary name of its type
     * @param originalMessage its message; null when it had none, or when it was not stored
     * @param cause what its type's constructor threw; null when it was not asked
     */
    public ReplayedFailureException(String originalType, @Nullable String originalMessage, @Nullable Throwable cause) {
        super(originalMessage == null ? originalType : originalType + ": " + originalMessage, cause);
        this.originalType = originalType;
        this.originalMessage = originalMessage;
    }

    /**
     * The type of the failure that was stored.
     *
     * @return its binary name
     */
    public String originalType() {
        return originalType;
    }

    /**
     * The message of the failure that was stored.
     *
     * @return the message; null when it had none, or when it was not stored
     */
    public @Nullable String originalMessage() {
        return originalMessage;
    }
}
