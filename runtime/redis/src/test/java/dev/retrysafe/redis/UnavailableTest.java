package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.applied;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.issued;
import static dev.retrysafe.test.Attempts.json;
import static dev.retrysafe.test.Attempts.notApplied;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.EffectStoreException.Reason;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** A server that is gone, stalled, full or forbidding. Each test has its own. */
@Execution(CONCURRENT)
class UnavailableTest {

    private static final Duration BUDGET = Duration.ofSeconds(1);

    /** Within which even a slow machine sends more than once. */
    private static final Duration SEVERAL_SENDINGS = Duration.ofSeconds(6);

    private Server server;
    private RedisEffectStore store;

    /** For what is away on purpose. */
    private RedisEffectStore hasty;

    private RedisEffectStore several;

    @BeforeEach
    void start() {
        server = Server.start();
        store = Server.store(server.client());
        hasty = Server.store(server.client(), BUDGET, 0);
        several = Server.store(server.client(), SEVERAL_SENDINGS, 0);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static EffectStoreException unavailable(Duration budget, Runnable command) {
        long start = System.nanoTime();
        EffectStoreException failure = catchThrowableOfType(EffectStoreException.class, command::run);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(budget.plusSeconds(20));
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
        return failure;
    }

    private static EffectStoreException refused(Runnable command) {
        EffectStoreException failure = catchThrowableOfType(EffectStoreException.class, command::run);
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).isEqualTo(Reason.REFUSED);
        return failure;
    }

    @Test
    void case_49_aServerThatIsGone() {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        server.stop();
        unavailable(BUDGET, () -> hasty.claim(attempt(operation())));
        unavailable(BUDGET, () -> hasty.commit(owner, outcome("T-1")));
        unavailable(BUDGET, () -> hasty.renew(owner));
    }

    @Test
    void aStalledServerIsWaitedForWithinTheBudgetAndSaysNothingOfTheCaller() {
        ClaimRequest request = attempt(operation());
        server.pause();
        EffectStoreException failure = unavailable(BUDGET, () -> hasty.claim(request));
        assertThat(failure).hasMessageContaining("claim").hasMessageContaining("1000 ms");
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain(request.operation().tenant(), "rs:{", "tester@host-1");
    }

