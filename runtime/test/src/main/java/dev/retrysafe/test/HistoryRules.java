package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.OWNER;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.by;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.json;
import static dev.retrysafe.test.Attempts.leasedFor;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.RecordView.PastAttempt;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The rules of what one record shows. */
abstract class HistoryRules extends ListingRules {

    final RecordView shown(OperationId operation) {
        return Objects.requireNonNull(store().show(RecordId.of(operation)), "a record");
    }

    final StoredOutcome receipt(RecordView record) {
        return Objects.requireNonNull(record.outcome(), "a receipt");
    }

    final Claim takenOver(OperationId operation, long fenceSeen) {
        ClaimRequest request = attempt(operation);
        store().takeOver(request, new Takeover(fenceSeen, null));
        return held(request, fenceSeen + 1);
    }

    private static List<Long> fences(RecordView record) {
        return record.history().stream().map(PastAttempt::fence).toList();
    }

    @Test
    void aRecordThatIsNotThereShowsNothing() {
        assertThat(store().show(RecordId.of(operation()))).isNull();
    }

    @Test
    void aLostRecordShowsNothing() {
        OperationId operation = doubtful();
        lose(operation);
        assertThat(store().show(RecordId.of(operation))).isNull();
    }

    @Test
    void anExpiredRecordShowsNothing() {
        OperationId operation = operation();
        committed(claimed(attempt(operation, DAY, SHORT)), outcome("T-1"));
        outlast(SHORT);
        assertThat(store().show(RecordId.of(operation))).isNull();
    }

    @Test
    void aFirstAttemptHasNoHistory() {
        OperationId operation = operation();
        claimed(by("bob@host-7", operation));
        RecordView record = shown(operation);
        assertThat(record.state()).isEqualTo(RecordState.PENDING);
        assertThat(record.fence()).isEqualTo(1);
        assertThat(record.owner()).isEqualTo("bob@host-7");
        assertThat(record.inDoubtSince()).isNull();
        assertThat(record.history()).isEmpty();
        assertThat(record.lateReceipts()).isEmpty();
        assertThat(record.resolutions()).isEmpty();
    }

    @Test
    void aCommittedRecordShowsItsReceiptWithoutTheResultsBody() {
        OperationId operation = operation();
        StoredOutcome stored = committed(claimed(attempt(operation)), outcome("T-1"));
        RecordView record = shown(operation);
        assertThat(record.state()).isEqualTo(RecordState.COMMITTED);
        assertThat(record.fingerprint()).isEqualTo(Attempts.FINGERPRINT);
        assertThat(record.outcome()).isEqualTo(stored.withoutBody());
        assertThat(receipt(record).result()).isEqualTo(StoredResult.without(StoredResult.Kind.JSON));
    }

    @Test
    void aFreeRecordIsShown() {
        OperationId operation = operation();
        store().release(claimed(attempt(operation)));
        RecordView record = shown(operation);
        assertThat(record.state()).isEqualTo(RecordState.FREE);
        assertThat(record.fence()).isEqualTo(1);
        assertThat(record.outcome()).isNull();
    }

    @Test
    void aLapsedLeaseIsShownAsInDoubtAndNotDisturbed() {
        OperationId operation = operation();
        Claim owner = lapsed(operation);
        RecordView record = shown(operation);
        assertThat(record.state()).isEqualTo(RecordState.IN_DOUBT);
        Instant first = Objects.requireNonNull(record.firstAttemptAt(), "a first attempt");
        assertThat(record.inDoubtSince()).isCloseTo(first.plus(SHORT), within(5, ChronoUnit.MILLIS));
        assertThat(record.failure()).isEmpty();
        assertThat(store().renew(leasedFor(DAY, owner))).isEqualTo(new WriteReply.Done(false));
        assertThat(shown(operation).state()).isEqualTo(RecordState.PENDING);
    }

    @Test
    void aReleasedAttemptIsRemembered() {
        OperationId operation = operation();
        store().release(claimed(by("bob@host-7", operation)));
        claimed(by("eve@host-8", operation));
        RecordView record = shown(operation);
        assertThat(record.owner()).isEqualTo("eve@host-8");
        assertThat(record.fence()).isEqualTo(2);
        assertThat(record.history()).hasSize(1);
        PastAttempt past = record.history().get(0);
        assertThat(past).isEqualTo(new PastAttempt(1, "bob@host-7", past.endedAt(), RecordState.FREE, ""));
        assertThat(past.endedAt()).isCloseTo(clock().now(), within(1, ChronoUnit.MINUTES));
    }

    @Test
    void anAttemptThatCameIntoDoubtIsRemembered() {
        OperationId operation = doubtful();
        var since = assertInDoubt(operation).since();
        takenOver(operation, 1);
        assertThat(shown(operation).history())
                .containsExactly(new PastAttempt(1, OWNER, since, RecordState.IN_DOUBT, "read timed out"));
    }

    @Test
    void anOwnerThatFellSilentIsRemembered() {
        OperationId operation = operation();
        lapsed(operation);
        var since = assertInDoubt(operation).since();
        takenOver(operation, 1);
        assertThat(shown(operation).history())
                .containsExactly(new PastAttempt(1, OWNER, since, RecordState.IN_DOUBT, ""));
    }

