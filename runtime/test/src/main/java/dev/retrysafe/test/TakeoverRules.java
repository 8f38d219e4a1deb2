package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.OWNER;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.idempotent;
import static dev.retrysafe.test.Attempts.issued;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The rules of a takeover. */
abstract class TakeoverRules extends EffectStoreContract {

    private static final Takeover FIRST = new Takeover(1, null);

    private static final Takeover FIRST_WITHIN_A_DAY = new Takeover(1, DAY);

    /** An operation whose first attempt is in doubt. */
    final Claim doubtful(ClaimRequest request) {
        Claim owner = claimed(request);
        assertThat(store().markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(false));
        return owner;
    }

    final OperationId doubtful() {
        return doubtful(attempt(operation())).request().operation();
    }

    private Claim takenOver(ClaimRequest request) {
        assertThat(store().takeOver(request, FIRST)).isEqualTo(new ClaimReply.Claimed(2, true, null));
        return held(request, 2);
    }

    private void assertLeftInDoubt(ClaimRequest request, Takeover takeover) {
        ClaimReply.InDoubt before = assertInDoubt(request.operation());
        assertThat(store().takeOver(request, takeover))
                .isInstanceOfSatisfying(ClaimReply.InDoubt.class, after -> assertSame(before, after));
        assertSame(before, assertInDoubt(request.operation()));
    }

    @Test
    void aDoubtSaysHowOldItIs() {
        Claim owner = claimed(idempotent(operation()));
        outlast(SHORT);
        store().markInDoubt(owner, "read timed out");
        outlast(SHORT);
        ClaimReply.InDoubt doubt = assertInDoubt(owner.request().operation());
        assertThat(doubt.claimedAs()).isEqualTo(Mutation.IDEMPOTENT);
        assertThat(doubt.age()).isBetween(SHORT, Duration.ofMinutes(5));
        assertThat(doubt.sinceFirstAttempt())
                .isEqualTo(doubt.age().plus(Duration.between(doubt.firstAttemptAt(), doubt.since())))
                .isGreaterThanOrEqualTo(doubt.age().plus(SHORT));
        assertThat(store().look(attempt(owner.request().operation())))
                .isInstanceOfSatisfying(ClaimReply.InDoubt.class, looked -> {
                    assertThat(looked.age()).isGreaterThanOrEqualTo(doubt.age());
                    assertSame(doubt, looked);
                });
    }

    @Test
    void aTakeoverIsTheNextAttempt() {
        OperationId operation = doubtful();
        ClaimReply.InDoubt before = assertInDoubt(operation);
        Claim second = takenOver(attempt(operation));
        assertThat(store().claim(attempt(operation))).isInstanceOfSatisfying(ClaimReply.InProgress.class, running -> {
            assertThat(running.fence()).isEqualTo(2);
            assertThat(running.leaseLeft()).isPositive();
        });
        assertThat(store().renew(second)).isEqualTo(new WriteReply.Done(false));
        store().markInDoubt(second, "again");
        ClaimReply.InDoubt after = assertInDoubt(operation);
        assertThat(after.fence()).isEqualTo(2);
        assertThat(after.owner()).isEqualTo(OWNER);
        assertThat(after.failure()).isEqualTo("again");
        assertThat(after.firstAttemptAt()).isEqualTo(before.firstAttemptAt());
    }

    @Test
    void aTakeoverHasALeaseOfItsOwn() {
        OperationId operation = doubtful();
        ClaimRequest second = attempt(operation, SHORT, DAY);
        takenOver(second);
        outlast(SHORT);
        assertThat(assertInDoubt(operation).fence()).isEqualTo(2);
        assertThat(store().takeOver(attempt(operation), new Takeover(2, null)))
                .isEqualTo(new ClaimReply.Claimed(3, true, null));
    }

    @Test
    void aTakeoverSentTwiceIsAnsweredTheSame() {
        ClaimRequest request = attempt(doubtful());
        takenOver(request);
        takenOver(request);
        assertThat(store().claim(request)).isEqualTo(new ClaimReply.Claimed(2, true, null));
        assertInProgress(request.operation());
    }

    @Test
    void aTakeoverThatComesAgainAfterItsEndTakesNothing() {
        ClaimRequest request = attempt(doubtful());
        Claim second = takenOver(request);
        store().markInDoubt(second, "read timed out");
        assertLeftInDoubt(request, FIRST);
    }

