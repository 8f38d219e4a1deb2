package dev.retrysafe.jdbc;

import dev.retrysafe.jdbc.TransactionSource.Restoring;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;

/** What differs between the databases: how a transaction begins, how the clock is read, and a few statements. */
enum Dialect {
    POSTGRESQL("PostgreSQL", "PostgreSQL") {

        /** All of it ends with the transaction. A session that need not be durable is made so for this one. */
        @Override
        Restoring begin(Connection connection, Duration lockWait) throws SQLException {
            run(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; " + settings(lockWait));
            return () -> {};
        }

        @Override
        Restoring boundLocks(Connection connection, Duration lockWait) throws SQLException {
            long was = number(connection, "SELECT setting FROM pg_settings WHERE name = 'lock_timeout'");
            run(connection, settings(lockWait));
            return () -> run(connection, "SELECT set_config('lock_timeout', '" + was + "ms', true)");
        }

        /** Whoever is silent for so long in the transaction holds its rows against others, and loses its connection. */
        @Override
        Restoring boundStatements(Connection connection, Duration atMost) throws SQLException {
            long millis = atMost.toMillis();
            run(
                    connection,
                    "SELECT set_config(name, CASE WHEN CAST(setting AS BIGINT) BETWEEN 1 AND " + millis
                            + " THEN setting ELSE '" + millis + "' END || 'ms', true) FROM pg_settings WHERE name IN"
                            + " ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')");
            return () -> {};
        }

        private String settings(Duration lockWait) {
            return "SELECT set_config('lock_timeout', '"
                    + lockWait.toMillis() + "ms', true), set_config('synchronous_commit',"
                    + " CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'"
                    + " ELSE current_setting('synchronous_commit') END, true)";
        }

        /** Not {@code now()}, which is when the transaction began. */
        @Override
        String clock() {
            return "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";
        }

        @Override
        String insert(String insert) {
            return insert + " ON CONFLICT (id) DO NOTHING";
        }

        @Override
        String purge(String table, String expired) {
            return "WITH gone AS (SELECT id FROM " + table + " WHERE " + expired
                    + " ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED) DELETE FROM " + table
                    + " t USING gone WHERE t.id = gone.id";
        }

        @Override
        boolean isDuplicate(SQLException refused) {
            return false;
        }

        @Override
        Place place(Connection connection, String table) throws SQLException {
            run(connection, "SELECT id FROM " + table + " WHERE 1 = 0");
            String found = "SELECT to_char(pg_postmaster_start_time() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),"
                    + " current_database(), n.nspname, c.relname FROM pg_class c"
                    + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass('" + table + "')";
            try (Statement statement = connection.createStatement();
                    ResultSet row = answer(statement, found)) {
                return new Place(
                        this,
                        "a server that was started at " + row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4));
            }
        }

        @Override
        String codeOf(SQLException failure) {
            return stateOf(failure);
        }
    },

