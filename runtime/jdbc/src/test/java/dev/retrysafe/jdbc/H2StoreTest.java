package dev.retrysafe.jdbc;

class H2StoreTest extends JdbcStoreRules {

    @Override
    Database database() {
        return Database.h2();
    }
}