    @Test
    void ofSixteenTakeoversAtOnceOneWins() throws Exception {
        OperationId operation = doubtful();
        CyclicBarrier start = new CyclicBarrier(16);
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Callable<ClaimReply>> calls = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                calls.add(() -> {
                    start.await(30, TimeUnit.SECONDS);
                    return store().takeOver(attempt(operation), FIRST);
                });
            }
            List<ClaimReply> replies = new ArrayList<>();
            for (Future<ClaimReply> call : threads.invokeAll(calls)) {
                replies.add(call.get());
            }
            assertThat(replies)
                    .filteredOn(ClaimReply.Claimed.class::isInstance)
                    .containsExactly(new ClaimReply.Claimed(2, true, null));
            assertThat(replies)
                    .filteredOn(ClaimReply.InProgress.class::isInstance)
                    .hasSize(15);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aTakeoverWithinALimitSaysWhatIsLeftOfIt() {
        ClaimRequest request =
                idempotent(doubtful(idempotent(operation())).request().operation());
        outlast(SHORT);
        assertThat(store().takeOver(request, FIRST_WITHIN_A_DAY))
                .isInstanceOfSatisfying(ClaimReply.Claimed.class, taken -> {
                    assertThat(taken.fence()).isEqualTo(2);
                    assertThat(taken.takeover()).isTrue();
                    assertThat(taken.resendLeft()).isBetween(DAY.minusMinutes(5), DAY.minus(SHORT));
                });
        assertThat(store().takeOver(request, new Takeover(1, SHORT)))
                .isEqualTo(new ClaimReply.Claimed(2, true, Duration.ZERO));
    }

    @Test
    void aLimitCountsFromTheFirstAttempt() {
        Claim owner = claimed(idempotent(operation()));
        outlast(SHORT);
        store().markInDoubt(owner, "read timed out");
        ClaimRequest request = idempotent(owner.request().operation());
        assertLeftInDoubt(request, new Takeover(1, SHORT));
        assertThat(store().takeOver(request, FIRST_WITHIN_A_DAY)).isInstanceOf(ClaimReply.Claimed.class);
    }

    @Test
    void aLimitIsOnlyForWhatIsIdempotentBeforeAndNow() {
        for (Mutation before : Mutation.values()) {
            for (Mutation now : Mutation.values()) {
                ClaimRequest first = Attempts.as(before, operation());
                doubtful(first);
                ClaimRequest request = Attempts.as(now, first.operation());
                if (before == Mutation.IDEMPOTENT && now == Mutation.IDEMPOTENT) {
                    assertThat(store().takeOver(request, FIRST_WITHIN_A_DAY)).isInstanceOf(ClaimReply.Claimed.class);
                } else {
                    assertLeftInDoubt(request, FIRST_WITHIN_A_DAY);
                }
            }
        }
    }

    @Test
    void aLongestLimitIsJustLong() {
        ClaimRequest request =
                idempotent(doubtful(idempotent(operation())).request().operation());
        assertThat(store().takeOver(request, new Takeover(1, Duration.ofMillis(Long.MAX_VALUE))))
                .isInstanceOfSatisfying(
                        ClaimReply.Claimed.class,
                        taken -> assertThat(taken.resendLeft()).isGreaterThan(Duration.ofDays(365_000)));
    }

    @Test
    void aTakeoverAtAnotherFenceTakesNothing() {
        OperationId operation = doubtful();
        for (long fence : new long[] {0, 2, 1L << 31, 1L << 53, Long.MAX_VALUE}) {
            assertLeftInDoubt(attempt(operation), new Takeover(fence, null));
        }
    }

    @Test
    void aTakeoverNeverClaims() {
        OperationId operation = operation();
        assertThat(store().takeOver(attempt(operation), FIRST)).isEqualTo(new ClaimReply.Released());
        Claim owner = claimed(attempt(operation));
        assertThat(store().takeOver(attempt(operation), FIRST)).isInstanceOf(ClaimReply.InProgress.class);
        store().release(owner);
        assertThat(store().takeOver(attempt(operation), FIRST)).isEqualTo(new ClaimReply.Released());
        StoredOutcome stored = committed(claimed(attempt(operation)), outcome("T-1"));
        assertThat(store().takeOver(attempt(operation), new Takeover(2, null)))
                .isEqualTo(new ClaimReply.Committed(stored));
    }

    @Test
    void aLapsedLeaseIsNotTakenOverUnseen() {
        OperationId operation = operation();
        lapsed(operation);
        assertThat(store().takeOver(attempt(operation), FIRST)).isInstanceOf(ClaimReply.InDoubt.class);
        takenOver(attempt(operation));
    }

    @Test
    void anotherEffectTakesNothingOver() {
        OperationId operation = doubtful();
        assertThat(store().takeOver(otherEffect(operation), FIRST)).isInstanceOf(ClaimReply.Conflict.class);
        assertThat(assertInDoubt(operation).fence()).isEqualTo(1);
    }

    @Test
    void aReleaseAfterATakeoverGoesBackToInDoubt() {
        Claim second = takenOver(attempt(doubtful()));
        assertThat(store().release(second)).isEqualTo(new WriteReply.Done(false));
        assertThat(store().release(second)).isEqualTo(new WriteReply.Done(false));
        assertThat(assertInDoubt(second.request().operation()).fence()).isEqualTo(2);
    }

