package dev.retrysafe.jdbc;

import dev.retrysafe.store.OperationId;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Steps of the protocol: a record's row is locked, the clock read, the rule applied, and the row written if it changed. */
final class RecordSteps {

    private final RecordTable table;

    RecordSteps(RecordTable table) {
        this.table = table;
    }

    /** A rule of the protocol, for a record whose row is locked. */
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
}
