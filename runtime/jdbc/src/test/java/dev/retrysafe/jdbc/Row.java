package dev.retrysafe.jdbc;

import dev.retrysafe.store.OperationId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** One operation's row as it lies in the table, past the store. */
record Row(Database database, OperationId operation) {

    private static final String TABLE = "retrysafe_record";

    void delete() {
        execute("DELETE FROM " + TABLE + " WHERE id = ?");
    }

    /** Puts something into a column, in SQL. */
    void set(String column, String value) {
        execute("UPDATE " + TABLE + " SET " + column + " = " + value + " WHERE id = ?");
    }

    boolean exists() {
        return !columns().isEmpty();
    }

    /** All columns as text; none where there is no row. */
    List<String> columns() {
        try (Connection connection = database.pool().getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + TABLE + " WHERE id = ?")) {
            statement.setBytes(1, operation.hash());
            List<String> columns = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        String name = row.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT);
                        boolean bytes = name.equals("id") || name.equals("result");
                        columns.add(name + "=" + (bytes ? Arrays.toString(row.getBytes(i)) : row.getString(i)));
                    }
                }
            }
            return columns;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    String column(String name) {
        return columns().stream()
                .filter(column -> column.startsWith(name + "="))
                .findFirst()
                .orElseThrow()
                .substring(name.length() + 1);
    }

    private void execute(String sql) {
        try (Connection connection = database.pool().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, operation.hash());
            int rows = statement.executeUpdate();
            if (rows > 1) {
                throw new IllegalStateException(rows + " rows");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
