package dev.retrysafe.jdbc;

class PostgresqlStoreTest extends JdbcStoreRules {

    @Override
    Database database() {
        return Database.postgresql();
    }
}
