package dev.retrysafe.operations;

import dev.retrysafe.store.RecordState;
import org.jspecify.annotations.Nullable;

/**
 * Which open records are wanted.
 *
 * @param tenant the key's tenant part as rendered, exactly; null for every tenant
 * @param tool the tool, exactly; null for every tool
 * @param state {@link RecordState#PENDING} or {@link RecordState#IN_DOUBT}; null for both. A lapsed lease counts as in doubt,
 *     noticed or not
 */
public record RecordFilter(
        @Nullable String tenant,
        @Nullable String tool,
        @Nullable RecordState state) {

    /** Every open record. */
    public static final RecordFilter ALL = new RecordFilter(null, null, null);

    /** What waits for a person. */
    public static final RecordFilter IN_DOUBT = new RecordFilter(null, null, RecordState.IN_DOUBT);
}