    /** The claim of a caller that was told "unavailable" runs all the same, several times: it holds, and can be taken back. */
    @Test
    void aClaimWithoutAnAnswerIsTakenBack() {
        // The server has to know the script, or it only answers that it does not.
        store.claim(attempt(operation()));
        ClaimRequest request = attempt(operation());
        server.pause();
        unavailable(SEVERAL_SENDINGS, () -> several.claim(request));
        goOn();
        assertThat(store.claim(attempt(request.operation()))).isInstanceOf(ClaimReply.InProgress.class);
        assertThat(store.release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        assertThat(store.claim(attempt(request.operation()))).isEqualTo(new ClaimReply.Claimed(2));
    }

    @Test
    void aCommitThatRanTwiceIsOneReceipt() {
        store.commit(held(attempt(operation()), 1), outcome("T-0"));
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        long before = server.calls().getOrDefault("evalsha", 0L);
        server.pause();
        unavailable(SEVERAL_SENDINGS, () -> several.commit(owner, outcome("T-1")));
        goOn();
        // The look that was answered, and more than one commit.
        assertThat(server.calls().getOrDefault("evalsha", 0L) - before).isGreaterThan(2);
        assertThat(store.commit(owner, outcome("T-1")))
                .isInstanceOfSatisfying(
                        CommitReply.Stored.class,
                        stored -> assertThat(store.claim(attempt(owner.request().operation())))
                                .isEqualTo(new ClaimReply.Committed(stored.outcome())));
    }

    /** Resent, it must neither take over twice nor lock its own attempt out. */
    @Test
    void aTakeoverThatRanTwiceIsOneAttempt() {
        Takeover first = new Takeover(1, null);
        store.takeOver(attempt(operation()), first);
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        store.markInDoubt(owner, "read timed out");
        ClaimRequest request = attempt(owner.request().operation());
        long before = server.calls().getOrDefault("evalsha", 0L);
        server.pause();
        unavailable(SEVERAL_SENDINGS, () -> several.takeOver(request, first));
        goOn();
        // The look that was answered, and more than one takeover.
        assertThat(server.calls().getOrDefault("evalsha", 0L) - before).isGreaterThan(2);
        assertThat(store.takeOver(request, first)).isEqualTo(new ClaimReply.Claimed(2, true, null));
        assertThat(store.release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        assertThat(store.claim(attempt(request.operation())))
                .isInstanceOfSatisfying(
                        ClaimReply.InDoubt.class,
                        doubt -> assertThat(doubt.fence()).isEqualTo(2));
    }

    @Test
    void aFindThatRanTwiceIsOneReceipt() {
        store.found(attempt(operation()), 1, outcome("T-0"));
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        store.markInDoubt(owner, "read timed out");
        ClaimRequest finder = attempt(owner.request().operation());
        server.pause();
        unavailable(SEVERAL_SENDINGS, () -> several.found(finder, 1, outcome("T-1")));
        goOn();
        assertThat(store.found(finder, 1, outcome("T-1"))).isInstanceOfSatisfying(CommitReply.Stored.class, stored -> {
            assertThat(stored.recordWasLost()).isFalse();
            assertThat(store.claim(attempt(finder.operation()))).isEqualTo(new ClaimReply.Committed(stored.outcome()));
        });
    }

    /** What was sent meanwhile has run when this returns. */
    private void goOn() {
        server.goOn();
        await().ignoreExceptionsInstanceOf(EffectStoreException.class)
                .until(() -> store.look(attempt(operation())) instanceof ClaimReply.Released);
    }

    @Test
    void anInterruptedOwnerWaitsForItsReceipt() throws Exception {
        Claim owner = held(attempt(operation()), 1);
        store.claim(owner.request());
        AtomicReference<CommitReply> reply = new AtomicReference<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            reply.set(store.commit(owner, outcome("T-1")));
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        server.pause();
        thread.start();
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        server.goOn();
        thread.join(60_000);
        assertThat(reply.get()).isInstanceOf(CommitReply.Stored.class);
        assertThat(interrupted.get()).isTrue();
        assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
    }

    @Test
    void anInterruptedThreadCanStillClaimAndWatch() {
        Thread.currentThread().interrupt();
        try {
            ClaimRequest request = attempt(operation());
            assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
            store.watch(request.operation(), () -> {}).close();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void aFullServerRefusesClaimsAndStillTakesReceipts() {
        Claim owner = held(attempt(operation()), 1);
        Claim doubtful = held(attempt(operation()), 1);
        Claim freed = held(attempt(operation()), 1);
        Claim lapsed = held(attempt(operation(), Duration.ofMillis(1), Duration.ofDays(1)), 1);
        Claim lost = held(attempt(operation()), 1);
        Claim findable = held(attempt(operation()), 1);
        List<RecordId> decidable = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Claim claim = held(attempt(operation()), 1);
            store.claim(claim.request());
            store.markInDoubt(claim, "read timed out");
            decidable.add(RecordId.of(claim.request().operation()));
        }
        store.claim(findable.request());
        store.markInDoubt(findable, "read timed out");
        store.claim(owner.request());
        store.claim(doubtful.request());
        store.claim(freed.request());
        store.claim(lapsed.request());
        server.set("maxmemory", "1");

        ClaimRequest fresh = attempt(operation());
        EffectStoreException refused = refused(() -> store.claim(fresh));
        assertThat(refused).hasMessageContaining("out of memory").hasMessageContaining("maxmemory");
        assertThat(RecordBytes.of(server.client(), fresh.operation()).exists()).isFalse();

        assertThat(store.renew(owner)).isEqualTo(new WriteReply.Done(false));
        assertThat(store.commit(owner, new NewOutcome(false, "linear", "T-1", null, json("x".repeat(100_000)))))
                .isInstanceOf(CommitReply.Stored.class);
        assertThat(store.claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Committed.class);
        assertThat(store.commit(held(attempt(owner.request().operation()), 2), outcome("T-2")))
                .isInstanceOf(CommitReply.AlreadyCommitted.class);
        Instant later = Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
        assertThat(store.claim(issued(owner.request().operation(), Duration.ofHours(24), later)))
                .isInstanceOfSatisfying(
                        ClaimReply.Committed.class,
                        replay -> assertThat(replay.outcome().expiresAt()).isEqualTo(later.plus(Duration.ofHours(24))));
        assertThat(store.markInDoubt(doubtful, "read timed out")).isEqualTo(new WriteReply.Done(false));
        assertThat(store.claim(attempt(doubtful.request().operation()))).isInstanceOf(ClaimReply.InDoubt.class);
        assertThat(store.release(freed)).isEqualTo(new WriteReply.Done(false));
        assertThat(store.claim(attempt(lapsed.request().operation()))).isInstanceOf(ClaimReply.InDoubt.class);
        assertThat(store.renew(lost)).isEqualTo(new WriteReply.Done(true));

        // A takeover leads to another effect, so it is refused like a claim; a lookup's receipt is taken like any
        // other.
        ClaimRequest second = attempt(doubtful.request().operation());
        refused(() -> store.takeOver(second, new Takeover(1, null)));
        assertThat(store.claim(attempt(second.operation())))
                .isInstanceOfSatisfying(
                        ClaimReply.InDoubt.class,
                        doubt -> assertThat(doubt.fence()).isEqualTo(1));
        ClaimRequest finder = attempt(findable.request().operation());
        assertThat(store.found(finder, 1, new NewOutcome(false, "linear", "T-1", null, json("x".repeat(100_000)))))
                .isInstanceOf(CommitReply.Stored.class);
        assertThat(store.found(attempt(finder.operation()), 1, outcome("T-2")))
                .isInstanceOf(CommitReply.AlreadyCommitted.class);

        assertThat(store.resolve(decidable.get(0), 1, applied("T-1"))).isInstanceOf(ResolveReply.Resolved.class);
        assertThat(store.resolve(decidable.get(1), 1, notApplied())).isInstanceOf(ResolveReply.Resolved.class);

        server.set("maxmemory", "0");
        assertThat(store.claim(fresh)).isEqualTo(new ClaimReply.Claimed(1));
        assertThat(store.takeOver(second, new Takeover(1, null))).isEqualTo(new ClaimReply.Claimed(2, true, null));
    }

    @Test
    void aReadOnlyServerRefuses() {
        server.execute("REPLICAOF", "127.0.0.1", "1");
        ClaimRequest request = attempt(operation());
        EffectStoreException refused = refused(() -> store.claim(request));
        assertThat(refused)
                .hasMessageContaining("read-only replica")
                .hasMessageContaining("point the client at the master");
        server.execute("REPLICAOF", "NO", "ONE");
        assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
    }

    /** What a request is answered with must outlive it; where that cannot be written, it asks again. */
    @Test
    void aReadOnlyServerAnswersWithAReceiptThatLivesLongEnough() {
        Claim owner = held(issued(operation(), Duration.ofHours(24), Instant.now()), 1);
        store.claim(owner.request());
        store.commit(owner, outcome("T-1"));
        server.execute("REPLICAOF", "127.0.0.1", "1");
        assertThat(store.claim(owner.request())).isInstanceOf(ClaimReply.Committed.class);
        ClaimRequest later = issued(
                owner.request().operation(), Duration.ofHours(24), Instant.now().plusSeconds(60));
        refused(() -> store.claim(later));
        server.execute("REPLICAOF", "NO", "ONE");
        assertThat(store.claim(later)).isInstanceOf(ClaimReply.Committed.class);
    }

    @Test
    void aLostSubscriptionCostsOnlyTheNotification() {
        server.stop();
        hasty.watch(operation(), () -> {}).close();
    }

    @Test
    void aTooSmallBudgetIsRefused() {
        assertThatThrownBy(() -> RedisEffectStore.builder(server.client()).commandBudget(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("30 ms");
    }
}
