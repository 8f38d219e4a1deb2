package dev.retrysafe.operations;

import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What persons do with records, in the engine's namespace: records of another one are unknown here, except that a
 * store may keep no more of a settled record than its key, as Redis does: whoever has its id is shown it from any
 * namespace, and cannot decide about it any more. Every decision, refused ones too, is told to the engine's listeners, and so is in the audit log.
 *
 * <p>All methods block, and throw {@link dev.retrysafe.store.EffectStoreException} when the store gives no answer in time, and
 * {@link UnsupportedOperationException} when it has no lists and decisions.
 */
public interface SideEffectOperations {

    /** How many records one decision may be about. */
    int MOST_AT_ONCE = 1_000;

    /**
     * Lists open records, oldest first.
     *
     * @param filter which ones
     * @param after where the page before ended; null for the first page
     * @param limit how many at most, 1 to {@value OpenQuery#MOST}
     * @return a page
     */
    OpenPage openRecords(RecordFilter filter, OpenQuery.@Nullable Position after, int limit);

    /**
     * Shows one record and its history.
     *
     * @param id the record
     * @return the record, null when there is none, or it has expired
     */
    @Nullable
    RecordView show(RecordId id);

    /**
     * Settles one record. The receipt, or the free record, is kept as long as the tool's receipts are.
     *
     * @param seen the record, as it was shown to who decided
     * @param decision the decision
     * @return what the record says, never {@link Settled.Answer#NO_ANSWER}
     */
    Settled resolve(SeenRecord seen, PersonDecision decision);

    /**
     * Settles many records by one decision, one after the other. One that is refused, or gets no answer, does not stop the
     * others; the same decision may be sent again for all of them.
     *
     * @param seen the records, at most {@value #MOST_AT_ONCE}
     * @param decision the decision
     * @return what became of each, in the order given
     * @throws IllegalArgumentException when there are none, too many, or one of them twice
     */
    List<Settled> resolveAll(List<SeenRecord> seen, PersonDecision decision);
}
