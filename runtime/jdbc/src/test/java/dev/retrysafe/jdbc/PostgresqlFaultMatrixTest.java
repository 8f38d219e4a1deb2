package dev.retrysafe.jdbc;

import java.io.IOException;

/** The matrix on PostgreSQL. */
class PostgresqlFaultMatrixTest extends FaultMatrix {

    PostgresqlFaultMatrixTest() throws IOException {
        super(
                Database.postgresql(),
                "COMMIT\0",
                settings -> settings.addDataSourceProperty("prepareThreshold", "0"),
                settings -> settings.addDataSourceProperty("options", "-c default_transaction_read_only=on"));
    }
}
