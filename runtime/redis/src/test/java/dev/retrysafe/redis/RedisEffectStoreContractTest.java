package dev.retrysafe.redis;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.test.ResolutionContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisEffectStoreContractTest extends ResolutionContract {

    private static Server server;

    private static RedisEffectStore store;

    @BeforeAll
    static void start() {
        server = Server.start();
        store = Server.store(server.client());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected EffectStore store() {
        return store;
    }

    @Override
    protected void lose(OperationId operation) {
        server.client().getKeys().delete(RecordKeys.of(operation).record());
    }
}
