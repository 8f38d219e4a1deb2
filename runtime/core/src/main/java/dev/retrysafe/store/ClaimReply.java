package dev.retrysafe.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a record says to a claim or a look. */
public sealed interface ClaimReply {

    /**
     * The operation is this attempt's.
     *
     * @param fence the attempt's number
     */
    record Claimed(long fence) implements ClaimReply {}

    /**
     * The effect was committed.
     *
     * @param outcome receipt and result
     */
    record Committed(StoredOutcome outcome) implements ClaimReply {}

    /**
     * The key is known with another fingerprint.
     *
     * @param existingFingerprint the stored fingerprint
     * @param existingDefinitionHash the stored hash of the fingerprint's definition
     * @param existingRemoteId the stored receipt's remote id, null when there is none
     */
    record Conflict(
            String existingFingerprint,
            String existingDefinitionHash,
            @Nullable String existingRemoteId) implements ClaimReply {}

    /**
     * A live owner is running.
     *
     * @param fence the owner's attempt
     * @param leaseLeft what is left of its lease, not negative
     */
    record InProgress(long fence, Duration leaseLeft) implements ClaimReply {}

    /**
     * The fate of the last attempt is unknown.
     *
     * @param fence the last attempt
     * @param since since when, by the store's clock
     * @param firstAttemptAt when the operation was first claimed, by the store's clock
     * @param owner who claimed last
     * @param failure what failed; empty for an owner that fell silent
     */
    record InDoubt(long fence, Instant since, Instant firstAttemptAt, String owner, String failure)
            implements ClaimReply {}

    /** To a claim: this token was freed before. To a look: nobody holds the operation. */
    record Released() implements ClaimReply {}

    /**
     * The request is older than the tool keeps receipts, or lies in the future.
     *
     * @param storeTime the store's time
     */
    record Untimely(Instant storeTime) implements ClaimReply {}
}
