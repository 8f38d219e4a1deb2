package dev.retrysafe.store;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A page of open records, oldest first.
 *
 * @param records the records; without their result
 * @param next what to ask the next page with; null when there is none. A page may be short of its limit,
 *     or empty, and yet have a next one
 */
public record OpenPage(List<RecordView> records, OpenQuery.@Nullable Position next) {

    /** Keeps a copy. */
    public OpenPage {
        records = List.copyOf(records);
    }

    /**
     * Makes a page of what was found.
     *
     * @param found the records after the last page, oldest first: one more than the limit where there are as many
     * @param limit the page's limit
     * @return the page, with a next one where there was one more
     */
    public static OpenPage of(List<RecordView> found, int limit) {
        return found.size() > limit
                ? new OpenPage(found.subList(0, limit), OpenQuery.Position.of(found.get(limit - 1)))
                : new OpenPage(found, null);
    }

    /**
     * Leaves records out, for a store whose question finds more than was asked for. The next page begins where it would have
     * begun.
     *
     * @param wanted which ones stay
     * @return the rest of the page
     */
    public OpenPage only(Predicate<RecordView> wanted) {
        return new OpenPage(records.stream().filter(wanted).toList(), next);
    }
}
