package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.test.CreateTicket;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** A server that stops. Each test has its own. */
@Execution(CONCURRENT)
class ServerDownTest {

    private static final Duration BUDGET = Duration.ofSeconds(2);

    private final AtomicInteger effects = new AtomicInteger();

    private final AtomicBoolean stopped = new AtomicBoolean();

    private EmbeddedPostgres server;
    private HikariDataSource pool;
    private JdbcEffectStore patient;
    private JdbcEffectStore store;
    private SideEffectEngine engine;

    @BeforeEach
    void start() throws IOException {
        server = Database.server().start();
        pool = Database.on(server).pool();
        patient = Database.store(pool);
        store = Database.built(JdbcEffectStore.builder(pool).budget(BUDGET));
        engine = TicketEngine.on(patientUntilItStops());
    }

    @AfterEach
    void stop() throws IOException {
        engine.close();
        store.close();
        patient.close();
        pool.close();
        server.close();
    }

    private EffectStore patientUntilItStops() {
        return (EffectStore) Proxy.newProxyInstance(
                EffectStore.class.getClassLoader(), new Class<?>[] {EffectStore.class}, (proxy, command, arguments) -> {
                    try {
                        return command.invoke(stopped.get() ? store : patient, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void stopServer() throws IOException {
        server.close();
        stopped.set(true);
    }

    @Test
    void case_49_aServerThatIsDownAtTheClaimRefusesAndNothingRuns() throws IOException {
        stopServer();
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
                    stopServer();
                    return ticket;
                }))
                .isInstanceOfSatisfying(SideEffectStoreException.class, e -> {
                    assertThat(e.effectMayHaveHappened()).isTrue();
                    assertThat(e.result()).isEqualTo("T-1");
                });
        assertThat(effects).hasValue(1);
    }

    @Test
    void everyCommandSaysUnavailableWithinItsBudgetAndNothingOfTheCaller() throws Exception {
        Claim owner = held(attempt(operation()), 1);
        patient.claim(owner.request());
        stopServer();
        List<Callable<EffectStoreException>> commands = Stream.<Runnable>of(
                        () -> store.claim(attempt(owner.request().operation())),
                        () -> store.look(owner.request()),
                        () -> store.renew(owner),
                        () -> store.commit(owner, outcome("T-1")),
                        () -> store.release(owner),
                        () -> store.markInDoubt(owner, "read timed out"),
                        () -> store.purge(1))
                .map(ServerDownTest::failureOf)
                .toList();
        ExecutorService callers = Executors.newCachedThreadPool();
        try {
            for (Future<EffectStoreException> failure : callers.invokeAll(commands)) {
                assertThat(failure.get().reason()).isEqualTo(Reason.UNAVAILABLE);
                assertThat(failure.get())
                        .hasMessageContaining("PostgreSQL gave no answer")
                        .hasMessageNotContaining(owner.request().operation().tenant());
            }
        } finally {
            callers.shutdownNow();
        }
        assertThatThrownBy(() -> JdbcEffectStore.builder(pool).budget(BUDGET).build())
                .isInstanceOfSatisfying(
                        EffectStoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
                .hasMessageContaining("No connection");
    }

    private static Callable<EffectStoreException> failureOf(Runnable command) {
        return () -> {
            long start = System.nanoTime();
            EffectStoreException failure = catchThrowableOfType(EffectStoreException.class, command::run);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BUDGET.plusSeconds(20));
            assertThat(failure).isNotNull();
            return failure;
        };
    }

    private String newTicket() {
        return "T-" + effects.incrementAndGet();
    }
}
