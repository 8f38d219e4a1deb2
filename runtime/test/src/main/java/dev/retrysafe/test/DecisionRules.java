package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.applied;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.keptFor;
import static dev.retrysafe.test.Attempts.notApplied;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.Resolution.Verdict;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.WriteReply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The rules of decisions that are repeated, stale, or made by many at once. */
abstract class DecisionRules extends HistoryRules {

    private static final int MANY = 16;

    final RecordView resolved(OperationId operation, long fence, Resolution decision) {
        ResolveReply reply = store().resolve(RecordId.of(operation), fence, decision);
        assertThat(reply).isInstanceOf(ResolveReply.Resolved.class);
        return ((ResolveReply.Resolved) reply).record();
    }

    final boolean open(OperationId operation) {
        OpenQuery query = new OpenQuery(operation.namespace(), operation.tenant(), null, null, null, 10);
        return store().open(query).records().stream().anyMatch(record -> operation.equals(record.operation()));
    }

    private void assertStale(OperationId operation, long fence) {
        RecordView before = shown(operation);
        for (Resolution decision : List.of(applied("T-9"), notApplied())) {
            assertThat(store().resolve(before.id(), fence, decision)).isEqualTo(new ResolveReply.Stale(before));
        }
        assertThat(shown(operation)).isEqualTo(before);
    }

    private void assertRepeated(OperationId operation, long fence, Resolution decision) {
        RecordView before = shown(operation);
        assertThat(store().resolve(before.id(), fence, decision)).isEqualTo(new ResolveReply.Resolved(before));
        assertThat(shown(operation)).isEqualTo(before);
    }

    @Test
    void aDecisionAboutNothingIsUnknown() {
        assertThat(store().resolve(RecordId.of(operation()), 1, applied("T-1"))).isEqualTo(new ResolveReply.Unknown());
    }

    @Test
    void aDecisionAboutALostRecordIsUnknown() {
        OperationId operation = doubtful();
        lose(operation);
        assertThat(store().resolve(RecordId.of(operation), 1, notApplied())).isEqualTo(new ResolveReply.Unknown());
        assertThat(store().show(RecordId.of(operation))).isNull();
    }

