package dev.retrysafe.jdbc;

import dev.retrysafe.jdbc.TransactionSource.Restoring;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A connection borrowed for one command: to read something first, and for one transaction after that. It goes back as it
 * came, or, where that cannot be made sure, broken off: never with a transaction open.
 */
final class Borrowed implements AutoCloseable {

    /** None at all would mean "for ever", too. */
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final Connection connection;
    private final boolean autoCommit;
    private final int networkTimeout;
    private boolean autoCommitNow;
    private boolean open;
    private Restoring restoring = () -> {};

    private Borrowed(Connection connection) throws SQLException {
        this.connection = connection;
        this.autoCommit = connection.getAutoCommit();
        this.autoCommitNow = autoCommit;
        this.networkTimeout = connection.getNetworkTimeout();
    }

    /**
     * Takes a connection over.
     *
     * @param connection fresh from the pool; closed if this fails
     * @param longest the longest wait for an answer of the database's. A connection that waited for less would be broken
     *     off by whoever comes late, for no fault of its own
     */
    static Borrowed of(Connection connection, Duration longest) throws SQLException {
        Borrowed borrowed;
        try {
            borrowed = new Borrowed(connection);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        try {
            // Else a database that is gone without a word would hold the thread for good. 0 would mean "for ever".
            connection.setNetworkTimeout(Runnable::run, (int) Math.max(1, longest.toMillis()));
            if (!borrowed.autoCommit) {
                // What the pool looked at before it handed the connection out may have begun a transaction.
                connection.rollback();
            }
            return borrowed;
        } catch (SQLException | RuntimeException e) {
            borrowed.close();
            throw e;
        }
    }

    /** Without a transaction: each statement sees what is committed when it begins, whatever the connection's isolation. */
    Connection reading() throws SQLException {
        autoCommit(true);
        return connection;
    }

    /**
     * Begins a transaction.
     *
     * @param lockWait how long one statement may wait for a row
     */
    Connection begin(Dialect dialect, Duration lockWait) throws SQLException {
        autoCommit(false);
        open = true;
        restoring = dialect.begin(connection, lockWait.compareTo(SHORTEST) < 0 ? SHORTEST : lockWait);
        return connection;
    }

    private void autoCommit(boolean wanted) throws SQLException {
        if (autoCommitNow != wanted) {
            connection.setAutoCommit(wanted);
            autoCommitNow = wanted;
        }
    }

    void commit() throws SQLException {
        connection.commit();
        open = false;
    }

    @Override
    public void close() {
        try (connection) {
            try {
                if (open) {
                    connection.rollback();
                }
                restoring.run();
                autoCommit(autoCommit);
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            } catch (SQLException | RuntimeException e) {
                connection.abort(Runnable::run);
            }
        } catch (SQLException | RuntimeException e) {
            // Nothing more can be done for it; the transaction's own end is what the caller is told.
        }
    }
}
