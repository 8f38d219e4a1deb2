package dev.retrysafe.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Begins transactions of the application's database, in which {@code LOCAL_TRANSACTION} tools run: the record is written
 * through the same connection as the tool's own rows. {@link OwnTransactions} is one for plain JDBC; a framework's
 * transaction manager is another.
 */
public interface TransactionSource {

    /**
     * Checks, when an application starts, that its transactions are of the database in which records lie.
     *
     * @param records where the store has its connections from
     * @throws IllegalStateException when they are not, saying what to do
     */
    void check(DataSource records);

    /**
     * Begins a transaction on this thread, at isolation READ COMMITTED and on a connection that no other transaction
     * uses. What ran on this thread before goes on when it is over.
     *
     * @return the transaction
     * @throws SQLException when there is no connection
     */
    Transaction begin() throws SQLException;

    /** A transaction, used by the thread that began it and ended once. */
    interface Transaction {

        /**
         * The transaction's connection, on which its application works, too.
         *
         * @return the connection; not to be closed
         */
        Connection connection();

        /**
         * Commits. The transaction is over, whatever happens.
         *
         * @return whether it was committed; false when it was rolled back instead, because it had been marked so
         * @throws SQLException when the database refused, or did not answer; a framework's exception with that as one of
         *     its causes will do, too
         */
        boolean commit() throws SQLException;

        /** Rolls back. The transaction is over, whatever happens. */
        void rollback();
    }
}
