package dev.retrysafe.store;

/** The state of an operation's record. */
public enum RecordState {
    /** Never seen, or its record has expired. */
    ABSENT,
    /** Claimed by a live owner. */
    PENDING,
    /** The fate of the last attempt is unknown. */
    IN_DOUBT,
    /** Receipt stored. */
    COMMITTED,
    /** Released. */
    FREE
}
