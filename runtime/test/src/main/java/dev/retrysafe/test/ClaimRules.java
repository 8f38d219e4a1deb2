package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.DEFINITION;
import static dev.retrysafe.test.Attempts.FINGERPRINT;
import static dev.retrysafe.test.Attempts.OWNER;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.issued;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of claim and look. */
abstract class ClaimRules extends StoreUnderTest {

    @Test
    void aFreshOperationIsClaimedAtFenceOne() {
        assertThat(store().claim(attempt(operation()))).isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void aClaimSentTwiceIsAnsweredTheSame() {
        ClaimRequest request = attempt(operation());
        ClaimReply first = store().claim(request);
        assertThat(store().claim(request)).isEqualTo(first);
        assertInProgress(request.operation());
    }

    @Test
    void anotherAttemptFindsALiveOwnerInProgress() {
        ClaimRequest owner = attempt(operation());
        claimed(owner);
        ClaimReply reply = store().claim(attempt(owner.operation()));
        assertThat(reply).isInstanceOfSatisfying(ClaimReply.InProgress.class, inProgress -> {
            assertThat(inProgress.fence()).isEqualTo(1);
            assertThat(inProgress.leaseLeft()).isPositive().isLessThanOrEqualTo(owner.lease());
        });
    }

    @Test
    void aLapsedLeaseIsInDoubtAndStaysSo() {
        OperationId operation = operation();
        Instant before = clock().now();
        Claim owner = lapsed(operation);
        ClaimReply.InDoubt first = assertInDoubt(operation);
        assertThat(first.fence()).isEqualTo(1);
        assertThat(first.owner()).isEqualTo(OWNER);
        assertThat(first.failure()).isEmpty();
        assertThat(first.firstAttemptAt()).isCloseTo(before, within(30, ChronoUnit.SECONDS));
        assertThat(first.since()).isAfterOrEqualTo(first.firstAttemptAt());
        outlast(SHORT);
        assertSame(first, assertInDoubt(operation));
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Refused(RecordState.IN_DOUBT, 1));
        assertSame(first, assertInDoubt(operation));
    }

