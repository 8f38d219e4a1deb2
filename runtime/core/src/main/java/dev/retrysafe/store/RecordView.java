package dev.retrysafe.store;

import dev.retrysafe.annotation.Mutation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record, for a person to see. Times are the store's, to the millisecond.
 *
 * @param id selects the record
 * @param operation what it is about; null where the store no longer keeps it (a committed record may drop the parts that its
 *     key names)
 * @param state its state; a lapsed lease is in doubt, noticed or not
 * @param fence the last attempt's number: what a resolution must name
 * @param fingerprint the effect's fingerprint
 * @param mutation the class that the last attempt was claimed under; null once committed, where the store drops it
 * @param firstAttemptAt when the operation was first claimed; null once committed, where the store drops it
 * @param inDoubtSince since when its fate is unknown, for a lapsed lease that nobody noticed yet the lease's end; null in
 *     every other state
 * @param owner who claimed last; empty where the store drops it
 * @param failure what failed; empty for none, and for an owner that fell silent
 * @param recordWasLost whether the store had lost the record during the last attempt, so that what came before is not known
 * @param outcome the receipt, without the result's body; null before commit
 * @param history the attempts before the last one, oldest first; stores keep at least the last 8
 * @param lateReceipts receipts of attempts that were refused, oldest first; stores keep at least the last 3
 * @param resolutions what persons decided, oldest first; all of them
 */
public record RecordView(
        RecordId id,
        @Nullable OperationId operation,
        RecordState state,
        long fence,
        String fingerprint,
        @Nullable Mutation mutation,
        @Nullable Instant firstAttemptAt,
        @Nullable Instant inDoubtSince,
        String owner,
        String failure,
        boolean recordWasLost,
        @Nullable StoredOutcome outcome,
        List<PastAttempt> history,
        List<LateReceipt> lateReceipts,
        List<KeptResolution> resolutions) {

    /** Keeps copies. */
    public RecordView {
        history = List.copyOf(history);
        lateReceipts = List.copyOf(lateReceipts);
        resolutions = List.copyOf(resolutions);
    }

    /**
     * An attempt that another one followed.
     *
     * @param fence its number
     * @param owner who claimed
     * @param endedAt when it was released, or came into doubt
     * @param end {@link RecordState#FREE} for released; {@link RecordState#IN_DOUBT} for unknown, also where a person then
     *     decided that nothing happened
     * @param failure what failed; empty for none
     */
    public record PastAttempt(long fence, String owner, Instant endedAt, RecordState end, String failure) {}

    /**
     * The receipt of an attempt that was not taken.
     *
     * @param fence the attempt's number
     * @param at when it came
     * @param failed whether it is a final failure
     * @param remoteSystem the remote system, null for none
     * @param remoteId the effect's id there, null for none
     * @param remoteUrl the effect's address there, null for none
     */
    public record LateReceipt(
            long fence,
            Instant at,
            boolean failed,
            @Nullable String remoteSystem,
            @Nullable String remoteId,
            @Nullable String remoteUrl) {}

    /**
     * What a person decided.
     *
     * @param fence the attempt that it was about
     * @param at when it was stored
     * @param resolution the decision
     */
    public record KeptResolution(long fence, Instant at, Resolution resolution) {}
}
