package dev.retrysafe.store;

/** What became of a commit. */
public sealed interface CommitReply {

    /**
     * This attempt's outcome is stored, now or by an earlier sending of the same command.
     *
     * @param outcome as stored
     * @param late whether the record was in doubt before
     * @param recordWasLost whether the store had lost the record, so that it was written again
     */
    record Stored(StoredOutcome outcome, boolean late, boolean recordWasLost) implements CommitReply {}

    /**
     * Another attempt's outcome was stored before; it stands.
     *
     * @param outcome as stored
     * @param remoteIdDiffers whether this attempt's remote id is another, which means a second effect; it is kept as
     *     evidence
     */
    record AlreadyCommitted(StoredOutcome outcome, boolean remoteIdDiffers) implements CommitReply {}

    /**
     * The claim is not this attempt's any more. This attempt's receipt is kept on the record as evidence.
     *
     * @param state the record's state
     * @param fence the record's fence
     */
    record Refused(RecordState state, long fence) implements CommitReply {}
}
