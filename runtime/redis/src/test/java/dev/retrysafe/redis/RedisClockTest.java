package dev.retrysafe.redis;

import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.test.ClockContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;

@Execution(CONCURRENT)
class RedisClockTest extends ClockContract {

    private final Server server = Server.start();

    private final RedisEffectStore store = Server.store(server.client());

    @AfterEach
    void stop() {
        store.close();
        server.close();
    }

    @Override
    protected EffectStore store() {
        return store;
    }
}
