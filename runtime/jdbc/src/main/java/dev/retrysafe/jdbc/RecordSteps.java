package dev.retrysafe.jdbc;

import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Steps of the protocol: a record's row is locked, the clock read, the rule applied, and the row written if it changed. */
final class RecordSteps {

    private final RecordTable table;

    RecordSteps(RecordTable table) {
        this.table = table;
    }

    /** A rule of the protocol, for a record whose row is locked, or for one that it does not change. */
    interface Transition<R> {
        R apply(StoredRecord stored, long now);
    }

    /** The rule's answer; null where another transaction wrote the row first, and the step is to be taken again. */
    <R> @Nullable R take(Connection connection, OperationId operation, Transition<R> transition) throws SQLException {
        StoredRecord row = table.lock(connection, operation);
        long now = table.now(connection);
        StoredRecord stored = row == null || row.expired(now) ? new StoredRecord() : row;
        R reply = transition.apply(stored, now);
        boolean written = !stored.changed
                || (row == null
                        ? table.insert(connection, operation, stored)
                        : table.update(connection, operation, stored));
        return written ? reply : null;
    }

    /**
     * A step that often changes nothing. It is tried on what is committed, without a lock, so that those who only ask wait
     * for nobody; where it would change something, it is taken anew, in a transaction.
     */
    <R> Command.Work<R> reading(OperationId operation, Transition<R> transition) {
        return new ReadingFirst<>(operation, transition);
    }

    private final class ReadingFirst<R> implements Command.Work<R> {

        private final OperationId operation;
        private final Transition<R> transition;

        /** The first record of its operation, which needs no row to be locked: there is none. */
        private @Nullable StoredRecord first;

        private @Nullable R firstReply;

        ReadingFirst(OperationId operation, Transition<R> transition) {
            this.operation = operation;
            this.transition = transition;
        }

        @Override
        public @Nullable R read(Borrowed borrowed) throws SQLException {
            first = null;
            RecordTable.Seen<StoredRecord> seen =
                    table.seen(borrowed.reading(), RecordId.of(operation), (row, where) -> RecordRow.read(row, where));
            StoredRecord row = seen.record();
            StoredRecord stored = row == null || row.expired(seen.now()) ? new StoredRecord() : row;
            R reply = transition.apply(stored, seen.now());
            if (!stored.changed) {
                return reply;
            }
            if (row == null) {
                first = stored;
                firstReply = reply;
            }
            return null;
        }

        @Override
        public @Nullable R in(Connection connection) throws SQLException {
            StoredRecord record = first;
            if (record != null && table.insert(connection, operation, record)) {
                return firstReply;
            }
            return take(connection, operation, transition);
        }
    }
}
