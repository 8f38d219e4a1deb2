package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.test.CreateTicket;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** What whole calls cost the server, and what happens when callers meet on it. */
@Execution(CONCURRENT)
class EngineOnRedisTest {

    private final Server server = Server.start();

    private final SideEffectEngine engine = engine(Duration.ofMinutes(30), Duration.ofSeconds(10));

    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final AtomicInteger effects = new AtomicInteger();

    private final AtomicBoolean stopped = new AtomicBoolean();

    private final CountDownLatch entered = new CountDownLatch(1);

    private final CountDownLatch leave = new CountDownLatch(1);

    @BeforeEach
    void warmUp() throws Exception {
        // The server learns each script at its first use.
        create("warm-up", "high");
        create("warm-up", "high");
        Server.store(server.client()).look(attempt(operation()));
        effects.set(0);
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        engine.close();
        server.close();
    }

    @Test
    void anExecutedCallCostsTwoRoundTrips() throws Exception {
        assertThat(roundTrips(() -> create("approval-17", "high"))).isEqualTo(2);
    }

    @Test
    void aReplayCostsOneRoundTrip() throws Exception {
        create("approval-17", "high");
        assertThat(roundTrips(() -> create("approval-17", "high"))).isEqualTo(1);
        assertThat(effects).hasValue(1);
    }

    @Test
    void aConflictCostsOneRoundTrip() throws Exception {
        create("approval-17", "high");
        assertThat(roundTrips(() -> assertThatThrownBy(() -> create("approval-17", "low"))
                        .isInstanceOf(SideEffectConflictException.class)))
                .isEqualTo(1);
    }

    @Test
    void aWaiterCostsAtMostOneCommandASecond() throws Exception {
        Future<String> owner = callers.submit(this::slow);
        awaitEntered();
        long before = clientCommands();
        long start = System.nanoTime();
        assertThatThrownBy(() -> create("approval-17", "high")).isInstanceOf(SideEffectInProgressException.class);
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        assertThat(seconds).isGreaterThanOrEqualTo(10);
        // The claim and the subscription's begin and end included; the owner renews its lease after the test.
        assertThat(clientCommands() - before).as(server.calls().toString()).isLessThanOrEqualTo(seconds);
        leave.countDown();
        assertThat(owner.get(60, TimeUnit.SECONDS)).isEqualTo("T-1");
    }

    @Test
    void aWaiterIsWokenByTheCommit() throws Exception {
        try (SideEffectEngine patient = engine(Duration.ofSeconds(30), Duration.ofMinutes(2))) {
            Future<String> owner = callers.submit(this::slow);
            awaitEntered();
            long before = clientCommands();
            Future<String> waiter =
                    callers.submit(() -> CreateTicket.call(patient, "approval-17", "high", this::newTicket));
            await().until(() -> clientCommands() - before >= 3);
            leave.countDown();
            assertThat(waiter.get(60, TimeUnit.SECONDS)).isEqualTo(owner.get(60, TimeUnit.SECONDS));
            assertThat(effects).hasValue(1);
        }
    }

