package dev.retrysafe.store;

/** What became of a renewal, a release or a mark. */
public sealed interface WriteReply {

    /**
     * It was done, now or by an earlier sending of the same command.
     *
     * @param recordWasLost whether the store had lost the record, so that it was written again
     */
    record Done(boolean recordWasLost) implements WriteReply {}

    /**
     * The record is not this claim's any more, or is in a state that the command does not move. Nothing changed.
     *
     * @param state the record's state
     * @param fence the record's fence
     */
    record Refused(RecordState state, long fence) implements WriteReply {}
}
