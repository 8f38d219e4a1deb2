package dev.retrysafe.operations;

import dev.retrysafe.store.RecordId;
import java.util.Objects;

/**
 * A record as whoever decides has seen it: a decision about it counts only as long as it is so.
 *
 * @param id the record
 * @param fence the attempt shown, {@link dev.retrysafe.store.RecordView#fence()}
 */
public record SeenRecord(RecordId id, long fence) {

    /** Checks the fence. */
    public SeenRecord {
        Objects.requireNonNull(id, "id");
        if (fence < 1) {
            throw new IllegalArgumentException("an attempt's fence is 1 or more, as the record shows it: " + fence);
        }
    }
}
