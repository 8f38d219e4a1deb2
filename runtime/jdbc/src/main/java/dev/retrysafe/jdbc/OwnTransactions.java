package dev.retrysafe.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions for applications on plain JDBC. A {@code LOCAL_TRANSACTION} tool works on {@link #connection()} and on no
 * other: what it does on a connection of its own would be committed apart from its receipt.
 *
 * <pre>{@code
 * OwnTransactions transactions = new OwnTransactions(dataSource);
 * EffectStore store = JdbcEffectStore.builder(dataSource).localTransactions(transactions).build();
 * }</pre>
 */
public final class OwnTransactions implements TransactionSource {

    private final DataSource dataSource;

    // Of this instance: applications have several DataSources, and a thread a transaction on each.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Own> running = new ThreadLocal<>();

    /**
     * Takes connections from a DataSource. How long one is waited for is the DataSource's business.
     *
     * @param dataSource the store's
     */
    public OwnTransactions(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /**
     * The connection of the {@code LOCAL_TRANSACTION} tool that runs on this thread. Savepoints are its own business;
     * commit and rollback are refused, since both are Retrysafe's, and {@code close()} does nothing.
     *
     * @return the connection
     * @throws IllegalStateException when no such tool runs on this thread
     */
    public Connection connection() {
        Own own = running.get();
        if (own == null) {
            throw new IllegalStateException("no LOCAL_TRANSACTION tool runs on this thread, so there is no transaction"
                    + " of its record. Take a connection from the DataSource outside of such tools, and call their"
                    + " methods through Retrysafe");
        }
        return own.lent;
    }

    @Override
    public void check(DataSource records) {
        if (records != dataSource) {
            throw new IllegalStateException("its transactions come from another DataSource than the store's records:"
                    + " give OwnTransactions and JdbcEffectStore.builder the same one.");
        }
    }

    @Override
    public Transaction begin(Duration atMost) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            boolean autoCommit = connection.getAutoCommit();
            int isolation = connection.getTransactionIsolation();
            if (!autoCommit) {
                // What the pool looked at before it handed the connection out may have begun a transaction.
                connection.rollback();
            }
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            Own own = new Own(connection, autoCommit, isolation, running.get());
            running.set(own);
            return own;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private final class Own implements Transaction {

        private final Connection connection;
        private final boolean autoCommit;
        private final int isolation;
        private final @Nullable Own outer;
        private final Connection lent;
        private Restoring restoring = () -> {};

        private Own(Connection connection, boolean autoCommit, int isolation, @Nullable Own outer) {
            this.connection = connection;
            this.autoCommit = autoCommit;
            this.isolation = isolation;
            this.outer = outer;
            this.lent = LentConnection.of(connection);
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public void whenOver(Restoring action) {
            restoring = action;
        }

        @Override
        public boolean commit() throws SQLException {
            try {
                connection.commit();
                return true;
            } catch (SQLException | RuntimeException | Error e) {
                // One of which nobody knows what it did goes to nobody else.
                abort();
                throw e;
            } finally {
                end();
            }
        }

        /** Nobody is told of the end here. */
        @Override
        public boolean failedAfterCommit() {
            return false;
        }

        @Override
        public void rollback() {
            try {
                connection.rollback();
            } catch (SQLException | RuntimeException e) {
                abort();
            } finally {
                end();
            }
        }

        private void end() {
            if (outer == null) {
                running.remove();
            } else {
                running.set(outer);
            }
            try (connection) {
                restoring.run();
                connection.setAutoCommit(autoCommit);
                connection.setTransactionIsolation(isolation);
            } catch (SQLException | RuntimeException e) {
                abort();
            }
        }

        private void abort() {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException | RuntimeException e) {
                // It is broken already; the database ends its transaction.
            }
        }
    }
}
