package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import dev.retrysafe.test.CreateTicket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;

/** Faults that users of such libraries reported, on two clients of a real server. */
class ReportedCasesTest {

    private static final Duration LEASE = Duration.ofMillis(60);

    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final AtomicInteger effects = new AtomicInteger();

    private Server server;
    private RedissonClient elsewhere;
    private RedisEffectStore here;
    private RedisEffectStore there;

    @BeforeEach
    void start() {
        server = Server.start();
        elsewhere = server.newClient();
        here = Server.store(server.client());
        there = Server.store(elsewhere);
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        elsewhere.shutdown();
        server.close();
    }

    private static SideEffectEngine engine(RedisEffectStore store, Duration waitAtMost) {
        return SideEffectEngine.builder().store(store).waitAtMost(waitAtMost).build();
    }

    private String newTicket() {
        return "T-" + effects.incrementAndGet();
    }

    @Test
    void case_26_aDuplicateDuringTheRunIsToldSoOrWaitsAndIsNeverAnsweredWithNothing() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (SideEffectEngine owner = engine(here, Duration.ZERO);
                SideEffectEngine hasty = engine(there, Duration.ZERO);
                SideEffectEngine patient = engine(there, Duration.ofMinutes(1))) {
            Future<String> first = callers.submit(() -> CreateTicket.call(owner, "approval-17", "high", () -> {
                entered.countDown();
                leave.await();
                return newTicket();
            }));
            assertThat(entered.await(60, TimeUnit.SECONDS)).as("let in").isTrue();
            assertThatThrownBy(() -> CreateTicket.call(hasty, "approval-17", "high", this::newTicket))
                    .isInstanceOf(SideEffectInProgressException.class);
            Future<String> second =
                    callers.submit(() -> CreateTicket.call(patient, "approval-17", "high", this::newTicket));
            leave.countDown();
            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("T-1");
            assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo("T-1");
            assertThat(effects).hasValue(1);
        }
    }

    @Test
    void case_28_aCommitBetweenTheLookAndTheClaimIsAReplay() {
        Claim owner = held(attempt(operation()), 1);
        OperationId operation = owner.request().operation();
        here.claim(owner.request());
        assertThat(there.look(attempt(operation))).isInstanceOf(ClaimReply.InProgress.class);
        CommitReply.Stored stored = (CommitReply.Stored) here.commit(owner, outcome("T-1"));
        assertThat(there.claim(attempt(operation))).isEqualTo(new ClaimReply.Committed(stored.outcome()));
    }

    @Test
    void case_37_twoIdenticalCallsOfOneTurnAreOneEffect() throws Exception {
        try (SideEffectEngine one = engine(here, Duration.ofMinutes(1));
                SideEffectEngine two = engine(there, Duration.ofMinutes(1))) {
            for (int turn = 1; turn <= 10; turn++) {
                String approval = "approval-" + turn;
                CyclicBarrier together = new CyclicBarrier(2);
                List<Future<String>> answers = new ArrayList<>();
                for (SideEffectEngine engine : List.of(one, two)) {
                    answers.add(callers.submit(() -> {
                        together.await();
                        return CreateTicket.call(engine, approval, "high", this::newTicket);
                    }));
                }
                for (Future<String> answer : answers) {
                    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("T-" + turn);
                }
                assertThat(effects).hasValue(turn);
            }
        }
    }

    private Claim silent() {
        ClaimRequest request = attempt(operation(), LEASE, Duration.ofHours(24));
        here.claim(request);
        await().until(() -> there.claim(attempt(request.operation())) instanceof ClaimReply.InDoubt);
        return held(request, 1);
    }

    @Test
    void case_51_aPausedOwnersLateCommitIsTakenWhereNobodyElseWasLetIn() {
        Claim owner = silent();
        assertThat(here.renew(owner)).isEqualTo(new WriteReply.Refused(RecordState.IN_DOUBT, 1));
        CommitReply.Stored stored = (CommitReply.Stored) here.commit(owner, outcome("T-1"));
        assertThat(stored.late()).isTrue();
        assertThat(there.claim(attempt(owner.request().operation())))
                .isEqualTo(new ClaimReply.Committed(stored.outcome()));
    }

    @Test
    void case_51_aPausedOwnersLateCommitIsRefusedAndKeptWhereSomebodyElseWasLetIn() {
        Claim owner = silent();
        OperationId operation = owner.request().operation();
        ClaimRequest second = attempt(operation);
        there.takeOver(second, new Takeover(1, null));
        assertThat(here.commit(owner, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.PENDING, 2));
        assertThat(there.commit(held(second, 2), outcome("T-2"))).isInstanceOf(CommitReply.Stored.class);
        RecordView record = Objects.requireNonNull(there.show(RecordId.of(operation)));
        assertThat(record.lateReceipts())
                .extracting(RecordView.LateReceipt::remoteId)
                .containsExactly("T-1");
    }

    /** Every answer is the server's: there is nothing in between that could be older. */
    @Test
    void case_52_noAnswerIsServedFromMemory() {
        for (int i = 0; i < 20; i++) {
            Claim owner = held(attempt(operation()), 1);
            OperationId operation = owner.request().operation();
            here.claim(owner.request());
            assertThat(there.claim(attempt(operation))).isInstanceOf(ClaimReply.InProgress.class);
            here.markInDoubt(owner, "read timed out");
            assertThat(there.claim(attempt(operation))).isInstanceOf(ClaimReply.InDoubt.class);
            here.commit(owner, outcome("T-1"));
            assertThat(there.claim(attempt(operation))).isInstanceOf(ClaimReply.Committed.class);
            server.client().getKeys().delete(RecordKeys.of(operation).record());
            assertThat(there.claim(attempt(operation))).isEqualTo(new ClaimReply.Claimed(1));
        }
    }
}
