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
     * @param differs whether this attempt's outcome {@linkplain StoredOutcome#differsFrom is another}; its receipt is then
     *     kept as evidence
     */
    record AlreadyCommitted(StoredOutcome outcome, boolean differs) implements CommitReply {

        /**
         * What it means that this attempt's outcome is not the one that stands. A receipt without a remote id, as a
         * person's may be, may be about the same effect as any other.
         *
         * @param mine this attempt's outcome
         * @return what a person should be told
         */
        public Difference from(NewOutcome mine) {
            if (mine.failed() != outcome.failed()) {
                return Difference.OTHER_END;
            }
            boolean twoIds = mine.remoteId() != null
                    && outcome.remoteId() != null
                    && !mine.remoteId().equals(outcome.remoteId());
            return twoIds && !mine.failed() ? Difference.SECOND_EFFECT : Difference.NONE;
        }
    }

    /** What two outcomes of one operation mean, of which the first stands. */
    enum Difference {
        /** As far as anybody can know, it is one effect. */
        NONE,
        /** One is a success and the other a final failure. */
        OTHER_END,
        /** Two successes with two remote ids: there are two effects. */
        SECOND_EFFECT
    }

    /**
     * The claim is not this attempt's any more, or another effect was committed under its key. This attempt's receipt is kept
     * on the record as evidence.
     *
     * @param state the record's state
     * @param fence the record's fence
     */
    record Refused(RecordState state, long fence) implements CommitReply {}
}
