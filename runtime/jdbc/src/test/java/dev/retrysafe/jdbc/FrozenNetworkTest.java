package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A network that goes silent without closing anything, as a lost route does. */
@Execution(CONCURRENT)
class FrozenNetworkTest {

    private static final Duration BUDGET = Duration.ofSeconds(2);

    static Stream<Database> databases() {
        return Stream.of(Database.postgresql(), Database.mariadb());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aSilentDatabaseHoldsNeitherTheCallerNorTheStoresThreadForGood(Database database) throws Exception {
        try (FreezableWire wire = new FreezableWire(database.port());
                HikariDataSource pool =
                        database.pool(settings -> settings.setJdbcUrl(database.urlThrough(wire.port())));
                JdbcEffectStore patient = Database.store(pool);
                JdbcEffectStore store = Database.built(
                        JdbcEffectStore.builder(pool).budget(BUDGET).connectionsAtMost(1))) {
            assertThat(patient.claim(attempt(operation()))).isEqualTo(new ClaimReply.Claimed(1));
            wire.freeze();
            long start = System.nanoTime();
            EffectStoreException failure =
                    catchThrowableOfType(EffectStoreException.class, () -> store.claim(attempt(operation())));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BUDGET.plusSeconds(20));
            assertThat(failure).isNotNull();
            assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
            wire.thaw();
            // Its only thread is free again, though the old connection stays silent.
            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .untilAsserted(
                            () -> assertThat(store.claim(attempt(operation()))).isEqualTo(new ClaimReply.Claimed(1)));
        }
    }
}
