package dev.retrysafe.store;

/** A transaction in which an operation was claimed. Used by the thread that claimed. */
public interface LocalTransaction extends AutoCloseable {

    /**
     * What the record said.
     *
     * @return the answer; the transaction is open only if it is {@link ClaimReply.Claimed}
     */
    ClaimReply reply();

    /**
     * Writes the receipt and commits. Where this does not end with {@link CommitReply.Stored} the transaction is over all
     * the same. An interrupt of the calling thread does not cut it short; it stays set.
     *
     * @param claim the claim held
     * @param outcome receipt and result
     * @return {@link CommitReply.Stored}; or, nothing committed, when the method ended the transaction by itself:
     *     {@link CommitReply.Refused} with {@link RecordState#ABSENT} when the claim went with it, which proves that nothing
     *     of it is there; else what {@link EffectStore#commit} says of a record that is not this attempt's any more, but no
     *     evidence is kept: for that, send the commit as a command of its own
     * @throws EffectStoreException when it was not committed and rolled back instead
     *     ({@link EffectStoreException.Reason#REFUSED}), or when the answer never came
     *     ({@link EffectStoreException.Reason#UNAVAILABLE})
     */
    CommitReply commit(Claim claim, NewOutcome outcome);

    /** Rolls back what is not committed, the claim with it. Never throws: what is not committed cannot come to be. */
    @Override
    void close();
}
