package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.issued;
import static dev.retrysafe.test.Attempts.json;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.store.WriteReply;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** The rules of commit, of a record that the store lost, and of expiry. */
abstract class CommitRules extends WriteRules {

    @Test
    void aCommitIsReadBackAsItWasStored() {
        Claim owner = claimed(attempt(operation()));
        NewOutcome outcome = outcome("T-1");
        CommitReply reply = store().commit(owner, outcome);
        assertThat(reply).isInstanceOfSatisfying(CommitReply.Stored.class, stored -> {
            assertThat(stored.late()).isFalse();
            assertThat(stored.recordWasLost()).isFalse();
            assertThat(stored.outcome().remoteSystem()).isEqualTo("linear");
            assertThat(stored.outcome().remoteId()).isEqualTo("T-1");
            assertThat(stored.outcome().remoteUrl()).isEqualTo("https://linear.example/T-1");
            assertThat(stored.outcome().result()).isEqualTo(outcome.result());
            assertThat(stored.outcome().committedAt()).isCloseTo(clock().now(), within(30, ChronoUnit.SECONDS));
            assertThat(stored.outcome().expiresAt())
                    .isEqualTo(stored.outcome().committedAt().plus(DAY));
            assertCommitted(owner.request().operation(), stored.outcome());
        });
    }

    @Test
    void everyKindOfOutcomeIsReadBack() {
        for (StoredResult.Kind kind : StoredResult.Kind.values()) {
            for (boolean failed : new boolean[] {false, true}) {
                boolean hasBody = kind == StoredResult.Kind.JSON || kind == StoredResult.Kind.FAILURE;
                StoredResult result =
                        hasBody ? new StoredResult(kind, json("null").body()) : StoredResult.without(kind);
                Claim owner = claimed(attempt(operation()));
                StoredOutcome stored = committed(owner, new NewOutcome(failed, null, null, null, result));
                assertThat(stored.failed()).isEqualTo(failed);
                assertThat(stored.remoteSystem()).isNull();
                assertThat(stored.remoteId()).isNull();
                assertThat(stored.remoteUrl()).isNull();
                assertThat(stored.result()).isEqualTo(result);
                assertCommitted(owner.request().operation(), stored);
            }
        }
    }

    @Test
    void anEmptyTextIsNotAMissingOne() {
        Claim owner = claimed(attempt(operation()));
        StoredOutcome stored = committed(owner, new NewOutcome(false, "", "", null, json("")));
        assertThat(stored.remoteId()).isEmpty();
        assertThat(stored.remoteUrl()).isNull();
        assertCommitted(owner.request().operation(), stored);
    }

    @Test
    void aLargeResultIsReadBack() {
        Claim owner = claimed(attempt(operation()));
        StoredOutcome stored =
                committed(owner, new NewOutcome(false, null, "T-1", null, json("\"" + "x".repeat(1 << 20) + "\"")));
        assertCommitted(owner.request().operation(), stored);
    }

    @Test
    void aCommitSentTwiceIsAnsweredTheSame() {
        Claim owner = claimed(attempt(operation()));
        CommitReply first = store().commit(owner, outcome("T-1"));
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(first);
    }

    @Test
    void aLateCommitOutOfDoubtIsTaken() {
        Claim owner = lapsed(operation());
        assertInDoubt(owner.request().operation());
        CommitReply first = store().commit(owner, outcome("T-1"));
        assertThat(first).isInstanceOfSatisfying(CommitReply.Stored.class, stored -> {
            assertThat(stored.late()).isTrue();
            assertThat(stored.recordWasLost()).isFalse();
            assertCommitted(owner.request().operation(), stored.outcome());
        });
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(first);
    }

    @Test
    void aCommitAfterALapsedLeaseThatNobodyNoticedIsNotLate() {
        Claim owner = lapsed(operation());
        assertThat(store().commit(owner, outcome("T-1")))
                .isInstanceOfSatisfying(
                        CommitReply.Stored.class,
                        stored -> assertThat(stored.late()).isFalse());
    }

