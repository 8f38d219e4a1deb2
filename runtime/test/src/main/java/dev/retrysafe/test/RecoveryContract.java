package dev.retrysafe.test;

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
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.Takeover;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/**
 * The contract of an {@link EffectStore} that {@linkplain EffectStore#supportsRecovery() supports recovery}: all of
 * {@link EffectStoreContract}, and the rules by which an effect in doubt is settled. Extended in the same way.
 */
public abstract class RecoveryContract extends TakeoverRules {

    @Test
    void theStoreSaysThatItSupportsRecovery() {
        assertThat(store().supportsRecovery()).isTrue();
    }

    private StoredOutcome found(ClaimRequest finder, String remoteId) {
        CommitReply reply = store().found(finder, 1, outcome(remoteId));
        assertThat(reply).isInstanceOf(CommitReply.Stored.class);
        return ((CommitReply.Stored) reply).outcome();
    }

    @Test
    void whatIsFoundIsCommittedWithoutAClaim() {
        OperationId operation = doubtful();
        StoredOutcome stored = found(attempt(operation), "T-1");
        assertThat(stored.remoteId()).isEqualTo("T-1");
        assertKeptFromTheToleratedSkewOn(DAY, stored);
        assertCommitted(operation, stored);
    }

    @Test
    void whatIsFoundTwiceIsAnsweredTheSame() {
        ClaimRequest finder = attempt(doubtful());
        CommitReply first = store().found(finder, 1, outcome("T-1"));
        assertThat(first).isInstanceOf(CommitReply.Stored.class);
        assertThat(store().found(finder, 1, outcome("T-1"))).isEqualTo(first);
    }

    @Test
    void aSecondFinderIsGivenTheReceiptThatStands() {
        OperationId operation = doubtful();
        StoredOutcome stored = found(attempt(operation), "T-1");
        ClaimRequest second = attempt(operation);
        assertThat(store().found(second, 1, outcome("T-1"))).isEqualTo(new CommitReply.AlreadyCommitted(stored, false));
        assertThat(store().found(second, 1, outcome("T-2"))).isEqualTo(new CommitReply.AlreadyCommitted(stored, true));
        assertCommitted(operation, stored);
    }

    @Test
    void aLateCommitIsComparedWithWhatWasFound() {
        Claim owner = doubtful(attempt(operation()));
        StoredOutcome stored = found(attempt(owner.request().operation()), "T-1");
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(new CommitReply.AlreadyCommitted(stored, false));
        assertThat(store().commit(owner, outcome("T-2"))).isEqualTo(new CommitReply.AlreadyCommitted(stored, true));
        assertCommitted(owner.request().operation(), stored);
    }

