package dev.retrysafe;

/**
 * A request was not sent, because the attempt's send deadline (its lease, by the monotonic or the wall clock) has
 * passed: others may hold this operation to be in doubt by now, and settle it.
 */
public final class SendDeadlineException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Reports a request that was held back.
     *
     * @param message what was not sent, and why
     */
    public SendDeadlineException(String message) {
        super(message);
    }
}
