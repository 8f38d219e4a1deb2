package dev.retrysafe.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
     * @param atMost how long the application's statements in it may take, for a framework that has such a bound of its own
     *     for a transaction; the store bounds the connection's statements and waits for locks by itself
     * @return the transaction
     * @throws SQLException when there is no connection
     */
    Transaction begin(Duration atMost) throws SQLException;

    /** A transaction, used by the thread that began it and ended once. */
    interface Transaction {

        /**
         * The transaction's connection, on which its application works, too.
         *
         * @return the connection; not to be closed
         */
        Connection connection();

        /**
         * Has something done on the connection when the transaction is over, however it ends, before the connection goes
         * back to where it came from. Called at most once. Where that fails nobody else may get the connection.
         *
         * @param restoring takes back what was changed for this transaction
         */
        void whenOver(Restoring restoring);

        /**
         * Whether nothing but a rollback is possible any more. Asked before a commit is tried.
         *
         * @return whether it is marked to be rolled back
         */
        default boolean isRollbackOnly() {
            return false;
        }

        /**
         * Commits. The transaction is over, whatever happens. Neither the answer nor what is thrown is believed: unless it
         * is a plain {@code true} the record is asked, because an answer can be lost, and what a framework does after the
         * commit can fail with any exception, also with one that speaks of a rollback.
         *
         * @return whether it was committed
         * @throws SQLException when the database refused, or did not answer; or a framework's exception
         */
        boolean commit() throws SQLException;

        /**
         * Whether what {@link #commit} threw came after the database had confirmed the commit, from what the application had
         * hung on it. That goes to the tool's caller as it is; of a commit whose answer was lost the caller gets the result.
         *
         * @return whether it did
         */
        boolean failedAfterCommit();

        /** Rolls back. The transaction is over, whatever happens. */
        void rollback();
    }

    /** Takes back what was changed on a connection. */
    @FunctionalInterface
    interface Restoring {

        /**
         * Takes it back.
         *
         * @throws SQLException when the database does not do so
         */
        void run() throws SQLException;
    }
}
