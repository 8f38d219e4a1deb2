package dev.retrysafe.store;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A committed outcome as the record holds it.
 *
 * @param failed whether it is a final failure that is replayed
 * @param remoteSystem the remote system, null for none
 * @param remoteId the effect's id there, null for none
 * @param remoteUrl the effect's address there, null for none
 * @param result the result
 * @param committedAt when it was stored, by the store's clock, milliseconds
 * @param expiresAt when its retention ends, by the store's clock, milliseconds
 */
public record StoredOutcome(
        boolean failed,
        @Nullable String remoteSystem,
        @Nullable String remoteId,
        @Nullable String remoteUrl,
        StoredResult result,
        Instant committedAt,
        Instant expiresAt) {

    /**
     * For people to see: what is stored but the result's bytes.
     *
     * @return the receipt, and the kind of the result
     */
    public StoredOutcome withoutBody() {
        return new StoredOutcome(
                failed, remoteSystem, remoteId, remoteUrl, StoredResult.without(result.kind()), committedAt, expiresAt);
    }

    /**
     * Whether another attempt's outcome is another one: by its remote id, or because one of them is a failure and the other
     * is not.
     *
     * @param late the other attempt's outcome
     * @return whether its receipt is to be kept beside this one
     */
    public boolean differsFrom(NewOutcome late) {
        return failed != late.failed() || !Objects.equals(remoteId, late.remoteId());
    }

    /**
     * The same outcome with another end of its retention.
     *
     * @param end when its retention ends, by the store's clock, milliseconds
     * @return the outcome, kept until then
     */
    public StoredOutcome expiringAt(Instant end) {
        return new StoredOutcome(failed, remoteSystem, remoteId, remoteUrl, result, committedAt, end);
    }
}
