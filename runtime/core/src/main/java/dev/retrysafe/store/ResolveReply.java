package dev.retrysafe.store;

/** What a record says to a person's decision. */
public sealed interface ResolveReply {

    /**
     * The decision stands, now or by an earlier sending.
     *
     * @param record the record as it now is
     */
    record Resolved(RecordView record) implements ResolveReply {}

    /**
     * The decision rests on what is no longer so: another attempt, a state that is settled, or an owner that is alive. Nothing
     * was changed.
     *
     * @param record the record as it is
     */
    record Stale(RecordView record) implements ResolveReply {}

    /**
     * The decision's id was used before on this record, for something else. Nothing was changed.
     *
     * @param record the record as it is
     */
    record IdReused(RecordView record) implements ResolveReply {}

    /** There is no such record. */
    record Unknown() implements ResolveReply {}
}
