package dev.retrysafe.jdbc;

import java.io.IOException;

/** The matrix on MariaDB. */
class MariadbFaultMatrixTest extends FaultMatrix {

    /** The command for a query, and its text. */
    private static final String COMMIT = "\u0003COMMIT";

    MariadbFaultMatrixTest() throws IOException {
        super(
                Database.mariadb(),
                COMMIT,
                settings -> {},
                settings -> settings.setConnectionInitSql("SET SESSION TRANSACTION READ ONLY"));
    }
}