    @Test
    void aLateCommitBeforeTheFindStands() {
        Claim owner = doubtful(attempt(operation()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertThat(store().found(attempt(owner.request().operation()), 1, outcome("T-1")))
                .isEqualTo(new CommitReply.AlreadyCommitted(stored, false));
    }

    @Test
    void aFindSettlesALapsedLeaseToo() {
        OperationId operation = operation();
        lapsed(operation);
        assertCommitted(operation, found(attempt(operation), "T-1"));
    }

    @Test
    void aFindNeverDisturbsALiveOwner() {
        Claim owner = claimed(attempt(operation()));
        OperationId operation = owner.request().operation();
        CommitReply refused = new CommitReply.Refused(RecordState.PENDING, 1);
        assertThat(store().found(attempt(operation), 1, outcome("T-1"))).isEqualTo(refused);
        assertInProgress(operation);
        assertCommitted(operation, committed(owner, outcome("T-2")));
    }

    @Test
    void aFindAtAnotherFenceSettlesNothing() {
        OperationId operation = doubtful();
        ClaimRequest second = attempt(operation);
        store().takeOver(second, new Takeover(1, null));
        assertThat(store().found(attempt(operation), 1, outcome("T-1")))
                .isEqualTo(new CommitReply.Refused(RecordState.PENDING, 2));
        store().markInDoubt(held(second, 2), "x");
        assertThat(store().found(attempt(operation), 1, outcome("T-1")))
                .isEqualTo(new CommitReply.Refused(RecordState.IN_DOUBT, 2));
        assertThat(assertInDoubt(operation).fence()).isEqualTo(2);
    }

    @Test
    void aFindSettlesNothingThatIsFree() {
        Claim owner = doubtful(attempt(operation()));
        store().release(owner);
        assertThat(store().found(attempt(owner.request().operation()), 1, outcome("T-1")))
                .isEqualTo(new CommitReply.Refused(RecordState.FREE, 1));
        assertFree(owner.request().operation());
    }

    @Test
    void aFindOfAnotherEffectIsRefusedInEveryState() {
        OperationId operation = doubtful();
        assertThat(store().found(otherEffect(operation), 1, outcome("T-1")))
                .isEqualTo(new CommitReply.Refused(RecordState.IN_DOUBT, 1));
        StoredOutcome stored = found(attempt(operation), "T-1");
        assertThat(store().found(otherEffect(operation), 1, outcome("T-1")))
                .isEqualTo(new CommitReply.Refused(RecordState.COMMITTED, 1));
        assertCommitted(operation, stored);
    }

    @Test
    void aFindAtFenceZeroFindsNothing() {
        OperationId operation = operation();
        assertThat(store().found(attempt(operation), 0, outcome("T-1")))
                .isEqualTo(new CommitReply.Refused(RecordState.ABSENT, 0));
        assertFree(operation);
    }

    @Test
    void aFindHealsALostRecord() {
        OperationId operation = doubtful();
        lose(operation);
        CommitReply reply = store().found(attempt(operation), 1, outcome("T-1"));
        assertThat(reply).isInstanceOfSatisfying(CommitReply.Stored.class, stored -> {
            assertThat(stored.recordWasLost()).isTrue();
            assertCommitted(operation, stored.outcome());
        });
    }

    /** It executed, and the finder's does not say when it was issued. */
    @Test
    void whatIsFoundOutlivesTheRequestOfTheAttemptBefore() {
        Instant issuedAt = clock().now().plus(ClaimRequest.TOLERATED_SKEW.dividedBy(2));
        OperationId operation =
                doubtful(issued(operation(), SHORT, issuedAt)).request().operation();
        StoredOutcome stored = found(attempt(operation, DAY, SHORT), "T-1");
        assertKeptFromTheToleratedSkewOn(SHORT, stored);
        outlast(SHORT);
        assertThat(store().claim(issued(operation, SHORT, issuedAt))).isEqualTo(new ClaimReply.Committed(stored));
    }

    @Test
    void aReceiptOutlivesALaterRequestThatFoundItToo() {
        OperationId operation = doubtful();
        StoredOutcome stored = found(attempt(operation), "T-1");
        ClaimRequest later = issued(operation, DAY.multipliedBy(2), clock().now());
        assertThat(store().found(later, 1, outcome("T-1")))
                .isInstanceOfSatisfying(
                        CommitReply.AlreadyCommitted.class, answer -> assertOutlives(later, stored, answer.outcome()));
    }

    @Test
    void aFinderFromTheFutureKeepsItsReceiptForNoLongerThanTheToleratedSkew() {
        OperationId operation = doubtful();
        assertThat(found(issued(operation, DAY, Instant.MAX), "T-1").expiresAt())
                .isCloseTo(clock().now().plus(ClaimRequest.TOLERATED_SKEW).plus(DAY), within(30, ChronoUnit.SECONDS));
    }

    @Test
    void aWaiterIsToldOfAFind() throws Exception {
        OperationId operation = doubtful();
        try (Notified watch = Notified.of(store(), operation)) {
            found(attempt(operation), "T-1");
            assertThat(watch.within(Duration.ofSeconds(20))).isTrue();
        }
    }
}
