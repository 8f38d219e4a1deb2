package dev.retrysafe.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.engine.SideEffectEngine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A process that books entry after entry until it is killed, on several threads. Each thread first repeats the last entry
 * that its predecessor may have booked, as a caller does that got no answer.
 */
final class Bookkeeper {

    private Bookkeeper() {}

    /**
     * Books.
     *
     * @param args the database's address, how many threads
     */
    public static void main(String[] args) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(args[0]);
        config.setUsername("postgres");
        HikariDataSource pool = new HikariDataSource(config);
        OwnTransactions transactions = new OwnTransactions(pool);
        JdbcEffectStore store = JdbcEffectStore.builder(pool)
                .budget(Duration.ofSeconds(60))
                .localTransactions(transactions)
                .build();
        SideEffectEngine engine = BookEntry.engine(store, settings -> settings);
        for (int worker = 0; worker < Integer.parseInt(args[1]); worker++) {
            String prefix = "w" + worker + "-";
            int last = last(pool, prefix);
            new Thread(() -> book(engine, transactions, prefix, last), prefix).start();
        }
    }

    private static int last(DataSource pool, String prefix) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT COALESCE(MAX(amount), 0) FROM entry WHERE approval LIKE ?")) {
            statement.setString(1, prefix + "%");
            try (ResultSet answer = statement.executeQuery()) {
                return answer.next() ? answer.getInt(1) : 0;
            }
        }
    }

    private static void book(SideEffectEngine engine, OwnTransactions transactions, String prefix, int last) {
        for (int n = last; ; n++) {
            int entry = n;
            try {
                String unused = BookEntry.call(
                        engine,
                        prefix + entry,
                        entry,
                        () -> BookEntry.insert(transactions.connection(), prefix + entry, entry));
            } catch (SideEffectInProgressException e) {
                // The server has not noticed yet that the predecessor is gone.
                n--;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
