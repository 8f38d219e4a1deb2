package dev.retrysafe.jdbc;

import dev.retrysafe.OneLine;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table's statements. */
final class RecordTable {

    /** The JDK's: this store is made of nothing else, and applications bridge it. */
    private static final System.Logger log = System.getLogger(RecordTable.class.getName());

    /** A record that a claim does not see any more. Only rows of a format that we know are ever deleted. */
    private static final String EXPIRED =
            "format = " + RecordRow.FORMAT + " AND state IN ('COMMITTED', 'FREE')" + " AND expires_at <= ?";

    /** What the time is called where it is read with a row. */
    private static final String TIME = "database_time";

    /** For people. */
    private final String name;

    private final Dialect dialect;
    private final String columnsOfNone;
    private final String see;
    private final String open;
    private final String lock;
    private final String insert;
    private final String update;
    private final String purge;

    RecordTable(Place place) {
        this.name = place.toString();
        this.dialect = place.dialect();
        String table = place.name();
        String columns = String.join(", ", RecordRow.COLUMNS);
        columnsOfNone = "SELECT id, " + columns + " FROM " + table + " WHERE 1 = 0";
        see = "SELECT t." + TIME + ", r.* FROM (" + dialect.clock() + " AS " + TIME + ") t LEFT JOIN (SELECT " + columns
                + " FROM " + table + " WHERE id = ?) r ON 1 = 1";
        open = "SELECT id, " + columns + " FROM " + table + " WHERE ";
        lock = "SELECT " + columns + " FROM " + table + " WHERE id = ? FOR UPDATE";
        insert = dialect.insert("INSERT INTO " + table + " (" + columns + ", id) VALUES ("
                + "?, ".repeat(RecordRow.COLUMNS.size()) + "?)");
        update = "UPDATE " + table + " SET " + String.join(" = ?, ", RecordRow.COLUMNS) + " = ? WHERE id = ?";
        purge = dialect.purge(table, EXPIRED);
    }

    /** Fails where a column is missing. */
    void check(Connection connection) throws SQLException {
        Dialect.run(connection, columnsOfNone);
    }

    /** The time by the database's clock. Read after a row was locked, since that may have been waited for. */
    long now(Connection connection) throws SQLException {
        return Dialect.number(connection, dialect.clock());
    }

    /**
     * Reads a row and locks it until the transaction ends.
     *
     * @return null where there is none; then nothing is locked
     */
    @Nullable
    StoredRecord lock(Connection connection, OperationId operation) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lock)) {
            byte[] id = operation.hash();
            statement.setBytes(1, id);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? RecordRow.read(row, name + ' ' + HexFormat.of().formatHex(id))
                        : null;
            }
        }
    }

    /**
     * Reads a row by its id and locks it until the transaction ends.
     *
     * @return null where there is none; then nothing is locked
     */
    @Nullable
    Settlement lockNamed(Connection connection, RecordId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lock)) {
            statement.setBytes(1, id.hash());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? RecordRow.readNamed(row, id, name + ' ' + id) : null;
            }
        }
    }

    /** How a row is read; what a person finds it by is for the message. */
    interface Reading<T> {
        T read(ResultSet row, String where) throws SQLException;
    }

    /**
     * What is committed about an operation.
     *
     * @param record null where there is no row
     * @param now the time by the database's clock at which it was so
     */
    record Seen<T>(@Nullable T record, long now) {}

    /** Reads a row and the clock in one statement, and locks nothing. */
    <T> Seen<T> seen(Connection connection, RecordId id, Reading<T> reading) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(see)) {
            statement.setBytes(1, id.hash());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("no answer to the question for the time");
                }
                long now = row.getLong(TIME);
                int unused = row.getInt("format");
                return new Seen<>(row.wasNull() ? null : reading.read(row, name + ' ' + id), now);
            }
        }
    }

    /**
     * A row of the list.
     *
     * @param at where it stands in the list
     * @param record what it says; null where it is damaged
     */
    record Listed(OpenQuery.Position at, @Nullable Settlement record) {}

    /**
     * The open records that a query is after, oldest first: at most one more than its limit. One damaged row hides no other; who
     * asks for it by its id is told so.
     */
    List<Listed> open(Connection connection, OpenQuery query, long now) throws SQLException {
        OpenRows rows = new OpenRows(query, now);
        try (PreparedStatement statement = connection.prepareStatement(open + rows.condition() + " LIMIT ?")) {
            int parameters = rows.set(statement);
            statement.setInt(parameters + 1, query.limit() + 1);
            List<Listed> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    RecordId id = new RecordId(HexFormat.of().formatHex(row.getBytes("id")));
                    OpenQuery.Position at = new OpenQuery.Position(row.getLong("first_attempt_at"), id);
                    found.add(listed(row, at));
                }
            }
            return found;
        }
    }

    // NullAway reads no annotation of a nested record's component.
    @SuppressWarnings("NullAway")
    private Listed listed(ResultSet row, OpenQuery.Position at) throws SQLException {
        try {
            return new Listed(at, RecordRow.readNamed(row, at.id(), name + ' ' + at.id()));
        } catch (EffectStoreException e) {
            log.log(
                    System.Logger.Level.WARNING,
                    () -> "A row is left out of the list of open records. " + OneLine.of(e.getMessage()));
            return new Listed(at, null);
        }
    }

    /** Whether the row was inserted; false where another transaction was first. */
    boolean insert(Connection connection, OperationId operation, StoredRecord stored) throws SQLException {
        try {
            return write(connection, insert, operation, stored) == 1;
        } catch (SQLException e) {
            if (dialect.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Whether the row was updated, which was locked and so must be there. */
    boolean update(Connection connection, OperationId operation, StoredRecord stored) throws SQLException {
        return write(connection, update, operation, stored) == 1;
    }

    private static int write(Connection connection, String sql, OperationId operation, StoredRecord stored)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            RecordRow.write(statement, operation, stored);
            statement.setBytes(RecordRow.COLUMNS.size() + 1, operation.hash());
            return statement.executeUpdate();
        }
    }

    int purge(Connection connection, int atMost) throws SQLException {
        long now = now(connection);
        try (PreparedStatement statement = connection.prepareStatement(purge)) {
            statement.setLong(1, now);
            statement.setInt(2, atMost);
            return statement.executeUpdate();
        }
    }
}
