package dev.retrysafe.jdbc;

import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.RecordState;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which rows a query for open records is after. What has no expiry is open, so that the index by expiry and age holds them
 * in a row, and in the order in which they are listed. A database that compares texts loosely may find a few more.
 */
final class OpenRows {

    private final List<String> conditions = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();

    OpenRows(OpenQuery query, long now) {
        add("expires_at IS NULL AND format = " + RecordRow.FORMAT);
        OpenQuery.Position after = query.after();
        if (after != null) {
            byte[] id = after.id().hash();
            add("first_attempt_at >= ?", after.firstAttemptAt());
            add("(first_attempt_at > ? OR id > ?)", after.firstAttemptAt(), id);
        }
        add("namespace = ?", AsciiText.escape(query.namespace()));
        if (query.tenant() != null) {
            add("tenant = ?", AsciiText.escape(query.tenant()));
        }
        if (query.tool() != null) {
            add("tool = ?", AsciiText.escape(query.tool()));
        }
        if (query.state() == RecordState.PENDING) {
            add("state = 'PENDING' AND lease_end > ?", now);
        } else if (query.state() == RecordState.IN_DOUBT) {
            add("(state = 'IN_DOUBT' OR lease_end <= ?)", now);
        }
    }

    private void add(String condition, Object... its) {
        conditions.add(condition);
        values.addAll(List.of(its));
    }

    String condition() {
        return String.join(" AND ", conditions) + " ORDER BY first_attempt_at, id";
    }

    /** Sets the condition's parameters, and tells how many they are. */
    int set(PreparedStatement statement) throws SQLException {
        int number = 0;
        for (Object value : values) {
            number++;
            if (value instanceof byte[] bytes) {
                statement.setBytes(number, bytes);
            } else if (value instanceof Long time) {
                statement.setLong(number, time);
            } else {
                statement.setString(number, (String) value);
            }
        }
        return number;
    }
}
