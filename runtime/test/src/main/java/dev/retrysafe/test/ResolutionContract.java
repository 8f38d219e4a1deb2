package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.applied;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.keptFor;
import static dev.retrysafe.test.Attempts.notApplied;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.RecordView.PastAttempt;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The contract of an {@link EffectStore} that {@linkplain EffectStore#supportsResolution() lets persons see and settle what
 * is in doubt}: all of {@link RecoveryContract}, and the rules of lists, histories and decisions. Extended in the same way.
 */
public abstract class ResolutionContract extends DifferentialRules {

    @Test
    void theStoreSaysThatItSupportsResolution() {
        assertThat(store().supportsResolution()).isTrue();
    }

    @Test
    void aDecisionThatTheEffectHappenedIsAReceipt() {
        OperationId operation = doubtful();
        RecordView record = resolved(operation, 1, applied("T-1"));
        StoredOutcome stored = receipt(record);
        assertThat(stored)
                .isEqualTo(new StoredOutcome(
                        false,
                        "linear",
                        "T-1",
                        "https://linear.example/T-1",
                        StoredResult.without(StoredResult.Kind.WITHHELD),
                        stored.committedAt(),
                        stored.committedAt().plus(DAY)));
        assertThat(record.state()).isEqualTo(RecordState.COMMITTED);
        assertThat(record.fence()).isEqualTo(1);
        assertCommitted(operation, stored);
        assertThat(shown(operation)).isEqualTo(record);
    }

    @Test
    void aReceiptWithoutAnIdIsAReceipt() {
        OperationId operation = doubtful();
        StoredOutcome stored = receipt(resolved(operation, 1, applied(null)));
        assertThat(stored.remoteId()).isNull();
        assertCommitted(operation, stored);
    }

    @Test
    void aDecisionThatNothingHappenedLetsARetryExecute() {
        OperationId operation = doubtful();
        RecordView record = resolved(operation, 1, notApplied());
        assertThat(record.state()).isEqualTo(RecordState.FREE);
        assertThat(record.outcome()).isNull();
        assertFree(operation);
        assertThat(store().claim(attempt(operation))).isEqualTo(new ClaimReply.Claimed(2));
    }

    @Test
    void aDecisionThatNothingHappenedProvesEveryAttemptSoFar() {
        OperationId operation = doubtful();
        store().markInDoubt(takenOver(operation, 1), "again");
        resolved(operation, 2, notApplied());
        Claim third = claimed(attempt(operation));
        assertThat(third.fence()).isEqualTo(3);
        assertThat(store().release(third)).isEqualTo(new WriteReply.Done(false));
        assertFree(operation);
    }

    @Test
    void aDecisionThatNothingHappenedProvesALostHistoryToo() {
        OperationId operation = operation();
        Claim second = secondAttempt(operation);
        store().markInDoubt(second, "x");
        resolved(operation, 2, notApplied());
        assertThat(store().claim(attempt(operation))).isEqualTo(new ClaimReply.Claimed(3));
        assertThat(shown(operation).recordWasLost()).isFalse();
    }

    @Test
    void aDecisionNeedNotWaitUntilALapsedLeaseIsNoticed() {
        OperationId one = operation();
        lapsed(one);
        assertThat(resolved(one, 1, applied("T-1")).state()).isEqualTo(RecordState.COMMITTED);
        OperationId two = operation();
        lapsed(two);
        assertThat(resolved(two, 1, notApplied()).state()).isEqualTo(RecordState.FREE);
    }

    @Test
    void aDecisionIsKeptWithItsReasons() {
        OperationId operation = doubtful();
        Resolution decision = applied("T-1");
        RecordView record = resolved(operation, 1, decision);
        StoredOutcome stored = receipt(record);
        assertThat(record.resolutions())
                .containsExactly(new RecordView.KeptResolution(1, stored.committedAt(), decision));
    }

    @Test
    void everyTextOfADecisionIsKeptAsItIs() {
        for (String text :
                List.of("caf\u00e9 \ud83d\ude00", "a\tb\nc\r\n", "nul\0", "\\u0041\\N", "\"'%_{}${jndi:x}", " x ")) {
            OperationId operation = doubtful();
            Resolution decision = new Resolution(
                    UUID.randomUUID().toString(), Resolution.Verdict.COMMITTED, text, text, text, text, text, DAY);
            resolved(operation, 1, decision);
            RecordView record = shown(operation);
            assertThat(record.resolutions().get(0).resolution()).isEqualTo(decision);
            StoredOutcome stored = receipt(record);
            assertThat(stored.remoteId()).isEqualTo(text);
            assertThat(store().resolve(record.id(), 1, decision)).isEqualTo(new ResolveReply.Resolved(record));
        }
    }

