package dev.retrysafe.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The store could not be asked. Whether the command took place is unknown unless {@link #reason()} says otherwise. */
public final class EffectStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /**
     * Reports a failure.
     *
     * @param reason what kind
     * @param message what failed; without caller's text
     * @param cause the client's failure, null for none
     */
    public EffectStoreException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /**
     * What kind of failure it is.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }

    /** Kinds of failure. */
    public enum Reason {
        /** No answer in time; the command may have taken place, or may yet. */
        UNAVAILABLE("StoreUnavailable"),
        /** The store answered that it will not do it (out of memory, read-only, no rights); nothing took place. */
        REFUSED("StoreRefused"),
        /** Something that is not ours lies where the record belongs; nothing was changed. */
        FOREIGN_RECORD("ForeignRecord"),
        /** The record was written in a format that this version does not know; nothing was changed. */
        UNKNOWN_FORMAT("UnknownRecordFormat");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        /**
         * The code in the diagnostics catalogue.
         *
         * @return the code
         */
        public String code() {
            return code;
        }
    }
}