    @Test
    void aStoredReceiptIsNeverReplaced() {
        Claim owner = claimed(attempt(operation()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        Claim other = held(attempt(owner.request().operation()), 2);
        CommitReply same = store().commit(other, outcome("T-1"));
        assertThat(same).isEqualTo(new CommitReply.AlreadyCommitted(stored, false));
        CommitReply differs = store().commit(other, outcome("T-2"));
        assertThat(differs).isEqualTo(new CommitReply.AlreadyCommitted(stored, true));
        assertThat(store().commit(other, outcome("T-2"))).isEqualTo(differs);
        assertThat(store().commit(other, outcome(null))).isEqualTo(differs);
        assertCommitted(owner.request().operation(), stored);
    }

    @Test
    void aFailureBesideASuccessDiffersThoughItsRemoteIdDoesNot() {
        for (boolean failed : new boolean[] {false, true}) {
            Claim owner = claimed(attempt(operation()));
            NewOutcome end = outcome("T-1");
            StoredOutcome stored = committed(owner, ended(failed, end));
            Claim other = held(attempt(owner.request().operation()), 2);
            assertThat(store().commit(other, ended(failed, end)))
                    .isEqualTo(new CommitReply.AlreadyCommitted(stored, false));
            assertThat(store().commit(other, ended(!failed, end)))
                    .isEqualTo(new CommitReply.AlreadyCommitted(stored, true));
        }
    }

    private static NewOutcome ended(boolean failed, NewOutcome like) {
        return new NewOutcome(failed, like.remoteSystem(), like.remoteId(), like.remoteUrl(), like.result());
    }

    @Test
    void nobodyHoldsAFenceOfZero() {
        ClaimRequest request = attempt(operation());
        Claim zero = held(request, 0);
        for (int i = 0; i < 2; i++) {
            assertThat(store().renew(zero)).isEqualTo(new WriteReply.Refused(RecordState.ABSENT, 0));
            assertThat(store().markInDoubt(zero, "x")).isEqualTo(new WriteReply.Refused(RecordState.ABSENT, 0));
            assertThat(store().commit(zero, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.ABSENT, 0));
        }
        claimed(request);
        assertThat(store().renew(zero)).isEqualTo(new WriteReply.Refused(RecordState.PENDING, 1));
        assertThat(store().markInDoubt(zero, "x")).isEqualTo(new WriteReply.Refused(RecordState.PENDING, 1));
        assertThat(store().commit(zero, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.PENDING, 1));
        assertInProgress(request.operation());
    }

    @Test
    void aCommitOfAnotherAttemptIsRefused() {
        Claim owner = claimed(attempt(operation()));
        Claim stranger = held(attempt(owner.request().operation()), owner.fence());
        CommitReply refused = new CommitReply.Refused(RecordState.PENDING, 1);
        assertThat(store().commit(stranger, outcome("T-2"))).isEqualTo(refused);
        assertThat(store().commit(stranger, outcome("T-2"))).isEqualTo(refused);
        assertInProgress(owner.request().operation());
        store().markInDoubt(owner, "read timed out");
        assertThat(store().commit(stranger, outcome("T-2")))
                .isEqualTo(new CommitReply.Refused(RecordState.IN_DOUBT, 1));
        assertThat(assertInDoubt(owner.request().operation()).failure()).isEqualTo("read timed out");
        assertThat(committed(owner, outcome("T-1")).remoteId()).isEqualTo("T-1");
    }

    /** The store had lost the first record, and somebody used the key for something else. */
    @Test
    void aLateCommitIsNeverAnsweredWithAnotherEffectsReceipt() {
        Claim loser = claimed(issued(operation(), DAY, clock().now().plus(ClaimRequest.TOLERATED_SKEW.dividedBy(2))));
        OperationId operation = loser.request().operation();
        lose(operation);
        Claim other = claimed(otherEffect(operation));
        StoredOutcome stored = committed(other, outcome("T-2"));
        for (String remoteId : new String[] {"T-1", "T-1", "T-2"}) {
            assertThat(store().commit(loser, outcome(remoteId)))
                    .isEqualTo(new CommitReply.Refused(RecordState.COMMITTED, 1));
        }
        assertThat(store().claim(otherEffect(operation))).isEqualTo(new ClaimReply.Committed(stored));
    }

    @Test
    void aCommitUnderAnotherFenceIsRefused() {
        Claim owner = claimed(attempt(operation()));
        assertThat(store().commit(held(owner.request(), 7), outcome("T-2")))
                .isEqualTo(new CommitReply.Refused(RecordState.PENDING, 1));
        assertInProgress(owner.request().operation());
    }

    @Test
    void aCommitAfterItsReleaseIsRefused() {
        Claim owner = claimed(attempt(operation()));
        store().release(owner);
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.FREE, 1));
        assertFree(owner.request().operation());
    }