    /** However large the result is, and however many wait for it, it is fetched once for all of them. */
    @Test
    void case_92_waitersOfOneProcessFetchTheResultOnce() throws Exception {
        try (SideEffectEngine patient = engine(Duration.ofMinutes(30), Duration.ofMinutes(5))) {
            Future<String> owner = callers.submit(this::slow);
            awaitEntered();
            long before = clientCommands();
            List<Thread> waiters = new ArrayList<>();
            AtomicInteger replayed = new AtomicInteger();
            for (int i = 0; i < 500; i++) {
                Thread waiter = new Thread(() -> {
                    try {
                        if (CreateTicket.call(patient, "approval-17", "high", this::newTicket)
                                .equals("T-1")) {
                            replayed.incrementAndGet();
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                waiters.add(waiter);
                waiter.start();
            }
            await().until(() -> waiters.stream().allMatch(waiter -> waiter.getState() == Thread.State.TIMED_WAITING));
            leave.countDown();
            assertThat(owner.get(60, TimeUnit.SECONDS)).isEqualTo("T-1");
            for (Thread waiter : waiters) {
                waiter.join(60_000);
            }
            assertThat(replayed).hasValue(500);
            // The owner's commit, the claim, the subscription's begin and end, and a look a second.
            assertThat(clientCommands() - before).as(server.calls().toString()).isLessThan(100);
        }
    }

    @Test
    void case_27_sixteenCallersOfTwoProcessesWorthOfEnginesAreOneEffect() throws Exception {
        try (SideEffectEngine other = engine(Duration.ofSeconds(30), Duration.ofMinutes(2))) {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                SideEffectEngine mine = i % 2 == 0 ? engine : other;
                answers.add(callers.submit(() -> {
                    start.await();
                    return CreateTicket.call(mine, "approval-17", "high", this::newTicket);
                }));
            }
            start.countDown();
            for (Future<String> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("T-1");
            }
            assertThat(effects).hasValue(1);
        }
    }

    @Test
    void anOwnerThatFellSilentIsInDoubtForGood() throws Exception {
        Duration lease = Duration.ofSeconds(5);
        SideEffectEngine dead = SideEffectEngine.builder()
                .store(Server.store(server.client()))
                .lease(lease)
                // So it is never renewed.
                .runAtMost(Duration.ofMillis(1))
                .build();
        Future<?> silent = callers.submit(() -> CreateTicket.call(dead, "approval-17", "high", () -> {
            // The process "dies" with its effect done: no renewal any more, no commit.
            String ticket = newTicket();
            entered.countDown();
            leave.await();
            return ticket;
        }));
        awaitEntered();
        await().untilAsserted(() -> assertThatThrownBy(() -> create("approval-17", "high"))
                .isInstanceOf(SideEffectInDoubtException.class)
                .hasMessageContaining("Do not call it again"));
        assertThat(effects).hasValue(1);
        assertThat(silent).isNotDone();
        dead.close();
    }

    @Test
    void case_49_aServerThatIsDownAtTheClaimRefusesAndNothingRuns() {
        stopServer();
        assertThatThrownBy(() -> create("approval-17", "high"))
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

    private void awaitEntered() throws InterruptedException {
        assertThat(entered.await(60, TimeUnit.SECONDS)).as("let in").isTrue();
    }

    private void stopServer() {
        server.stop();
        stopped.set(true);
    }

    /** Patient as long as there is a server to wait for. */
    private EffectStore store() {
        EffectStore patient = Server.store(server.client());
        EffectStore hasty = Server.store(server.client(), Duration.ofSeconds(2), 0);
        return (EffectStore) Proxy.newProxyInstance(
                EffectStore.class.getClassLoader(), new Class<?>[] {EffectStore.class}, (proxy, command, arguments) -> {
                    try {
                        return command.invoke(stopped.get() ? hasty : patient, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private SideEffectEngine engine(Duration lease, Duration waitAtMost) {
        return SideEffectEngine.builder()
                .store(store())
                .lease(lease)
                .waitAtMost(waitAtMost)
                .commitBudget(Duration.ofMillis(500))
                .build();
    }

    private String slow() throws Exception {
        return CreateTicket.call(engine, "approval-17", "high", () -> {
            entered.countDown();
            leave.await();
            return newTicket();
        });
    }

    private String newTicket() {
        return "T-" + effects.incrementAndGet();
    }

    private String create(String approvalId, String severity) throws Exception {
        return CreateTicket.call(engine, approvalId, severity, this::newTicket);
    }

    private long roundTrips(Callable<?> call) throws Exception {
        long before = clientCommands();
        Object unused = call.call();
        return clientCommands() - before;
    }

    /** Commands that clients sent; those inside scripts, and this count's own, are no round trips. */
    private long clientCommands() {
        Map<String, Long> calls = server.calls();
        long sum = 0;
        for (String command : List.of("eval", "evalsha", "script", "subscribe", "unsubscribe")) {
            sum += calls.getOrDefault(command, 0L);
        }
        return sum;
    }
}