    @Test
    void aReleaseAfterALapsedTakeoverSaysWhyItIsInDoubt() {
        OperationId operation = doubtful();
        Claim second = takenOver(attempt(operation, SHORT, DAY));
        outlast(SHORT);
        ClaimReply.InDoubt silent = assertInDoubt(operation);
        assertThat(silent.failure()).isEmpty();
        assertThat(store().release(second)).isEqualTo(new WriteReply.Done(false));
        ClaimReply.InDoubt told = assertInDoubt(operation);
        assertThat(told.failure()).startsWith("released");
        assertThat(told.since()).isEqualTo(silent.since());
    }

    @Test
    void aTakeoverWhoseAnswerNeverCameIsTakenBack() {
        ClaimRequest request = attempt(doubtful());
        takenOver(request);
        assertThat(store().release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        assertThat(assertInDoubt(request.operation()).fence()).isEqualTo(2);
        assertLeftInDoubt(request, FIRST);
    }

    @Test
    void aTakeoverThatComesAfterItsReleaseIsTurnedAway() {
        ClaimRequest request = attempt(doubtful());
        assertThat(store().release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        assertThat(store().takeOver(request, FIRST)).isEqualTo(new ClaimReply.Released());
        assertThat(assertInDoubt(request.operation()).fence()).isEqualTo(1);
    }

    @Test
    void aLateCommitBeforeTheTakeoverIsTaken() {
        Claim owner = doubtful(attempt(operation()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertThat(store().takeOver(attempt(owner.request().operation()), FIRST))
                .isEqualTo(new ClaimReply.Committed(stored));
    }

    @Test
    void aReceiptOutlivesALaterRequestThatWouldHaveTakenOver() {
        Claim owner = doubtful(attempt(operation()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        ClaimRequest later = later(owner.request().operation());
        assertThat(store().takeOver(later, FIRST))
                .isInstanceOfSatisfying(
                        ClaimReply.Committed.class, answer -> assertOutlives(later, stored, answer.outcome()));
    }

    /** Whichever of the two requests executed: the first one, too, must find the receipt for as long as it could execute. */
    @Test
    void aTakeoversReceiptOutlivesTheRequestOfTheAttemptBefore() {
        Instant issuedAt = clock().now().plus(ClaimRequest.TOLERATED_SKEW.dividedBy(2));
        Claim owner = doubtful(issued(operation(), SHORT, issuedAt));
        OperationId operation = owner.request().operation();
        StoredOutcome stored = committed(takenOver(attempt(operation, DAY, SHORT)), outcome("T-1"));
        assertKeptFromTheToleratedSkewOn(SHORT, stored);
        outlast(SHORT);
        assertThat(store().claim(issued(operation, SHORT, issuedAt))).isEqualTo(new ClaimReply.Committed(stored));
    }

    @Test
    void aReceiptAfterAProvedReleaseLivesAsLong() {
        Claim owner = claimed(attempt(operation()));
        store().release(owner);
        StoredOutcome stored = committed(claimed(attempt(owner.request().operation())), outcome("T-1"));
        assertKeptFromTheToleratedSkewOn(DAY, stored);
    }

    final void assertKeptFromTheToleratedSkewOn(Duration ttl, StoredOutcome stored) {
        assertThat(stored.expiresAt())
                .isEqualTo(
                        stored.committedAt().plus(ClaimRequest.TOLERATED_SKEW).plus(ttl));
    }

    @Test
    void aLateCommitAfterTheTakeoverIsRefused() {
        Claim owner = doubtful(attempt(operation()));
        Claim second = takenOver(attempt(owner.request().operation()));
        WriteReply refused = new WriteReply.Refused(RecordState.PENDING, 2);
        assertThat(store().renew(owner)).isEqualTo(refused);
        assertThat(store().release(owner)).isEqualTo(refused);
        assertThat(store().markInDoubt(owner, "x")).isEqualTo(refused);
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.PENDING, 2));
        StoredOutcome stored = committed(second, outcome("T-2"));
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(new CommitReply.AlreadyCommitted(stored, true));
        assertCommitted(owner.request().operation(), stored);
    }

    @Test
    void aLostRecordIsPastEveryLimit() {
        Claim owner = claimed(idempotent(operation()));
        lose(owner.request().operation());
        assertThat(store().markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(true));
        ClaimRequest request = idempotent(owner.request().operation());
        assertLeftInDoubt(request, FIRST_WITHIN_A_DAY);
        Claim second = takenOver(request);
        store().markInDoubt(second, "again");
        assertLeftInDoubt(idempotent(request.operation()), new Takeover(2, DAY));
    }
}
