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
     * @return {@link CommitReply.Stored}; or {@link CommitReply.Refused}, nothing committed, when the method ended the
     *     transaction by itself and the record is not this attempt's any more
     * @throws EffectStoreException when it was not committed and rolled back instead
     *     ({@link EffectStoreException.Reason#REFUSED}), or when the answer never came
     *     ({@link EffectStoreException.Reason#UNAVAILABLE})
     */
    CommitReply commit(Claim claim, NewOutcome outcome);

    /** Rolls back what is not committed, the claim with it. Never throws: what is not committed cannot come to be. */
    @Override
    void close();
}
