package dev.retrysafe.jdbc;

/** The matrix on PostgreSQL. */
class PostgresqlFaultMatrixTest extends JdbcFaultMatrix {

    PostgresqlFaultMatrixTest() {
        super(
                Database.postgresql(),
                "COMMIT\0",
                settings -> settings.addDataSourceProperty("prepareThreshold", "0"),
                settings -> settings.addDataSourceProperty("options", "-c default_transaction_read_only=on"));
    }
}
