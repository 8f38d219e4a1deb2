package dev.retrysafe.store;

import org.jspecify.annotations.Nullable;

/**
 * What an attempt wants stored.
 *
 * @param failed whether it is a final failure that is replayed
 * @param remoteSystem the remote system, null for none
 * @param remoteId the effect's id there, null for none
 * @param remoteUrl the effect's address there, null for none
 * @param result the result
 */
public record NewOutcome(
        boolean failed,
        @Nullable String remoteSystem,
        @Nullable String remoteId,
        @Nullable String remoteUrl,
        StoredResult result) {}
