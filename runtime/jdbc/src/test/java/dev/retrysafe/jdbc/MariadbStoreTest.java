package dev.retrysafe.jdbc;

class MariadbStoreTest extends JdbcStoreRules {

    @Override
    Database database() {
        return Database.mariadb();
    }
}
