package dev.retrysafe.result;

import org.jspecify.annotations.Nullable;

/** A result could not be written or read. */
public final class ResultCodecException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Reports the failure.
     *
     * @param message which type, and whether writing or reading failed
     * @param cause the library's failure; null when there is none
     */
    public ResultCodecException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
