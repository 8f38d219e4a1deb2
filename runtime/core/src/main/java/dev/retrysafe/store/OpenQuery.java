package dev.retrysafe.store;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which open records to list.
 *
 * @param namespace the namespace, exactly
 * @param tenant the key's tenant part as rendered, exactly; null for every tenant
 * @param tool the tool, exactly; null for every tool
 * @param state {@link RecordState#PENDING} or {@link RecordState#IN_DOUBT}; null for both. A pending record whose lease has
 *     lapsed counts as in doubt, noticed or not
 * @param after the last record of the page before; null for the first page
 * @param limit how many at most, 1 to {@value #MOST}
 */
public record OpenQuery(
        String namespace,
        @Nullable String tenant,
        @Nullable String tool,
        @Nullable RecordState state,
        @Nullable Position after,
        int limit) {

    /** The longest page. */
    public static final int MOST = 1_000;

    /** Checks the values that a store relies on. */
    public OpenQuery {
        Objects.requireNonNull(namespace, "namespace");
        if (state != null && state != RecordState.PENDING && state != RecordState.IN_DOUBT) {
            throw new IllegalArgumentException("open records are PENDING or IN_DOUBT, not " + state);
        }
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("a page is of 1 to " + MOST + " records, not " + limit);
        }
    }

    /**
     * Whether a record belongs into the list, on whatever page.
     *
     * @param record a record
     * @return whether it is open, and of the namespace, tenant, tool and state asked for
     */
    public boolean selects(RecordView record) {
        OperationId operation = record.operation();
        boolean open = record.state() == RecordState.PENDING || record.state() == RecordState.IN_DOUBT;
        return open
                && operation != null
                && operation.namespace().equals(namespace)
                && (tenant == null || tenant.equals(operation.tenant()))
                && (tool == null || tool.equals(operation.tool()))
                && (state == null || state == record.state());
    }

    /**
     * Where a page ended. Records are listed by the time of their first attempt, those of one time by their id.
     *
     * @param firstAttemptAt the last record's first attempt, milliseconds since 1970
     * @param id the last record's id
     */
    public record Position(long firstAttemptAt, RecordId id) implements Comparable<Position> {

        /**
         * The position of an open record.
         *
         * @param record the record
         * @return its place in the list
         */
        public static Position of(RecordView record) {
            Instant first = Objects.requireNonNull(record.firstAttemptAt(), "the first attempt of an open record");
            return new Position(first.toEpochMilli(), record.id());
        }

        @Override
        public int compareTo(Position other) {
            int byTime = Long.compare(firstAttemptAt, other.firstAttemptAt);
            return byTime != 0 ? byTime : id.value().compareTo(other.id.value());
        }
    }
}
