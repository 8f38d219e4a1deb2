package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The rules of renew, release and mark in doubt. */
abstract class WriteRules extends ClaimRules {

    @Test
    void aRenewedLeaseOutlastsTheFirst() {
        OperationId operation = operation();
        Claim owner = lapsed(operation);
        Claim longer = held(
                new ClaimRequest(
                        operation,
                        owner.request().token(),
                        owner.request().fingerprint(),
                        owner.request().definitionHash(),
                        owner.request().mutation(),
                        owner.request().owner(),
                        Duration.ofMinutes(5),
                        DAY,
                        null),
                owner.fence());
        // Nobody has called it in doubt yet.
        assertThat(store().renew(longer)).isEqualTo(new WriteReply.Done(false));
        assertInProgress(operation);
    }

    @Test
    void onlyTheOwnerRenews() {
        Claim owner = claimed(attempt(operation()));
        Claim stranger = held(attempt(owner.request().operation()), owner.fence());
        assertThat(store().renew(stranger)).isEqualTo(new WriteReply.Refused(RecordState.PENDING, 1));
    }

    @Test
    void nobodyRenewsWhatIsCommittedOrFree() {
        Claim committed = claimed(attempt(operation()));
        committed(committed, outcome("T-1"));
        assertThat(store().renew(committed)).isEqualTo(new WriteReply.Refused(RecordState.COMMITTED, 1));
        Claim freed = claimed(attempt(operation()));
        store().release(freed);
        assertThat(store().renew(freed)).isEqualTo(new WriteReply.Refused(RecordState.FREE, 1));
    }

    @Test
    void aProvedReleaseFreesTheOperation() {
        Claim owner = claimed(attempt(operation()));
        assertThat(store().release(owner)).isEqualTo(new WriteReply.Done(false));
        assertThat(store().release(owner)).isEqualTo(new WriteReply.Done(false));
        assertFree(owner.request().operation());
        assertThat(claimed(attempt(owner.request().operation())).fence()).isEqualTo(2);
    }

    @Test
    void aReleaseOutOfDoubtFreesTheOperation() {
        Claim owner = claimed(attempt(operation()));
        store().markInDoubt(owner, "read timed out");
        assertThat(store().release(owner)).isEqualTo(new WriteReply.Done(false));
        assertFree(owner.request().operation());
    }

    @Test
    void aReleaseAfterAnUnknownAttemptIsInDoubt() {
        Claim second = secondAttempt(operation());
        assertThat(store().release(second)).isEqualTo(new WriteReply.Done(true));
        assertThat(store().release(second)).isEqualTo(new WriteReply.Done(true));
        assertThat(assertInDoubt(second.request().operation()).fence()).isEqualTo(2);
    }

    @Test
    void aReleaseAfterProvedReleasesFreesAgain() {
        OperationId operation = operation();
        for (long fence = 1; fence <= 20; fence++) {
            Claim owner = claimed(attempt(operation));
            assertThat(owner.fence()).isEqualTo(fence);
            assertThat(store().release(owner)).isEqualTo(new WriteReply.Done(false));
            assertFree(operation);
        }
    }

    @Test
    void onlyTheOwnerReleases() {
        Claim owner = claimed(attempt(operation()));
        Claim stranger = held(attempt(owner.request().operation()), owner.fence());
        assertThat(store().release(stranger)).isEqualTo(new WriteReply.Refused(RecordState.PENDING, 1));
        assertInProgress(owner.request().operation());
    }

