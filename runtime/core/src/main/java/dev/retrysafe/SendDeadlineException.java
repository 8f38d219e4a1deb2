package dev.retrysafe;

/**
 * A request was not sent, because the attempt's send deadline (its lease, by the monotonic or the wall clock) has
 * passed, or because the attempt has ended: others may hold this operation to be in doubt or free by now, and act on it.
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
