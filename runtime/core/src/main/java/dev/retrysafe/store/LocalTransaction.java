package dev.retrysafe.store;

import org.jspecify.annotations.Nullable;

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
     * @throws EffectStoreException when it was rolled back before a commit was tried
     *     ({@link EffectStoreException.Reason#REFUSED}), or when the commit did not plainly succeed
     *     ({@link EffectStoreException.Reason#UNAVAILABLE}): its answer may have been lost, or something may have failed
     *     after it, so that only {@link LocalTransactions#settle} tells whether it took place
     */
    CommitReply commit(Claim claim, NewOutcome outcome);

    /**
     * What failed after the commit, in work of the application's that was to be done then. Asked when the record has told
     * that the commit took place.
     *
     * @return the very failure; null where none did, or where what failed was only the commit's answer
     */
    default @Nullable Throwable failedAfterCommit() {
        return null;
    }

    /** Rolls back what is not committed, the claim with it. Never throws: what is not committed cannot come to be. */
    @Override
    void close();
}