    @Test
    void aReceiptIsNotReleased() {
        Claim owner = claimed(attempt(operation()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertThat(store().release(owner)).isEqualTo(new WriteReply.Refused(RecordState.COMMITTED, 1));
        assertThat(store().release(held(owner.request(), 0)))
                .isEqualTo(new WriteReply.Refused(RecordState.COMMITTED, 1));
        assertCommitted(owner.request().operation(), stored);
    }

    @Test
    void aClaimWhoseAnswerNeverCameIsTakenBack() {
        ClaimRequest request = attempt(operation());
        claimed(request);
        assertThat(store().release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        assertFree(request.operation());
        assertThat(store().claim(request)).isEqualTo(new ClaimReply.Released());
    }

    @Test
    void aClaimThatComesAfterItsReleaseIsTurnedAway() {
        ClaimRequest request = attempt(operation());
        assertThat(store().release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        assertThat(store().release(held(request, 0))).isEqualTo(new WriteReply.Done(false));
        assertThat(store().claim(request)).isEqualTo(new ClaimReply.Released());
        assertThat(store().claim(attempt(request.operation()))).isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void aClaimThatComesAfterItsReleaseAndAnothersReleaseIsTurnedAway() {
        Claim owner = claimed(attempt(operation()));
        ClaimRequest late = attempt(owner.request().operation());
        assertThat(store().release(held(late, 0))).isEqualTo(new WriteReply.Done(false));
        assertInProgress(owner.request().operation());
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Done(false));
        store().release(owner);
        assertThat(store().claim(late)).isEqualTo(new ClaimReply.Released());
        assertFree(owner.request().operation());
    }

    @Test
    void aFreedTokenNeverClaimsAgain() {
        Claim owner = claimed(attempt(operation()));
        store().release(owner);
        assertThat(store().claim(owner.request())).isEqualTo(new ClaimReply.Released());
        claimed(attempt(owner.request().operation()));
        assertThat(store().claim(owner.request())).isEqualTo(new ClaimReply.Released());
    }

    @Test
    void aMarkPutsAClaimInDoubt() {
        Claim owner = claimed(attempt(operation()));
        assertThat(store().markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(false));
        ClaimReply.InDoubt inDoubt = assertInDoubt(owner.request().operation());
        assertThat(inDoubt.failure()).isEqualTo("read timed out");
        assertThat(inDoubt.fence()).isEqualTo(1);
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Refused(RecordState.IN_DOUBT, 1));
    }

    @Test
    void theFirstMarkStands() {
        Claim owner = claimed(attempt(operation()));
        store().markInDoubt(owner, "read timed out");
        ClaimReply.InDoubt first = assertInDoubt(owner.request().operation());
        outlast(SHORT);
        assertThat(store().markInDoubt(owner, "another text")).isEqualTo(new WriteReply.Done(false));
        assertSame(first, assertInDoubt(owner.request().operation()));
    }

    @Test
    void aMarkAfterALapsedLeaseAddsItsText() {
        Claim owner = lapsed(operation());
        ClaimReply.InDoubt silent = assertInDoubt(owner.request().operation());
        assertThat(store().markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(false));
        ClaimReply.InDoubt told = assertInDoubt(owner.request().operation());
        assertThat(told.failure()).isEqualTo("read timed out");
        assertThat(told.since()).isEqualTo(silent.since());
    }

    @Test
    void aMarkKeepsTheFirstFiveHundredCharacters() {
        Claim owner = claimed(attempt(operation()));
        store().markInDoubt(owner, "\u00e4".repeat(501));
        assertThat(assertInDoubt(owner.request().operation()).failure()).isEqualTo("\u00e4".repeat(500));
    }

    @Test
    void aMarkHalvesNoCharacter() {
        Claim owner = claimed(attempt(operation()));
        store().markInDoubt(owner, "x".repeat(499) + "\ud83d\ude80 and more");
        assertThat(assertInDoubt(owner.request().operation()).failure()).isEqualTo("x".repeat(499));
    }

    @Test
    void onlyTheOwnerMarks() {
        Claim owner = claimed(attempt(operation()));
        Claim stranger = held(attempt(owner.request().operation()), owner.fence());
        assertThat(store().markInDoubt(stranger, "x")).isEqualTo(new WriteReply.Refused(RecordState.PENDING, 1));
        assertInProgress(owner.request().operation());
    }

    @Test
    void nobodyMarksWhatIsCommittedOrFree() {
        Claim committed = claimed(attempt(operation()));
        committed(committed, outcome("T-1"));
        assertThat(store().markInDoubt(committed, "x")).isEqualTo(new WriteReply.Refused(RecordState.COMMITTED, 1));
        Claim freed = claimed(attempt(operation()));
        store().release(freed);
        assertThat(store().markInDoubt(freed, "x")).isEqualTo(new WriteReply.Refused(RecordState.FREE, 1));
    }

    @Test
    void pendingAndInDoubtOutlastEveryRetention() {
        Claim pending = claimed(attempt(operation(), Duration.ofDays(3650), SHORT));
        Claim doubtful = claimed(attempt(operation(), SHORT, SHORT));
        store().markInDoubt(doubtful, "read timed out");
        outlast(SHORT.multipliedBy(3));
        assertInProgress(pending.request().operation());
        assertInDoubt(doubtful.request().operation());
    }

    @Test
    void aFreeRecordExpiresByTheStoresClock() {
        Claim owner = claimed(attempt(operation(), DAY, SHORT));
        store().release(owner);
        outlast(SHORT);
        assertThat(store().claim(attempt(owner.request().operation()))).isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void anOperationClaimedAgainDoesNotExpireWithItsFreeRecord() {
        Claim owner = claimed(attempt(operation(), DAY, SHORT));
        store().release(owner);
        ClaimReply again = store().claim(attempt(owner.request().operation()));
        assertThat(again).isInstanceOf(ClaimReply.Claimed.class);
        outlast(SHORT);
        assertInProgress(owner.request().operation());
    }

    @Test
    void aReleaseBesideAnotherAttemptsReceiptIsInDoubt() {
        Claim first = claimed(attempt(operation()));
        OperationId operation = first.request().operation();
        lose(operation);
        Claim second = claimed(attempt(operation));
        assertThat(store().commit(first, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.PENDING, 1));
        assertThat(store().release(second)).isEqualTo(new WriteReply.Done(false));
        assertThat(assertInDoubt(operation).fence()).isEqualTo(1);
    }
}
