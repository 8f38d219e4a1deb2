package dev.retrysafe.jdbc;

import dev.retrysafe.jdbc.Dialect.Restoring;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A connection borrowed for one transaction. It goes back as it came, or, where that cannot be made sure, broken off:
 * never with a transaction open.
 */
final class Borrowed implements AutoCloseable {

    /** None at all would mean "for ever", too. */
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final Connection connection;
    private final boolean autoCommit;
    private final int networkTimeout;
    private Restoring restoring = () -> {};
    private boolean over;

    private Borrowed(Connection connection) throws SQLException {
        this.connection = connection;
        this.autoCommit = connection.getAutoCommit();
        this.networkTimeout = connection.getNetworkTimeout();
    }

    /**
     * Begins a transaction.
     *
     * @param connection fresh from the pool; closed if this fails
     * @param longest the longest wait for an answer of the database's; half of it for a lock
     */
    static Borrowed begin(Connection connection, Dialect dialect, Duration longest) throws SQLException {
        Borrowed borrowed;
        try {
            borrowed = new Borrowed(connection);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        try {
            borrowed.open(dialect, longest);
            return borrowed;
        } catch (SQLException | RuntimeException e) {
            borrowed.close();
            throw e;
        }
    }

    private void open(Dialect dialect, Duration longest) throws SQLException {
        // Else a database that is gone without a word would hold the thread for good. 0 would mean "for ever".
        connection.setNetworkTimeout(Runnable::run, (int) Math.max(1, longest.toMillis()));
        if (autoCommit) {
            connection.setAutoCommit(false);
        } else {
            // What the pool looked at before it handed the connection out may have begun a transaction.
            connection.rollback();
        }
        Duration lockWait = longest.dividedBy(2);
        restoring = dialect.begin(connection, lockWait.compareTo(SHORTEST) < 0 ? SHORTEST : lockWait);
    }

    Connection connection() {
        return connection;
    }

    void commit() throws SQLException {
        connection.commit();
        over = true;
    }

    @Override
    public void close() {
        try (connection) {
            try {
                if (!over) {
                    connection.rollback();
                }
                restoring.run();
                if (autoCommit) {
                    connection.setAutoCommit(true);
                }
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            } catch (SQLException | RuntimeException e) {
                connection.abort(Runnable::run);
            }
        } catch (SQLException | RuntimeException e) {
            // Nothing more can be done for it; the transaction's own end is what the caller is told.
        }
    }
}
