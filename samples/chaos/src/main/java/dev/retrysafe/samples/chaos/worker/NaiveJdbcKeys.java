package dev.retrysafe.samples.chaos.worker;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The naive guard's keys in a table of PostgreSQL. */
final class NaiveJdbcKeys implements NaiveGuard.Keys {

    private static final String SET_IF_ABSENT = """
            INSERT INTO naive_key AS k (name, content, expires_at)
            VALUES (?, ?, clock_timestamp() + ? * INTERVAL '1 millisecond')
            ON CONFLICT (name) DO UPDATE SET content = excluded.content, expires_at = excluded.expires_at
            WHERE k.expires_at < clock_timestamp()""";

    private final HikariDataSource pool;

    NaiveJdbcKeys(HikariDataSource pool) {
        this.pool = pool;
    }

    @Override
    public boolean setIfAbsent(String key, String value, long expiresAfterMillis) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(SET_IF_ABSENT)) {
            insert.setString(1, key);
            insert.setString(2, value);
            insert.setLong(3, expiresAfterMillis);
            return insert.executeUpdate() == 1;
        }
    }

    @Override
    public void set(String key, String value) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO naive_key (name, content) VALUES (?, ?)"
                                + " ON CONFLICT (name) DO UPDATE SET content = excluded.content, expires_at = NULL")) {
            insert.setString(1, key);
            insert.setString(2, value);
            insert.executeUpdate();
        }
    }

    @Override
    public String get(String key) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT content FROM naive_key WHERE name = ?")) {
            select.setString(1, key);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? found.getString(1) : "";
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
