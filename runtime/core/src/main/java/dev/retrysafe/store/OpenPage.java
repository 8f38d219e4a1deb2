package dev.retrysafe.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of open records, oldest first.
 *
 * @param records the records; without their result
 * @param next what to ask the next page with; null when there is none
 */
public record OpenPage(List<RecordView> records, OpenQuery.@Nullable Position next) {

    /** Keeps a copy. */
    public OpenPage {
        records = List.copyOf(records);
    }
}