    MARIADB("MariaDB", "MySQL") {

        /** The isolation ends with the transaction; the wait for locks is the session's, in whole seconds. */
        @Override
        Restoring begin(Connection connection, Duration lockWait) throws SQLException {
            run(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
            return waiting(connection, Long.toString(Math.max(1, lockWait.toSeconds())));
        }

        /** Less than a second is no wait at all, which MySQL does not know. */
        @Override
        Restoring boundLocks(Connection connection, Duration lockWait) throws SQLException {
            String least = "IF(VERSION() LIKE '%MariaDB%', 0, 1)";
            return waiting(connection, "GREATEST(" + lockWait.toSeconds() + ", " + least + ")");
        }

        /** Whole seconds, at least one: MySQL bounds statements that only read, and MariaDB all. */
        @Override
        Restoring boundStatements(Connection connection, Duration atMost) throws SQLException {
            boolean mysql =
                    !connection.getMetaData().getDatabaseProductVersion().contains("MariaDB");
            String statements = mysql ? "max_execution_time" : "max_statement_time";
            long seconds = Math.max(1, atMost.toSeconds());
            run(
                    connection,
                    "SET @retrysafe_run_locks = @@SESSION.innodb_lock_wait_timeout, @retrysafe_run_statements = @@SESSION."
                            + statements
                            + ", SESSION innodb_lock_wait_timeout = LEAST(@@SESSION.innodb_lock_wait_timeout, "
                            + seconds + "), SESSION " + statements + " = "
                            + least("@@SESSION." + statements, mysql ? seconds * 1000 : seconds));
            return () -> run(
                    connection,
                    "SET SESSION innodb_lock_wait_timeout = @retrysafe_run_locks, SESSION " + statements
                            + " = @retrysafe_run_statements");
        }

        private static String least(String set, long bound) {
            return "IF(" + set + " > 0, LEAST(" + set + ", " + bound + "), " + bound + ")";
        }

        private Restoring waiting(Connection connection, String seconds) throws SQLException {
            run(
                    connection,
                    "SET @retrysafe_lock_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = "
                            + seconds);
            return () -> run(connection, "SET SESSION innodb_lock_wait_timeout = @retrysafe_lock_wait");
        }

        @Override
        String clock() {
            return "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000";
        }

        @Override
        String insert(String insert) {
            // Not IGNORE, which makes warnings of other violations, too.
            return insert;
        }

        @Override
        String purge(String table, String expired) {
            return "DELETE FROM " + table + " WHERE " + expired + " ORDER BY expires_at LIMIT ?";
        }

        @Override
        boolean isDuplicate(SQLException refused) {
            return refused.getErrorCode() == 1062;
        }

        /** A schema is a database here. */
        @Override
        Place place(Connection connection, String table) throws SQLException {
            run(connection, "SELECT id FROM " + table + " WHERE 1 = 0");
            String found = "SELECT CONCAT(@@hostname, ':', @@port, @@datadir), DATABASE()";
            int point = table.indexOf('.');
            try (Statement statement = connection.createStatement();
                    ResultSet row = answer(statement, found)) {
                String schema = point < 0 ? row.getString(2) : table.substring(0, point);
                return new Place(this, row.getString(1), null, schema, table.substring(point + 1));
            }
        }

        @Override
        String quoted(String name) {
            return '`' + name.replace("`", "``") + '`';
        }

        @Override
        String codeOf(SQLException failure) {
            return Integer.toString(failure.getErrorCode());
        }
    },

    H2("H2", "H2") {

        @Override
        Restoring begin(Connection connection, Duration lockWait) throws SQLException {
            int isolation = connection.getTransactionIsolation();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            Restoring locks = boundLocks(connection, lockWait);
            return () -> {
                locks.run();
                connection.setTransactionIsolation(isolation);
            };
        }

        @Override
        Restoring boundLocks(Connection connection, Duration lockWait) throws SQLException {
            long was = number(connection, "SELECT LOCK_TIMEOUT()");
            run(connection, "SET LOCK_TIMEOUT " + lockWait.toMillis());
            return () -> run(connection, "SET LOCK_TIMEOUT " + was);
        }

        @Override
        Restoring boundStatements(Connection connection, Duration atMost) throws SQLException {
            long locks = number(connection, "SELECT LOCK_TIMEOUT()");
            long statements = number(
                    connection,
                    "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'QUERY_TIMEOUT'");
            long millis = atMost.toMillis();
            run(connection, "SET LOCK_TIMEOUT " + Math.min(locks, millis));
            run(connection, "SET QUERY_TIMEOUT " + (statements == 0 ? millis : Math.min(statements, millis)));
            return () -> {
                run(connection, "SET LOCK_TIMEOUT " + locks);
                run(connection, "SET QUERY_TIMEOUT " + statements);
            };
        }

        /** Fixed for a transaction when it is first read: read once only. */
        @Override
        String clock() {
            return "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(9)) * 1000) AS BIGINT)";
        }

        @Override
        String insert(String insert) {
            return insert;
        }

        @Override
        String purge(String table, String expired) {
            return "DELETE FROM " + table + " WHERE " + expired + " FETCH FIRST ? ROWS ONLY";
        }

        @Override
        boolean isDuplicate(SQLException refused) {
            return refused.getErrorCode() == 23505;
        }

        @Override
        Place place(Connection connection, String table) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet none = statement.executeQuery("SELECT id FROM " + table + " WHERE 1 = 0")) {
                ResultSetMetaData found = none.getMetaData();
                return new Place(
                        this,
                        connection.getMetaData().getURL(),
                        found.getCatalogName(1),
                        found.getSchemaName(1),
                        found.getTableName(1));
            }
        }

