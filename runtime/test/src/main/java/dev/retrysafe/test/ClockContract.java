package dev.retrysafe.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

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
import dev.retrysafe.result.ResultCodec;
import dev.retrysafe.store.EffectStore;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Applications an hour ahead and an hour behind: what an engine tells them is by the clock of its store, whatever their own says.
 * Needs a store of real time, as servers keep it. The author of a store extends it:
 *
 * <pre>{@code
 * class MyStoreClockTest extends ClockContract {
 *
 *     protected EffectStore store() {
 *         return store;
 *     }
 * }
 * }</pre>
 */
public abstract class ClockContract {

    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private static final List<Duration> EITHER_WAY = List.of(Duration.ofHours(1), Duration.ofHours(-1));

    /** Stores count in milliseconds. */
    private static final Duration ROUNDING = Duration.ofMillis(10);

    /** So that no JSON library is needed. */
    private static final ResultCodec TEXT = new ResultCodec() {
        @Override
        public byte[] write(@Nullable Object value, Type type) {
            return Objects.requireNonNull(value).toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object read(byte[] bytes, Type type) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    };

    private final ExecutorService callers = Executors.newCachedThreadPool();

    /**
     * The store under test.
     *
     * @return the same store throughout a test
     */
    protected abstract EffectStore store();

    @AfterEach
    final void endCallers() {
        callers.shutdownNow();
    }

    /** A process whose wall clock is off. */
    private final class Application implements EngineClock, AutoCloseable {

        private final List<CallFinished> calls = new CopyOnWriteArrayList<>();

        private final SideEffectEngine engine;

        private final Approval approval;

        private volatile Duration off;

        Application(Approval approval, Duration off) {
            this.approval = approval;
            this.off = off;
            this.engine = SideEffectEngine.builder()
                    .store(store())
                    .clock(this)
                    .resultCodec(TEXT)
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

        String create() throws Exception {
            return create("high", approval::newTicket);
        }

        String create(String severity, Callable<String> body) throws Exception {
            return CreateTicket.call(engine, approval.name, severity, body);
        }

        /** The request says that it was issued now, by this process's clock. */
        String createIssuedNow() throws Exception {
            CallContext context =
                    CallContext.builder().tenant("acme").issuedAt(wallTime()).build();
            return CreateTicket.call(engine, context, approval.name, "high", approval::newTicket);
        }

        /** What a call comes to that is made while the owner runs. */
        Class<?> refusal() throws InterruptedException {
            Future<String> call = callers.submit(() -> create());
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

    /** What one ticket is asked for, and how many there are. */
    private static final class Approval {

        private final String name = "approval-" + UUID.randomUUID();

        private final AtomicInteger tickets = new AtomicInteger();

        String newTicket() {
            return "T-" + tickets.incrementAndGet();
        }
    }

    @Test
    void aReceiptAndAConflictAreTheSameByEitherClock() throws Exception {
        for (Duration off : EITHER_WAY) {
            Approval approval = new Approval();
            try (Application owner = new Application(approval, off);
                    Application other = new Application(approval, off.negated())) {
                Instant before = Instant.now().minus(A_MINUTE);
                assertThat(owner.create()).isEqualTo("T-1");
                assertThat(other.create()).isEqualTo("T-1");
                assertThat(owner.create()).isEqualTo("T-1");
                assertThatThrownBy(() -> other.create("low", approval::newTicket))
                        .isInstanceOf(SideEffectConflictException.class);
                assertThat(approval.tickets).hasValue(1);
                assertThat(owner.calls)
                        .extracting(CallFinished::decision)
                        .containsExactly(Decision.EXECUTE, Decision.REPLAY);
                // The store's time, and the same for all.
                assertThat(owner.committedAt(0)).isBetween(before, Instant.now().plus(A_MINUTE));
                assertThat(List.of(other.committedAt(0), owner.committedAt(1))).containsOnly(owner.committedAt(0));
            }
        }
    }

    /** Waits for two real leases. */
    @Test
    void aLeaseLapsesByTheStoresClockAlone() throws Exception {
        for (Duration off : EITHER_WAY) {
            List<Class<?>> early = List.of();
            // On a machine that is busy, the owner's claim alone may take as long as its lease.
            for (int tries = 0; early.isEmpty() && tries < 5; tries++) {
                early = toldBeforeItLapsed(off);
            }
            assertThat(early).isNotEmpty().containsOnly(SideEffectInProgressException.class);
        }
    }

    /** What a process was told while the lease of another one's call cannot have lapsed. */
    private List<Class<?>> toldBeforeItLapsed(Duration off) throws Exception {
        Approval approval = new Approval();
        try (Application owner = new Application(approval, off);
                Application other = new Application(approval, off.negated())) {
            List<Class<?>> early = new CopyOnWriteArrayList<>();
            long start = System.nanoTime();
            String late = owner.create("high", () -> {
                String created = approval.newTicket();
                await().atMost(A_MINUTE).until(() -> {
                    Class<?> told = other.refusal();
                    if (Duration.ofNanos(System.nanoTime() - start).compareTo(LEASE.minus(ROUNDING)) < 0) {
                        early.add(told);
                    }
                    return told == SideEffectInDoubtException.class;
                });
                return created;
            });
            assertThat(late).isEqualTo("T-1");
            assertThat(other.create()).isEqualTo("T-1");
            assertThat(approval.tickets).hasValue(1);
            return early;
        }
    }

    @Test
    void aClockThatIsSetDuringTheRunLosesNoReceipt() throws Exception {
        for (Duration off : EITHER_WAY) {
            Approval approval = new Approval();
            try (Application owner = new Application(approval, Duration.ZERO);
                    Application other = new Application(approval, Duration.ZERO)) {
                assertThat(owner.create("high", () -> {
                            owner.off = off;
                            return approval.newTicket();
                        }))
                        .isEqualTo("T-1");
                assertThat(other.create()).isEqualTo("T-1");
                assertThat(approval.tickets).hasValue(1);
            }
        }
    }

    /** The one time of an application's that counts, since it says so: from the future it is refused, and nothing is done. */
    @Test
    void aRequestIssuedByAClockThatIsAheadIsRefusedUnlessThereIsAReceipt() throws Exception {
        Approval approval = new Approval();
        try (Application ahead = new Application(approval, Duration.ofHours(1));
                Application behind = new Application(approval, Duration.ofHours(-1))) {
            assertThatThrownBy(ahead::createIssuedNow).isInstanceOf(SideEffectRejectedException.class);
            assertThat(approval.tickets).hasValue(0);
            assertThat(behind.createIssuedNow()).isEqualTo("T-1");
            assertThat(ahead.createIssuedNow()).isEqualTo("T-1");
            assertThat(approval.tickets).hasValue(1);
        }
    }
}
