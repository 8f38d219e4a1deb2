package dev.retrysafe.spring;

import javax.sql.DataSource;

/** Spring's transactions on a database that aborts a transaction at its first failed statement. */
class LocalTransactionsOnPostgresqlTest extends LocalTransactionsTest {

    @Override
    DataSource database() {
        return Postgresql.freshDatabase();
    }

    @Override
    String migration() {
        return "postgresql";
    }
}
