package dev.retrysafe.result;

/** A result could not be written or read. */
public final class ResultCodecException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Reports the failure.
     *
     * @param message which type, and whether writing or reading failed
     * @param cause the library's failure
     */
    public ResultCodecException(String message, Throwable cause) {
        super(message, cause);
    }
}
