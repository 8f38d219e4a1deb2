package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that stops. Each test has its own. */
class ServerDownTest {

    private static final Duration BUDGET = Duration.ofSeconds(2);

    private final AtomicInteger effects = new AtomicInteger();

    private EmbeddedPostgres server;
    private HikariDataSource pool;
    private JdbcEffectStore store;
    private SideEffectEngine engine;

    @BeforeEach
    void start() throws IOException {
        server = EmbeddedPostgres.start();
        pool = Database.on(server).pool();
        store = JdbcEffectStore.builder(pool).budget(BUDGET).build();
        engine = CreateTicket.engine(store);
    }

    @AfterEach
    void stop() throws IOException {
        engine.close();
        store.close();
        pool.close();
        server.close();
    }

    @Test
    void case_49_aServerThatIsDownAtTheClaimRefusesAndNothingRuns() throws IOException {
        server.close();
        assertThatThrownBy(() -> CreateTicket.call(engine, "approval-17", "high", this::newTicket))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.effectMayHaveHappened()).isFalse());
        assertThat(effects).hasValue(0);
    }

    @Test
    void case_49_aServerThatGoesDownBeforeTheCommitIsToldToTheCaller() {
        assertThatThrownBy(() -> CreateTicket.call(engine, "approval-17", "high", () -> {
                    String ticket = newTicket();
                    server.close();
                    return ticket;
                }))
                .isInstanceOfSatisfying(SideEffectStoreException.class, e -> {
                    assertThat(e.effectMayHaveHappened()).isTrue();
                    assertThat(e.result()).isEqualTo("T-1");
                });
        assertThat(effects).hasValue(1);
    }

    @Test
    void everyCommandSaysUnavailableWithinItsBudgetAndNothingOfTheCaller() throws IOException {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        server.close();
        for (Runnable command : List.<Runnable>of(
                () -> store.claim(attempt(owner.request().operation())),
                () -> store.look(owner.request()),
                () -> store.renew(owner),
                () -> store.commit(owner, outcome("T-1")),
                () -> store.release(owner),
                () -> store.markInDoubt(owner, "read timed out"),
                () -> store.purge(1))) {
            long start = System.nanoTime();
            EffectStoreException failure = catchThrowableOfType(EffectStoreException.class, command::run);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BUDGET.plusSeconds(2));
            assertThat(failure).isNotNull();
            assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
            assertThat(failure)
                    .hasMessageContaining("PostgreSQL gave no answer")
                    .hasMessageNotContaining(owner.request().operation().tenant());
        }
        assertThatThrownBy(() -> JdbcEffectStore.builder(pool).budget(BUDGET).build())
                .isInstanceOfSatisfying(
                        EffectStoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
                .hasMessageContaining("No connection");
    }

    private String newTicket() {
        return "T-" + effects.incrementAndGet();
    }
}