    @Test
    void aDecisionNeverDisturbsALiveOwner() {
        Claim owner = claimed(attempt(operation()));
        OperationId operation = owner.request().operation();
        assertStale(operation, 1);
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Done(false));
        assertCommitted(operation, committed(owner, outcome("T-1")));
    }

    @Test
    void aDecisionAboutAnotherAttemptIsStale() {
        OperationId operation = doubtful();
        assertStale(operation, 2);
        Claim second = takenOver(operation, 1);
        assertStale(operation, 1);
        store().markInDoubt(second, "again");
        assertStale(operation, 1);
        assertThat(assertInDoubt(operation).fence()).isEqualTo(2);
        resolved(operation, 2, notApplied());
    }

    @Test
    void aDecisionAboutWhatIsSettledIsStale() {
        Claim owner = doubtful(attempt(operation()));
        committed(owner, outcome("T-1"));
        assertStale(owner.request().operation(), 1);
        Claim other = claimed(attempt(operation()));
        store().release(other);
        assertStale(other.request().operation(), 1);
    }

    @Test
    void theSecondOfTwoDecisionsIsStale() {
        OperationId committed = doubtful();
        resolved(committed, 1, applied("T-1"));
        assertStale(committed, 1);
        OperationId freed = doubtful();
        resolved(freed, 1, notApplied());
        assertStale(freed, 1);
    }

    @Test
    void aDecidedReceiptAnswersTheSameDecisionAlike() {
        OperationId operation = doubtful();
        Resolution decision = applied("T-1");
        resolved(operation, 1, decision);
        assertRepeated(operation, 1, decision);
    }

    @Test
    void aDecisionIsAnsweredAlikeInEveryLaterState() {
        OperationId operation = doubtful();
        Resolution decision = notApplied();
        resolved(operation, 1, decision);
        assertRepeated(operation, 1, decision);
        Claim second = claimed(attempt(operation));
        assertRepeated(operation, 1, decision);
        assertThat(store().renew(second)).isEqualTo(new WriteReply.Done(false));
        store().markInDoubt(second, "again");
        assertRepeated(operation, 1, decision);
        committed(second, outcome("T-1"));
        assertRepeated(operation, 1, decision);
    }

    @Test
    void aRepeatedDecisionSettlesNoLaterDoubt() {
        OperationId operation = doubtful();
        Resolution decision = notApplied();
        resolved(operation, 1, decision);
        store().markInDoubt(claimed(attempt(operation)), "again");
        resolved(operation, 1, decision);
        assertThat(assertInDoubt(operation).fence()).isEqualTo(2);
    }

    @Test
    void theRetentionIsNoPartOfADecision() {
        OperationId operation = doubtful();
        Resolution decision = applied("T-1");
        RecordView record = resolved(operation, 1, decision);
        assertThat(resolved(operation, 1, keptFor(SHORT, decision))).isEqualTo(record);
    }

    @Test
    void aDecisionsIdIsOfOneDecision() {
        OperationId operation = doubtful();
        Resolution one = applied("T-1");
        RecordView record = resolved(operation, 1, one);
        String id = one.decisionId();
        for (Resolution other : List.of(
                new Resolution(id, Verdict.NOT_APPLIED, null, null, null, one.by(), one.why(), DAY),
                new Resolution(id, one.verdict(), "jira", "T-1", one.remoteUrl(), one.by(), one.why(), DAY),
                new Resolution(id, one.verdict(), "linear", "T-2", one.remoteUrl(), one.by(), one.why(), DAY),
                new Resolution(id, one.verdict(), "linear", null, one.remoteUrl(), one.by(), one.why(), DAY),
                new Resolution(id, one.verdict(), "linear", "T-1", "x:y", one.by(), one.why(), DAY),
                new Resolution(id, one.verdict(), "linear", "T-1", one.remoteUrl(), "Ann@ops", one.why(), DAY),
                new Resolution(id, one.verdict(), "linear", "T-1", one.remoteUrl(), one.by(), "guessed", DAY))) {
            assertThat(store().resolve(record.id(), 1, other)).isEqualTo(new ResolveReply.IdReused(record));
        }
        assertThat(store().resolve(record.id(), 2, one)).isEqualTo(new ResolveReply.IdReused(record));
        assertThat(shown(operation)).isEqualTo(record);
    }

    @Test
    void aDecisionsIdIsUsedOnceOnARecordThatIsInDoubtAgain() {
        OperationId operation = doubtful();
        Resolution decision = notApplied();
        resolved(operation, 1, decision);
        store().markInDoubt(claimed(attempt(operation)), "again");
        RecordView record = shown(operation);
        assertThat(store().resolve(record.id(), 2, decision)).isEqualTo(new ResolveReply.IdReused(record));
        assertThat(assertInDoubt(operation).fence()).isEqualTo(2);
    }

    @Test
    void idsOfDecisionsDifferByCase() {
        OperationId operation = doubtful();
        resolved(operation, 1, named("Incident-7"));
        store().markInDoubt(claimed(attempt(operation)), "again");
        resolved(operation, 2, named("incident-7"));
        assertThat(shown(operation).resolutions()).hasSize(2);
    }

    @Test
    void oneIdMayDecideAboutManyRecords() {
        Resolution decision = named("incident-7");
        for (OperationId operation : List.of(doubtful(), doubtful(), doubtful())) {
            resolved(operation, 1, decision);
            assertFree(operation);
        }
    }

    private static Resolution named(String id) {
        return new Resolution(id, Verdict.NOT_APPLIED, null, null, null, "ann@ops", "not there", DAY);
    }

    @Test
    void ofManyDecisionsAtOnceOneStands() throws Exception {
        OperationId operation = doubtful();
        List<Resolution> decisions = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            decisions.add(i % 2 == 0 ? applied("T-" + i) : notApplied());
        }
        List<ResolveReply> replies = atOnce(operation, decisions);
        assertThat(replies).filteredOn(ResolveReply.Resolved.class::isInstance).hasSize(1);
        assertThat(replies).filteredOn(ResolveReply.Stale.class::isInstance).hasSize(MANY - 1);
        Resolution standing = decisions.get(replies.indexOf(replies.stream()
                .filter(ResolveReply.Resolved.class::isInstance)
                .findFirst()
                .orElseThrow()));
        assertThat(shown(operation).resolutions())
                .extracting(RecordView.KeptResolution::resolution)
                .containsExactly(standing);
    }

    @Test
    void oneDecisionSentManyTimesAtOnceIsOne() throws Exception {
        OperationId operation = doubtful();
        Resolution decision = applied("T-1");
        List<Resolution> decisions = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            decisions.add(decision);
        }
        List<ResolveReply> replies = atOnce(operation, decisions);
        assertThat(replies).hasSize(MANY).containsOnly(new ResolveReply.Resolved(shown(operation)));
        assertThat(shown(operation).resolutions()).hasSize(1);
    }

    private List<ResolveReply> atOnce(OperationId operation, List<Resolution> decisions) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(decisions.size());
        try {
            CyclicBarrier start = new CyclicBarrier(decisions.size());
            List<Callable<ResolveReply>> calls = new ArrayList<>();
            for (Resolution decision : decisions) {
                calls.add(() -> {
                    start.await();
                    return store().resolve(RecordId.of(operation), 1, decision);
                });
            }
            List<ResolveReply> replies = new ArrayList<>();
            for (Future<ResolveReply> reply : threads.invokeAll(calls, 60, TimeUnit.SECONDS)) {
                replies.add(reply.get());
            }
            return replies;
        } finally {
            threads.shutdownNow();
        }
    }
}