        @Override
        String codeOf(SQLException failure) {
            return Integer.toString(failure.getErrorCode());
        }
    };

    private final String product;
    private final String likewise;

    Dialect(String product, String likewise) {
        this.product = product;
        this.likewise = likewise;
    }

    static Dialect of(DatabaseMetaData database) throws SQLException {
        String product = database.getDatabaseProductName();
        for (Dialect dialect : values()) {
            if (product.equals(dialect.product) || product.equals(dialect.likewise)) {
                return dialect;
            }
        }
        throw new IllegalArgumentException("The database is " + product + ", which JdbcEffectStore does not know;"
                + " it knows PostgreSQL, MariaDB, MySQL and H2. To do: give it a DataSource of one of these.");
    }

    /** The script that creates the table, as a resource. */
    String script() {
        return "dev/retrysafe/jdbc/" + name().toLowerCase(Locale.ROOT) + "/V1__retrysafe.sql";
    }

    String product() {
        return product;
    }

    /**
     * Begins a transaction: isolation READ COMMITTED, whatever the connection's default, and a bounded wait for locks.
     *
     * @param connection a connection out of auto-commit, without a transaction
     * @param lockWait how long one statement may wait for a row
     * @return what takes back what outlasts it when the transaction is over
     */
    abstract Restoring begin(Connection connection, Duration lockWait) throws SQLException;

    /**
     * Bounds the waits for locks in a transaction of the application's, which is durable from here on.
     *
     * @param connection a connection in a transaction at READ COMMITTED
     * @param lockWait how long one statement may wait for a row
     * @return what takes the bound back, in this transaction or after a rollback
     */
    abstract Restoring boundLocks(Connection connection, Duration lockWait) throws SQLException;

    /**
     * Bounds how long each statement of a method runs, and waits for locks, in the transaction of its record. What is
     * bounded more narrowly stays so.
     *
     * @param connection a connection in the transaction
     * @param atMost the bound; at least a second counts where the database knows no less
     * @return what takes back what outlasts the transaction, when it is over
     */
    abstract Restoring boundStatements(Connection connection, Duration atMost) throws SQLException;

    /** The query that answers the present time of the database, milliseconds since 1970, once in a transaction. */
    abstract String clock();

    /** The statement that inserts a row; of a row that is there it tells by 0 rows, or by a {@link #isDuplicate} failure. */
    abstract String insert(String insert);

    /** The statement that deletes rows of a condition; its parameters are the condition's one and the number of rows. */
    abstract String purge(String table, String expired);

    /** Whether the primary key was the reason, and no other constraint. */
    abstract boolean isDuplicate(SQLException refused);

    /**
     * Finds the table, as a connection has it in sight.
     *
     * @param table its name, after its schema's and a point where that is given
     * @throws SQLException also when there is none, or no right to read it
     */
    abstract Place place(Connection connection, String table) throws SQLException;

    /** A name as statements write it, so that it is taken letter by letter. */
    String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** By what this database's failures are told apart: SQLState, or the vendor's number. */
    abstract String codeOf(SQLException failure);

    static String stateOf(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = answer(statement, query)) {
            return answer.getLong(1);
        }
    }

    /** A result at its first row. */
    private static ResultSet answer(Statement statement, String query) throws SQLException {
        ResultSet answer = statement.executeQuery(query);
        if (!answer.next()) {
            throw new SQLException("no answer to " + query);
        }
        return answer;
    }
}
