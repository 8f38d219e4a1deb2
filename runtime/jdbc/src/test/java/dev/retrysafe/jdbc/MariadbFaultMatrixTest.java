package dev.retrysafe.jdbc;

/** The matrix on MariaDB. */
class MariadbFaultMatrixTest extends JdbcFaultMatrix {

    /** The command for a query, and its text. */
    private static final String COMMIT = "\u0003COMMIT";

    MariadbFaultMatrixTest() {
        super(
                Database.mariadb(),
                COMMIT,
                settings -> {},
                settings -> settings.setConnectionInitSql("SET SESSION TRANSACTION READ ONLY"));
    }
}