    @Test
    void aReceiptExpiresByTheStoresClock() {
        Claim owner = claimed(attempt(operation(), DAY, SHORT));
        committed(owner, outcome("T-1"));
        outlast(SHORT);
        assertThat(store().claim(attempt(owner.request().operation()))).isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void aReceiptIsKeptFromItsCommitOn() {
        Claim owner = claimed(attempt(operation(), DAY, DAY));
        outlast(SHORT);
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertThat(stored.expiresAt()).isEqualTo(stored.committedAt().plus(DAY));
        outlast(SHORT);
        assertCommitted(owner.request().operation(), stored);
    }

    @Test
    void evidenceDoesNotProlongAReceipt() {
        Claim owner = claimed(attempt(operation(), DAY, SHORT));
        committed(owner, outcome("T-1"));
        store().commit(held(attempt(owner.request().operation()), 2), outcome("T-2"));
        outlast(SHORT);
        assertThat(store().claim(attempt(owner.request().operation()))).isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void aRenewalHealsALostRecord() {
        Claim owner = claimed(attempt(operation()));
        lose(owner.request().operation());
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Done(true));
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Done(true));
        assertInProgress(owner.request().operation());
        assertThat(store().commit(owner, outcome("T-1"))).isInstanceOfSatisfying(CommitReply.Stored.class, stored -> {
            assertThat(stored.recordWasLost()).isTrue();
            assertCommitted(owner.request().operation(), stored.outcome());
        });
    }

    @Test
    void aCommitHealsALostRecord() {
        Claim owner = claimed(attempt(operation()));
        lose(owner.request().operation());
        CommitReply first = store().commit(owner, outcome("T-1"));
        assertThat(first).isInstanceOfSatisfying(CommitReply.Stored.class, stored -> {
            assertThat(stored.recordWasLost()).isTrue();
            assertThat(stored.late()).isFalse();
            assertCommitted(owner.request().operation(), stored.outcome());
        });
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(first);
    }

    @Test
    void aMarkHealsALostRecord() {
        Claim owner = claimed(attempt(operation()));
        lose(owner.request().operation());
        assertThat(store().markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(true));
        ClaimReply.InDoubt inDoubt = assertInDoubt(owner.request().operation());
        assertThat(inDoubt.failure()).isEqualTo("read timed out");
        assertThat(inDoubt.owner()).isEqualTo(Attempts.OWNER);
    }

    @Test
    void aReleaseOfALostRecordForgetsNoEarlierAttempt() {
        Claim first = claimed(attempt(operation()));
        lose(first.request().operation());
        assertThat(store().release(first)).isEqualTo(new WriteReply.Done(true));
        assertFree(first.request().operation());

        Claim third = held(attempt(operation()), 3);
        assertThat(store().release(third)).isEqualTo(new WriteReply.Done(true));
        assertThat(assertInDoubt(third.request().operation()).fence()).isEqualTo(3);
    }

    @Test
    void aLostRecordThatAnotherClaimedIsNotTakenBack() {
        Claim loser = claimed(attempt(operation()));
        lose(loser.request().operation());
        Claim other = claimed(attempt(loser.request().operation()));
        assertThat(store().renew(loser)).isEqualTo(new WriteReply.Refused(RecordState.PENDING, 1));
        assertThat(store().markInDoubt(loser, "x")).isEqualTo(new WriteReply.Refused(RecordState.PENDING, 1));
        assertThat(store().release(loser)).isEqualTo(new WriteReply.Refused(RecordState.PENDING, 1));
        assertThat(store().commit(loser, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.PENDING, 1));
        StoredOutcome stored = committed(other, outcome("T-2"));
        assertThat(store().commit(loser, outcome("T-1"))).isEqualTo(new CommitReply.AlreadyCommitted(stored, true));
    }
}
