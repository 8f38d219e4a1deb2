package dev.retrysafe;

import java.util.Locale;

/** What was done with a call. */
public enum Decision {
    /** The method was entered: nobody had claimed the operation. */
    EXECUTE,
    /** Answered from the stored receipt; the effect was not caused again. */
    REPLAY,
    /** Refused: the key is known with another fingerprint. */
    CONFLICT,
    /** A live owner is running the operation; nothing was done. */
    IN_PROGRESS,
    /** Nobody knows whether the effect happened; nothing further was done. */
    IN_DOUBT,
    /** Refused before anything happened. */
    REJECTED;

    /**
     * The word used in JSON, traces, metrics and log lines, for instance {@code in_doubt}.
     *
     * @return the lower-case word
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