    @Test
    void aLateCommitAfterNothingHappenedIsRefusedAndKept() {
        Claim owner = doubtful(attempt(operation()));
        OperationId operation = owner.request().operation();
        resolved(operation, 1, notApplied());
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.FREE, 1));
        claimed(attempt(operation));
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(new CommitReply.Refused(RecordState.PENDING, 2));
        assertThat(shown(operation).lateReceipts())
                .extracting(RecordView.LateReceipt::remoteId)
                .containsExactly("T-1");
    }

    @Test
    void aLateCommitIsComparedWithADecidedReceipt() {
        Claim owner = doubtful(attempt(operation()));
        OperationId operation = owner.request().operation();
        StoredOutcome stored = receipt(resolved(operation, 1, applied("T-1")));
        assertThat(store().commit(owner, outcome("T-1"))).isEqualTo(new CommitReply.AlreadyCommitted(stored, false));
        assertThat(shown(operation).lateReceipts()).isEmpty();
        assertThat(store().commit(owner, outcome("T-2"))).isEqualTo(new CommitReply.AlreadyCommitted(stored, true));
        assertThat(shown(operation).lateReceipts())
                .extracting(RecordView.LateReceipt::remoteId)
                .containsExactly("T-2");
        assertCommitted(operation, stored);
    }

    @Test
    void afterADecidedReceiptTheOwnerChangesNothing() {
        Claim owner = doubtful(attempt(operation()));
        OperationId operation = owner.request().operation();
        RecordView record = resolved(operation, 1, applied("T-1"));
        WriteReply refused = new WriteReply.Refused(RecordState.COMMITTED, 1);
        assertThat(store().renew(owner)).isEqualTo(refused);
        assertThat(store().release(owner)).isEqualTo(refused);
        assertThat(store().markInDoubt(owner, "x")).isEqualTo(refused);
        assertThat(store().found(attempt(operation), 1, outcome("T-1")))
                .isInstanceOf(CommitReply.AlreadyCommitted.class);
        assertThat(shown(operation)).isEqualTo(record);
    }

    @Test
    void afterNothingHappenedTheOwnerChangesNothing() {
        Claim owner = doubtful(attempt(operation()));
        OperationId operation = owner.request().operation();
        RecordView record = resolved(operation, 1, notApplied());
        WriteReply refused = new WriteReply.Refused(RecordState.FREE, 1);
        assertThat(store().claim(owner.request())).isEqualTo(new ClaimReply.Released());
        assertThat(store().takeOver(owner.request(), new Takeover(1, null))).isEqualTo(new ClaimReply.Released());
        assertThat(store().renew(owner)).isEqualTo(refused);
        assertThat(store().markInDoubt(owner, "x")).isEqualTo(refused);
        assertThat(store().found(attempt(operation), 1, outcome("T-1")))
                .isEqualTo(new CommitReply.Refused(RecordState.FREE, 1));
        assertThat(store().release(owner)).isEqualTo(new WriteReply.Done(false));
        assertThat(shown(operation)).isEqualTo(record);
        claimed(attempt(operation));
        assertThat(store().claim(owner.request())).isEqualTo(new ClaimReply.Released());
    }

    @Test
    void aDecidedReceiptKeepsTheFingerprint() {
        OperationId operation = doubtful();
        resolved(operation, 1, applied("T-1"));
        assertThat(store().claim(otherEffect(operation)))
                .isInstanceOfSatisfying(ClaimReply.Conflict.class, conflict -> {
                    assertThat(conflict.existingFingerprint()).isEqualTo(Attempts.FINGERPRINT);
                    assertThat(conflict.existingDefinitionHash()).isEqualTo(Attempts.DEFINITION);
                    assertThat(conflict.existingRemoteId()).isEqualTo("T-1");
                });
    }

    @Test
    void afterNothingHappenedTheKeyMayStandForAnotherEffect() {
        OperationId operation = doubtful();
        resolved(operation, 1, notApplied());
        assertThat(store().claim(otherEffect(operation))).isEqualTo(new ClaimReply.Claimed(2));
    }

    @Test
    void aDecidedReceiptExpiresByTheStoresClock() {
        OperationId operation = doubtful();
        resolved(operation, 1, keptFor(SHORT, applied("T-1")));
        outlast(SHORT);
        assertThat(store().resolve(RecordId.of(operation), 1, applied("T-2"))).isEqualTo(new ResolveReply.Unknown());
        assertThat(store().claim(attempt(operation))).isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void aRecordFreedByDecisionExpiresToo() {
        OperationId operation = doubtful();
        resolved(operation, 1, keptFor(SHORT, notApplied()));
        outlast(SHORT);
        assertThat(store().show(RecordId.of(operation))).isNull();
        assertThat(store().claim(attempt(operation))).isEqualTo(new ClaimReply.Claimed(1));
    }

    @Test
    void waitersAreToldOfADecision() throws Exception {
        for (Resolution decision : List.of(applied("T-1"), notApplied())) {
            OperationId operation = doubtful();
            try (Notified watch = Notified.of(store(), operation)) {
                resolved(operation, 1, decision);
                assertThat(watch.within(Duration.ofSeconds(20))).isTrue();
            }
        }
    }

    @Test
    void allDecisionsAreKeptAsLongAsTheRecord() {
        OperationId operation = operation();
        List<Resolution> decisions = new ArrayList<>();
        for (long fence = 1; fence <= 10; fence++) {
            store().markInDoubt(claimed(attempt(operation)), "attempt " + fence);
            decisions.add(notApplied());
            resolved(operation, fence, decisions.get(decisions.size() - 1));
        }
        committed(claimed(attempt(operation)), outcome("T-1"));
        RecordView record = shown(operation);
        assertThat(record.resolutions())
                .extracting(RecordView.KeptResolution::resolution)
                .containsExactlyElementsOf(decisions);
        assertThat(record.resolutions())
                .extracting(RecordView.KeptResolution::fence)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(store().resolve(record.id(), 1, decisions.get(0))).isEqualTo(new ResolveReply.Resolved(record));
    }

    @Test
    void anAttemptThatWasDecidedAboutIsRememberedAsItEnded() {
        OperationId operation = doubtful();
        var since = assertInDoubt(operation).since();
        resolved(operation, 1, notApplied());
        claimed(attempt(operation));
        assertThat(shown(operation).history())
                .containsExactly(new PastAttempt(1, Attempts.OWNER, since, RecordState.IN_DOUBT, "read timed out"));
    }

    @Test
    void whatWasDecidedIsNoLongerListed() {
        for (Resolution decision : List.of(applied("T-1"), notApplied())) {
            OperationId operation = doubtful();
            assertThat(open(operation)).isTrue();
            resolved(operation, 1, decision);
            assertThat(open(operation)).isFalse();
        }
    }
}
