package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.test.CreateTicket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole calls whose records lie in a database. */
@Execution(CONCURRENT)
@ParameterizedClass
@MethodSource("databases")
class EngineOnJdbcTest {

    private final Database database;

    private final JdbcEffectStore store;

    private final SideEffectEngine engine;

    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final AtomicInteger effects = new AtomicInteger();

    private final String approval = "approval-" + System.nanoTime();

    EngineOnJdbcTest(Database database) {
        this.database = database;
        this.store = Database.store(database.pool());
        this.engine = TicketEngine.on(store);
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        engine.close();
        store.close();
    }

    private String newTicket() {
        return "T-" + effects.incrementAndGet();
    }

    @Test
    void aRetryGetsTheReceiptAndAnotherEffectAConflict() throws Exception {
        assertThat(CreateTicket.call(engine, approval, "high", this::newTicket)).isEqualTo("T-1");
        assertThat(CreateTicket.call(engine, approval, "high", this::newTicket)).isEqualTo("T-1");
        assertThatThrownBy(() -> CreateTicket.call(engine, approval, "low", this::newTicket))
                .isInstanceOf(SideEffectConflictException.class);
        assertThat(effects).hasValue(1);
    }

    @Test
    void anUnknownFailureIsInDoubt() {
        assertThatThrownBy(() -> CreateTicket.call(engine, approval, "high", () -> {
                    effects.incrementAndGet();
                    throw new IllegalStateException("read timed out");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> CreateTicket.call(engine, approval, "high", this::newTicket))
                .isInstanceOf(SideEffectInDoubtException.class);
        assertThat(effects).hasValue(1);
    }

    @Test
    void noConnectionIsHeldWhileTheMethodRuns() throws Exception {
        try (HikariDataSource pool = database.pool(settings -> settings.setMaximumPoolSize(1));
                JdbcEffectStore narrow = Database.store(pool);
                SideEffectEngine own = TicketEngine.on(narrow)) {
            String ticket = CreateTicket.call(own, approval, "high", () -> {
                assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
                return newTicket();
            });
            assertThat(ticket).isEqualTo("T-1");
        }
    }

    @Test
    void case_27_sixteenCallersOfTwoProcessesWorthOfEnginesAreOneEffect() throws Exception {
        try (JdbcEffectStore otherStore = Database.store(database.pool());
                SideEffectEngine other = TicketEngine.on(otherStore)) {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                SideEffectEngine mine = i % 2 == 0 ? engine : other;
                answers.add(callers.submit(() -> {
                    start.await();
                    return CreateTicket.call(mine, approval, "high", this::newTicket);
                }));
            }
            start.countDown();
            for (Future<String> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("T-1");
            }
            assertThat(effects).hasValue(1);
        }
    }

    /** A second store has only the table to know from, as another process has. */
    @Test
    void case_26_37_52_aCallDuringTheRunWaitsForTheReceiptAndGetsIt() throws Exception {
        try (JdbcEffectStore otherStore = Database.store(database.pool());
                SideEffectEngine other = TicketEngine.on(otherStore)) {
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            Future<String> owner = callers.submit(() -> CreateTicket.call(engine, approval, "high", () -> {
                entered.countDown();
                go.await();
                return newTicket();
            }));
            assertThat(entered.await(60, TimeUnit.SECONDS)).as("let in").isTrue();
            List<Future<String>> twins = new ArrayList<>();
            for (SideEffectEngine at : List.of(engine, other)) {
                twins.add(callers.submit(() -> CreateTicket.call(at, approval, "high", this::newTicket)));
            }
            await().pollDelay(Duration.ofMillis(300))
                    .untilAsserted(() -> assertThat(twins).noneMatch(Future::isDone));
            go.countDown();
            assertThat(owner.get(60, TimeUnit.SECONDS)).isEqualTo("T-1");
            for (Future<String> twin : twins) {
                assertThat(twin.get(60, TimeUnit.SECONDS)).isEqualTo("T-1");
            }
        }
        assertThat(effects).hasValue(1);
    }

    @Test
    void case_51_anOwnerThatWasPausedPastItsLeaseCommitsLate() throws Exception {
        try (SideEffectEngine unrenewed = SideEffectEngine.builder()
                        .store(store)
                        .lease(Duration.ofSeconds(3))
                        .runAtMost(Duration.ofMillis(1))
                        .build();
                SideEffectEngine impatient = SideEffectEngine.builder()
                        .store(store)
                        .waitAtMost(Duration.ZERO)
                        .build()) {
            String ticket = CreateTicket.call(unrenewed, approval, "high", () -> {
                String created = newTicket();
                await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    Future<String> retry =
                            callers.submit(() -> CreateTicket.call(impatient, approval, "high", this::newTicket));
                    assertThatThrownBy(retry::get).hasCauseInstanceOf(SideEffectInDoubtException.class);
                });
                return created;
            });
            assertThat(ticket).isEqualTo("T-1");
        }
        assertThat(CreateTicket.call(engine, approval, "high", this::newTicket)).isEqualTo("T-1");
        assertThat(effects).hasValue(1);
    }
}
