package dev.retrysafe.jdbc;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.test.ResolutionContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The contract of all stores, and what is asked of this one beyond it, on each database. */
abstract class JdbcStoreRules extends ResolutionContract {

    private JdbcEffectStore store;

    abstract Database database();

    @BeforeEach
    void open() {
        store = Database.store(database().pool());
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    protected EffectStore store() {
        return store;
    }

    @Override
    protected void lose(OperationId operation) {
        new Row(database(), operation).delete();
    }
}
