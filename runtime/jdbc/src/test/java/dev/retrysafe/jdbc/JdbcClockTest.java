package dev.retrysafe.jdbc;

import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.store.EffectStore;
import dev.retrysafe.test.ClockContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@Execution(CONCURRENT)
@ParameterizedClass
@MethodSource("databases")
class JdbcClockTest extends ClockContract {

    private final JdbcEffectStore store;

    JdbcClockTest(Database database) {
        this.store = Database.store(database.pool());
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Override
    protected EffectStore store() {
        return store;
    }
}
