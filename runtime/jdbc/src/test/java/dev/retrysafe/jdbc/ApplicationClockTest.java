package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.engine.EngineClock;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.SideEffectListener;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications an hour ahead and an hour behind, on real databases: what they are told is by the database's clock. */
@Execution(CONCURRENT)
@ParameterizedClass
@MethodSource("databases")
class ApplicationClockTest {

    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    /** Stores count in milliseconds. */
    private static final Duration ROUNDING = Duration.ofMillis(10);

    private final JdbcEffectStore store;

    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final AtomicInteger effects = new AtomicInteger();

    private String approval = "approval-" + System.nanoTime();

    ApplicationClockTest(Database database) {
        this.store = Database.store(database.pool());
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        store.close();
    }

    /** A process whose wall clock is off. */
    private final class Client implements EngineClock, AutoCloseable {

        private final List<CallFinished> calls = new CopyOnWriteArrayList<>();

        private final SideEffectEngine engine;

        private volatile Duration off;

        Client(Duration off) {
            this.off = off;
            this.engine = SideEffectEngine.builder()
                    .store(store)
                    .clock(this)
                    .lease(LEASE)
                    // Never renewed, as if its owner had fallen silent.
                    .runAtMost(Duration.ofMillis(1))
                    .waitAtMost(Duration.ZERO)
                    .listener(new SideEffectListener() {
                        @Override
                        public CallObserver callStarted(String tool) {
                            return calls::add;
                        }
                    })
                    .build();
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Instant wallTime() {
            return Instant.now().plus(off);
        }

        String create(String severity, Callable<String> body) throws Exception {
            return CreateTicket.call(engine, approval, severity, body);
        }

        /** The request says that it was issued now, by this process's clock. */
        String createIssuedNow(Callable<String> body) throws Exception {
            CallContext context =
                    CallContext.builder().tenant("acme").issuedAt(wallTime()).build();
            return CreateTicket.call(engine, context, approval, "high", body);
        }

        /** What a call comes to that is made while the owner runs. */
        Class<?> refusal() throws InterruptedException {
            Future<String> call = callers.submit(() -> create("high", ApplicationClockTest.this::newTicket));
            try {
                return call.get().getClass();
            } catch (ExecutionException e) {
                return Objects.requireNonNull(e.getCause()).getClass();
            }
        }

        private Instant committedAt(int call) {
            return Objects.requireNonNull(calls.get(call).receipt()).committedAt();
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    private String newTicket() {
        return "T-" + effects.incrementAndGet();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, -1})
    void case_53_aReceiptAndAConflictAreTheSameByEitherClock(long hours) throws Exception {
        try (Client owner = new Client(Duration.ofHours(hours));
                Client other = new Client(Duration.ofHours(-hours))) {
            Instant before = Instant.now().minus(A_MINUTE);
            assertThat(owner.create("high", this::newTicket)).isEqualTo("T-1");
            assertThat(other.create("high", this::newTicket)).isEqualTo("T-1");
            assertThat(owner.create("high", this::newTicket)).isEqualTo("T-1");
            assertThatThrownBy(() -> other.create("low", this::newTicket))
                    .isInstanceOf(SideEffectConflictException.class);
            assertThat(effects).hasValue(1);
            assertThat(owner.calls)
                    .extracting(CallFinished::decision)
                    .containsExactly(Decision.EXECUTE, Decision.REPLAY);
            // The store's time, and the same for all.
            assertThat(owner.committedAt(0)).isBetween(before, Instant.now().plus(A_MINUTE));
            assertThat(List.of(other.committedAt(0), owner.committedAt(1))).containsOnly(owner.committedAt(0));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, -1})
    void case_53_aLeaseLapsesByTheStoresClockAlone(long hours) throws Exception {
        try (Client owner = new Client(Duration.ofHours(hours));
                Client other = new Client(Duration.ofHours(-hours))) {
            List<Class<?>> early = new CopyOnWriteArrayList<>();
            String first = approval;
            // A slow machine may get no answer before the lease is over.
            for (int round = 1; early.isEmpty() && round <= 5; round++) {
                approval = first + "-" + round;
                String late = askedUntilInDoubt(owner, other, early);
                assertThat(late).isEqualTo("T-" + round);
                assertThat(other.create("high", this::newTicket)).isEqualTo("T-" + round);
                assertThat(effects).hasValue(round);
            }
            assertThat(early).isNotEmpty().containsOnly(SideEffectInProgressException.class);
        }
    }

    private String askedUntilInDoubt(Client owner, Client other, List<Class<?>> early) throws Exception {
        long start = System.nanoTime();
        return owner.create("high", () -> {
            String created = newTicket();
            await().atMost(A_MINUTE).until(() -> {
                Class<?> told = other.refusal();
                if (Duration.ofNanos(System.nanoTime() - start).compareTo(LEASE.minus(ROUNDING)) < 0) {
                    early.add(told);
                }
                return told == SideEffectInDoubtException.class;
            });
            return created;
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, -1})
    void case_53_aClockThatIsSetDuringTheRunLosesNoReceipt(long hours) throws Exception {
        try (Client owner = new Client(Duration.ZERO);
                Client other = new Client(Duration.ZERO)) {
            assertThat(owner.create("high", () -> {
                        owner.off = Duration.ofHours(hours);
                        return newTicket();
                    }))
                    .isEqualTo("T-1");
            assertThat(other.create("high", this::newTicket)).isEqualTo("T-1");
            assertThat(effects).hasValue(1);
        }
    }

    /** The one time of a client's that counts, since it says so: from the future it is refused, and nothing is done. */
    @Test
    void case_53_aRequestIssuedByAClockThatIsAheadIsRefusedUnlessThereIsAReceipt() throws Exception {
        try (Client ahead = new Client(Duration.ofHours(1));
                Client behind = new Client(Duration.ofHours(-1))) {
            assertThatThrownBy(() -> ahead.createIssuedNow(this::newTicket))
                    .isInstanceOf(SideEffectRejectedException.class);
            assertThat(effects).hasValue(0);
            assertThat(behind.createIssuedNow(this::newTicket)).isEqualTo("T-1");
            assertThat(ahead.createIssuedNow(this::newTicket)).isEqualTo("T-1");
            assertThat(effects).hasValue(1);
        }
    }
}