    @Test
    void aCommandSentTwiceIsOneAttempt() {
        OperationId operation = operation();
        store().release(claimed(attempt(operation)));
        ClaimRequest second = attempt(operation);
        claimed(second);
        claimed(second);
        store().markInDoubt(held(second, 2), "x");
        ClaimRequest third = attempt(operation);
        store().takeOver(third, new Takeover(2, null));
        store().takeOver(third, new Takeover(2, null));
        assertThat(fences(shown(operation))).containsExactly(1L, 2L);
    }

    @Test
    void aClaimTakenBackBeforeItCameIsNoAttempt() {
        OperationId operation = operation();
        store().release(held(attempt(operation), 0));
        claimed(attempt(operation));
        assertThat(shown(operation).history()).isEmpty();
    }

    @Test
    void aCommitKeepsTheHistory() {
        OperationId operation = doubtful();
        committed(takenOver(operation, 1), outcome("T-1"));
        assertThat(fences(shown(operation))).containsExactly(1L);
    }

    @Test
    void atLeastTheLastEightAttemptsAreRemembered() {
        OperationId operation = operation();
        List<Long> last = new ArrayList<>();
        for (long fence = 1; fence <= 12; fence++) {
            Claim owner = claimed(by("owner " + fence, operation));
            assertThat(owner.fence()).isEqualTo(fence);
            store().release(owner);
            if (fence > 4) {
                last.add(fence);
            }
        }
        claimed(attempt(operation));
        RecordView record = shown(operation);
        assertThat(fences(record)).endsWith(last.toArray(Long[]::new)).isSorted();
        assertThat(record.history().get(record.history().size() - 1).owner()).isEqualTo("owner 12");
    }

    /** Also once a person has decided about the one after them. */
    @Test
    void eightAttemptsBeforeTheLastAreRememberedAfterADecisionToo() {
        OperationId operation = doubtful();
        for (long fence = 1; fence <= 8; fence++) {
            store().markInDoubt(takenOver(operation, fence), "x");
        }
        Long[] all = {1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L};
        assertThat(fences(shown(operation))).containsExactly(all);
        assertThat(store().resolve(RecordId.of(operation), 9, Attempts.notApplied()))
                .isInstanceOfSatisfying(
                        ResolveReply.Resolved.class,
                        reply -> assertThat(fences(reply.record())).containsExactly(all));
        assertThat(fences(shown(operation))).containsExactly(all);
    }

    @Test
    void aRefusedReceiptIsShownOnce() {
        Claim owner = doubtful(attempt(operation()));
        OperationId operation = owner.request().operation();
        takenOver(operation, 1);
        for (int i = 0; i < 2; i++) {
            assertThat(store().commit(owner, outcome("T-1")))
                    .isEqualTo(new CommitReply.Refused(RecordState.PENDING, 2));
        }
        assertThat(shown(operation).lateReceipts()).hasSize(1);
        RecordView.LateReceipt late = shown(operation).lateReceipts().get(0);
        assertThat(late)
                .isEqualTo(
                        new RecordView.LateReceipt(1, late.at(), false, "linear", "T-1", "https://linear.example/T-1"));
        assertThat(late.at()).isCloseTo(clock().now(), within(1, ChronoUnit.MINUTES));
    }

    @Test
    void aSecondEffectIsShown() {
        Claim owner = doubtful(attempt(operation()));
        OperationId operation = owner.request().operation();
        committed(takenOver(operation, 1), outcome("T-2"));
        store().commit(owner, outcome("T-1"));
        RecordView record = shown(operation);
        assertThat(receipt(record).remoteId()).isEqualTo("T-2");
        assertThat(record.lateReceipts())
                .extracting(RecordView.LateReceipt::remoteId)
                .containsExactly("T-1");
    }

    @Test
    void aReceiptThatCameAfterAnotherEffectsIsShown() {
        Claim loser = claimed(attempt(operation()));
        OperationId operation = loser.request().operation();
        lose(operation);
        committed(claimed(otherEffect(operation)), outcome("T-2"));
        for (int i = 0; i < 2; i++) {
            assertThat(store().commit(loser, outcome("T-1")))
                    .isEqualTo(new CommitReply.Refused(RecordState.COMMITTED, 1));
        }
        RecordView record = shown(operation);
        assertThat(record.fingerprint()).isEqualTo(Attempts.OTHER_FINGERPRINT);
        assertThat(receipt(record).remoteId()).isEqualTo("T-2");
        assertThat(record.lateReceipts())
                .extracting(RecordView.LateReceipt::remoteId)
                .containsExactly("T-1");
    }

    @Test
    void aFailureBesideASuccessIsShown() {
        Claim owner = doubtful(attempt(operation()));
        OperationId operation = owner.request().operation();
        committed(takenOver(operation, 1), outcome(null));
        store().commit(owner, new NewOutcome(true, "linear", null, null, json("{}")));
        assertThat(shown(operation).lateReceipts())
                .extracting(RecordView.LateReceipt::failed)
                .containsExactly(true);
    }

    @Test
    void atLeastTheLastThreeRefusedReceiptsAreShown() {
        Claim owner = doubtful(attempt(operation()));
        OperationId operation = owner.request().operation();
        for (long fence = 1; fence <= 5; fence++) {
            Claim next = takenOver(operation, fence);
            store().commit(owner, outcome("T-" + fence));
            store().markInDoubt(next, "x");
            owner = next;
        }
        assertThat(shown(operation).lateReceipts())
                .extracting(RecordView.LateReceipt::remoteId)
                .endsWith("T-3", "T-4", "T-5");
    }
}
