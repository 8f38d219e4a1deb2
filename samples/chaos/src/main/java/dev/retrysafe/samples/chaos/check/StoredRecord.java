package dev.retrysafe.samples.chaos.check;

/**
 * What the store holds of an operation when all is over.
 *
 * @param state its state
 * @param remoteId of a committed one, else empty
 * @param expires whether the store will delete it by itself
 */
public record StoredRecord(State state, String remoteId, boolean expires) {

    /** The states of a record. */
    public enum State {
        /** Somebody's. */
        PENDING,
        /** Nobody knows. */
        IN_DOUBT,
        /** A receipt is there. */
        COMMITTED,
        /** Given back. */
        FREE
    }

    boolean isOpen() {
        return state == State.PENDING || state == State.IN_DOUBT;
    }
}