    @Test
    void anotherEffectConflictsWithAPendingRecordAndChangesNothing() {
        Claim owner = claimed(attempt(operation()));
        assertConflict(owner.request().operation(), null);
        assertInProgress(owner.request().operation());
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Done(false));
    }

    @Test
    void anotherEffectConflictsWithALapsedRecordAndChangesNothing() {
        Claim owner = lapsed(operation());
        assertConflict(owner.request().operation(), null);
        // Had the conflict moved it into doubt, this would be refused.
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Done(false));
    }

    @Test
    void anotherEffectConflictsWithARecordInDoubtAndChangesNothing() {
        Claim owner = claimed(attempt(operation()));
        store().markInDoubt(owner, "read timed out");
        ClaimReply.InDoubt before = assertInDoubt(owner.request().operation());
        assertConflict(owner.request().operation(), null);
        assertSame(before, assertInDoubt(owner.request().operation()));
    }

    @Test
    void anotherEffectConflictsWithACommittedRecordAndChangesNothing() {
        Claim owner = claimed(attempt(operation()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertConflict(owner.request().operation(), "T-1");
        assertCommitted(owner.request().operation(), stored);
    }

    private void assertConflict(OperationId operation, @Nullable String remoteId) {
        ClaimReply conflict = new ClaimReply.Conflict(FINGERPRINT, DEFINITION, remoteId);
        assertThat(store().claim(otherEffect(operation))).isEqualTo(conflict);
        assertThat(store().look(otherEffect(operation))).isEqualTo(conflict);
    }

    @Test
    void aFreeRecordTakesAnotherEffect() {
        Claim owner = claimed(attempt(operation()));
        store().release(owner);
        assertThat(store().claim(otherEffect(owner.request().operation()))).isEqualTo(new ClaimReply.Claimed(2));
        // From here on that effect is the operation's.
        assertThat(store().claim(attempt(owner.request().operation()))).isInstanceOf(ClaimReply.Conflict.class);
    }

    @Test
    void aLookNeverClaims() {
        OperationId operation = operation();
        assertThat(store().look(attempt(operation))).isEqualTo(new ClaimReply.Released());
        Claim owner = claimed(attempt(operation));
        assertThat(owner.fence()).isEqualTo(1);
        assertThat(store().look(attempt(operation))).isInstanceOf(ClaimReply.InProgress.class);
        store().release(owner);
        assertThat(store().look(attempt(operation))).isEqualTo(new ClaimReply.Released());
        assertThat(claimed(attempt(operation)).fence()).isEqualTo(2);
    }

    @Test
    void aLookSeesWhatAClaimWouldSee() {
        Claim doubtful = lapsed(operation());
        OperationId inDoubt = doubtful.request().operation();
        assertThat(store().look(attempt(inDoubt))).isInstanceOfSatisfying(ClaimReply.InDoubt.class, seen -> {
            assertThat(store().renew(doubtful)).isEqualTo(new WriteReply.Refused(RecordState.IN_DOUBT, 1));
            assertSame(seen, assertInDoubt(inDoubt));
        });

        Claim owner = claimed(attempt(operation()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertThat(store().look(attempt(owner.request().operation()))).isEqualTo(new ClaimReply.Committed(stored));
    }

    @Test
    void aRequestOlderThanItsReceiptsAreKeptIsRefused() {
        OperationId operation = operation();
        ClaimRequest late = issued(operation, DAY, clock().now().minus(DAY).minusSeconds(60));
        assertThat(store().claim(late))
                .isInstanceOfSatisfying(
                        ClaimReply.Untimely.class,
                        untimely -> assertThat(untimely.storeTime())
                                .isCloseTo(clock().now(), within(30, ChronoUnit.SECONDS)));
        assertFree(operation);
        assertThat(store().claim(issued(operation, DAY, clock().now().minus(DAY).plusSeconds(60))))
                .isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void aRequestFromTheFutureIsRefused() {
        OperationId operation = operation();
        Instant tolerated = clock().now().plus(ClaimRequest.TOLERATED_SKEW);
        assertThat(store().claim(issued(operation, DAY, tolerated.plusSeconds(60))))
                .isInstanceOf(ClaimReply.Untimely.class);
        assertThat(store().claim(issued(operation, DAY, Instant.MAX))).isInstanceOf(ClaimReply.Untimely.class);
        assertThat(store().claim(issued(operation, DAY, Instant.MIN))).isInstanceOf(ClaimReply.Untimely.class);
        assertFree(operation);
        assertThat(store().claim(issued(operation, DAY, tolerated.minusSeconds(60))))
                .isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void noRequestOutlivesTheReceiptThatAnswersIt() {
        Instant ahead = clock().now().plus(ClaimRequest.TOLERATED_SKEW.dividedBy(2));
        Claim owner = claimed(issued(operation(), DAY, ahead));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertThat(stored.expiresAt()).isAfterOrEqualTo(ahead.plus(DAY).truncatedTo(ChronoUnit.MILLIS));
    }

    @Test
    void anUntimelyRequestStillGetsTheReceipt() {
        Claim owner = claimed(attempt(operation()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        Instant longAgo = clock().now().minus(Duration.ofDays(3650));
        assertThat(store().claim(issued(owner.request().operation(), DAY, longAgo)))
                .isEqualTo(new ClaimReply.Committed(stored));
    }

    @Test
    void aClaimRefusedAsUntimelyLeavesAFreeRecordFree() {
        Claim owner = claimed(attempt(operation()));
        store().release(owner);
        Instant longAgo = clock().now().minus(Duration.ofDays(3650));
        assertThat(store().claim(issued(owner.request().operation(), DAY, longAgo)))
                .isInstanceOf(ClaimReply.Untimely.class);
        assertFree(owner.request().operation());
    }

    @Test
    void ofSixteenClaimsAtOnceOneWins() throws Exception {
        OperationId operation = operation();
        CyclicBarrier start = new CyclicBarrier(16);
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Callable<ClaimReply>> calls = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                calls.add(() -> {
                    start.await(30, TimeUnit.SECONDS);
                    return store().claim(attempt(operation));
                });
            }
            List<ClaimReply> replies = new ArrayList<>();
            for (Future<ClaimReply> call : threads.invokeAll(calls)) {
                replies.add(call.get());
            }
            assertThat(replies)
                    .filteredOn(ClaimReply.Claimed.class::isInstance)
                    .containsExactly(new ClaimReply.Claimed(1));
            assertThat(replies)
                    .filteredOn(ClaimReply.InProgress.class::isInstance)
                    .hasSize(15);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void operationsThatDifferInAnyPartNeverMeet() {
        OperationId one = operation();
        List<OperationId> others = List.of(
                new OperationId(one.namespace() + "x", one.tenant(), one.tool(), one.key()),
                new OperationId(one.namespace(), one.tenant() + "x", one.tool(), one.key()),
                new OperationId(one.namespace(), one.tenant(), one.tool() + "x", one.key()),
                new OperationId(one.namespace(), one.tenant(), one.tool(), one.key() + "x"),
                // The same characters in a row, divided otherwise.
                new OperationId(one.namespace() + one.tenant(), "", one.tool(), one.key()),
                new OperationId(one.namespace(), one.tenant(), one.tool() + one.key(), ""),
                new OperationId(
                        one.namespace(), one.tenant(), one.tool(), one.key().toUpperCase(Locale.ROOT)),
                new OperationId(one.namespace(), one.tenant(), one.tool(), one.key() + " "),
                new OperationId(one.namespace(), one.tenant(), one.tool(), one.key() + "\u00e9"),
                new OperationId(one.namespace(), one.tenant(), one.tool(), one.key() + "e\u0301"));
        StoredOutcome stored = committed(claimed(attempt(one)), outcome("T-1"));
        for (OperationId other : others) {
            assertThat(store().claim(attempt(other))).isEqualTo(new ClaimReply.Claimed(1));
        }
        assertCommitted(one, stored);
    }

    @Test
    void hostileTextIsOnlyText() {
        OperationId operation = operation();
        for (String text : List.of(
                "{x}",
                "}{",
                "../../etc/passwd",
                "*",
                "?",
                "[a-z]",
                "'; DROP TABLE retrysafe;--",
                "\" .. redis.call('FLUSHALL') .. \"",
                "${jndi:ldap://x}",
                "%n%s",
                "\r\nSET a b\r\n",
                "\u0000",
                "\u202e",
                "\ud83d\ude80",
                "x".repeat(2000))) {
            OperationId hostile = new OperationId(
                    operation.namespace(), operation.tenant() + text, operation.tool(), operation.key() + text);
            Claim owner = claimed(attempt(hostile));
            assertInProgress(hostile);
            StoredOutcome stored = committed(owner, outcome(text));
            assertThat(stored.remoteId()).isEqualTo(text);
            assertCommitted(hostile, stored);
        }
    }

    /** Claims that nobody heard an answer to, each taken back: however many there were, none of them claims when it arrives. */
    @Test
    void case_85_aLateClaimFindsItselfFreedHoweverManyWereTakenBackSince() {
        OperationId operation = operation();
        List<ClaimRequest> unanswered = takenBack(operation);
        for (ClaimRequest late : unanswered) {
            assertThat(store().claim(late)).isEqualTo(new ClaimReply.Released());
        }
        Claim owner = claimed(attempt(operation));
        assertThat(store().claim(unanswered.get(0))).isEqualTo(new ClaimReply.Released());
        assertCommitted(operation, committed(owner, outcome("T-1")));
    }

    @Test
    void case_85_aLateTakeoverFindsItselfFreedHoweverManyWereTakenBackSince() {
        OperationId operation = operation();
        Claim owner = claimed(attempt(operation));
        store().markInDoubt(owner, "read timed out");
        List<ClaimRequest> unanswered = takenBack(operation);
        Takeover takeover = new Takeover(owner.fence(), null);
        for (ClaimRequest late : unanswered) {
            assertThat(store().takeOver(late, takeover)).isEqualTo(new ClaimReply.Released());
        }
        // The owner's receipt is taken: nobody came between.
        assertCommitted(operation, committed(owner, outcome("T-1")));
    }

    private List<ClaimRequest> takenBack(OperationId operation) {
        List<ClaimRequest> unanswered =
                Stream.generate(() -> attempt(operation)).limit(100).toList();
        unanswered.forEach(request -> store().release(held(request, 0)));
        return unanswered;
    }

    @Test
    void theLongestLeaseAndRetentionAreJustLong() {
        Duration longest = Duration.ofMillis(Long.MAX_VALUE);
        ClaimRequest request = attempt(operation(), longest, longest);
        Claim owner = claimed(request);
        assertThat(store().claim(attempt(request.operation())))
                .isInstanceOfSatisfying(
                        ClaimReply.InProgress.class,
                        inProgress -> assertThat(inProgress.leaseLeft()).isGreaterThan(Duration.ofDays(365_000)));
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Done(false));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertThat(stored.expiresAt()).isAfter(clock().now().plus(Duration.ofDays(365_000)));
        assertCommitted(request.operation(), stored);
    }

    @Test
    void theShortestLeaseIsJustShort() {
        ClaimRequest request = attempt(operation(), Duration.ofMillis(1), Duration.ofMillis(1));
        claimed(request);
        outlast(Duration.ofMillis(1));
        assertInDoubt(request.operation());
    }

    @Test
    void aFenceThatNobodyHasHoldsNothing() {
        ClaimRequest request = attempt(operation());
        claimed(request);
        for (long fence : new long[] {2, 1L << 31, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE}) {
            WriteReply refused = new WriteReply.Refused(RecordState.PENDING, 1);
            assertThat(store().renew(held(request, fence))).isEqualTo(refused);
            assertThat(store().release(held(request, fence))).isEqualTo(refused);
            assertThat(store().markInDoubt(held(request, fence), "")).isEqualTo(refused);
        }
        assertInProgress(request.operation());
    }
}
