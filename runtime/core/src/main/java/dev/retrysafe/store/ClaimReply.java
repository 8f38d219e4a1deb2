package dev.retrysafe.store;

import dev.retrysafe.annotation.Mutation;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a record says to a claim or a look. */
public sealed interface ClaimReply {

    /**
     * The operation is this attempt's.
     *
     * @param fence the attempt's number
     * @param takeover whether an earlier attempt may still have had its effect
     * @param resendLeft for how long from now this attempt may send, by the store's clock; null for a first claim, and
     *     for a takeover without a limit
     */
    record Claimed(long fence, boolean takeover, @Nullable Duration resendLeft) implements ClaimReply {

        /**
         * A claim with no unknown attempt before it.
         *
         * @param fence the attempt's number
         */
        public Claimed(long fence) {
            this(fence, false, null);
        }
    }

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
     * @param age how long it has been in doubt, by the store's clock when it answered, not negative
     * @param sinceFirstAttempt how long ago the operation was first claimed, likewise
     * @param claimedAs the class of mutation that the last attempt was claimed under
     */
    record InDoubt(
            long fence,
            Instant since,
            Instant firstAttemptAt,
            String owner,
            String failure,
            Duration age,
            Duration sinceFirstAttempt,
            Mutation claimedAs)
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
