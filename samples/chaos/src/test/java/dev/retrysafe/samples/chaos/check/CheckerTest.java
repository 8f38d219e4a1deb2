package dev.retrysafe.samples.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.samples.chaos.check.StoredRecord.State;
import dev.retrysafe.samples.chaos.plan.Operation;
import dev.retrysafe.samples.chaos.plan.Tool;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A checker that finds nothing proves nothing: made-up evidence with each violation in it, and some with none. */
class CheckerTest {

    private static final Operation NOTE = new Operation(0, Tool.POST_NOTE, "tenant-0", "approval-0", 7);

    private static final Operation OTHER = new Operation(1, Tool.POST_NOTE, "tenant-1", "approval-0", 9);

    private static final Operation TICKET = new Operation(2, Tool.OPEN_TICKET, "tenant-0", "approval-1", 5);

    private static final Operation REFUND = new Operation(3, Tool.PAY_REFUND, "tenant-0", "approval-2", 6);

    private final List<Operation> operations = new ArrayList<>();

    private final List<Call> calls = new ArrayList<>();

    private final List<Effect> effects = new ArrayList<>();

    private final Map<String, StoredRecord> records = new HashMap<>();

    @Test
    void anOperationThatWasExecutedAndReplayedIsClean() {
        executed(NOTE, "E-1");
        told(NOTE, 300, 310, "replay", "E-1");
        expect(Map.of());
    }

    @Test
    void tenantsWhoseDecisionsHaveOneNameAreTwoOperations() {
        executed(NOTE, "E-1");
        executed(OTHER, "E-2");
        expect(Map.of());
    }

    @Test
    void aCallThatNobodyLivedToHearIsClean() {
        executed(NOTE, "E-1");
        calls.add(Call.begun("cut off", NOTE.index(), 400));
        expect(Map.of());
    }

    @Test
    void anEffectTwiceIsADuplicate() {
        executed(NOTE, "E-1");
        effect(NOTE, "E-2", 150);
        expect(Map.of(Violation.DUPLICATE, 1));
    }

    @Test
    void aReceiptWithoutAnEffectIsLost() {
        executed(NOTE, "E-1");
        effects.clear();
        expect(Map.of(Violation.LOST, 1));
    }

    @Test
    void aReceiptThatALaterCallDoesNotSeeIsLost() {
        executed(NOTE, "E-1");
        told(NOTE, 300, 310, "in_progress", "-");
        told(NOTE, 400, 410, "replay", "E-1");
        expect(Map.of(Violation.LOST, 1));
    }

    @Test
    void aCallThatBeganBeforeTheReceiptMayBeToldAnything() {
        executed(NOTE, "E-1");
        told(NOTE, 105, 108, "in_progress", "-");
        told(NOTE, 300, 310, "store_unavailable", "-");
        told(NOTE, 400, 410, "replay", "E-1");
        expect(Map.of());
    }

    @Test
    void aReceiptThatTheStoreDoesNotHoldIsLost() {
        executed(NOTE, "E-1");
        record(NOTE, State.IN_DOUBT, "");
        expect(Map.of(Violation.LOST, 1));
    }

    @Test
    void aStoredReceiptOfNoEffectIsLost() {
        operations.add(NOTE);
        told(NOTE, 100, 120, "in_doubt", "-");
        record(NOTE, State.COMMITTED, "E-9");
        expect(Map.of(Violation.LOST, 1));
    }

    @Test
    void anOpenRecordThatWillExpireIsLost() {
        operations.add(NOTE);
        told(NOTE, 100, 120, "in_doubt", "-");
        records.put(Checker.hash(NOTE), new StoredRecord(State.IN_DOUBT, "", true));
        expect(Map.of(Violation.LOST, 1));
    }

    @Test
    void aSettledRecordThatWillNotExpireIsEverlasting() {
        executed(NOTE, "E-1");
        records.put(Checker.hash(NOTE), new StoredRecord(State.COMMITTED, "E-1", false));
        expect(Map.of(Violation.EVERLASTING, 1));
        records.put("00", new StoredRecord(State.FREE, "", false));
        expect(Map.of(Violation.EVERLASTING, 2));
    }

    @Test
    void aRecordOfNoOperationIsHeldToItsExpiryToo() {
        executed(NOTE, "E-1");
        records.put("00", new StoredRecord(State.PENDING, "", true));
        records.put("01", new StoredRecord(State.IN_DOUBT, "", false));
        records.put("02", new StoredRecord(State.FREE, "", true));
        expect(Map.of(Violation.LOST, 1));
    }

    @Test
    void anEffectOfNoOperationIsAPhantom() {
        executed(NOTE, "E-1");
        effects.add(new Effect(150, "E-2", "post_note/tenant-9/approval-0", 7));
        expect(Map.of(Violation.PHANTOM, 1));
    }

    @Test
    void anEffectWithOtherArgumentsIsAPhantom() {
        operations.add(NOTE);
        told(NOTE, 100, 120, "in_doubt", "-");
        record(NOTE, State.IN_DOUBT, "");
        effects.add(new Effect(110, "E-1", NOTE.name(), 8));
        expect(Map.of(Violation.PHANTOM, 1));
    }

    @Test
    void anEffectBeforeAnybodyAskedIsAPhantom() {
        operations.add(NOTE);
        told(NOTE, 100, 120, "in_doubt", "-");
        record(NOTE, State.IN_DOUBT, "");
        effect(NOTE, "E-1", 99);
        expect(Map.of(Violation.PHANTOM, 1));
    }

    @Test
    void twoReceiptsOfOneOperationAreMixed() {
        executed(NOTE, "E-1");
        effect(NOTE, "E-2", 150);
        told(NOTE, 300, 310, "replay", "E-2");
        // Two effects, and the store can hold one receipt only.
        expect(Map.of(Violation.MIXED, 1, Violation.DUPLICATE, 1, Violation.LOST, 1));
    }

    @Test
    void anotherTenantsReceiptIsMixed() {
        executed(NOTE, "E-1");
        executed(OTHER, "E-2");
        calls.clear();
        told(NOTE, 100, 120, "execute", "E-1");
        told(OTHER, 100, 120, "execute", "E-2");
        calls.add(Call.begun("mixed", OTHER.index(), 300)
                .with(new Call.Told(310, "replay", "E-1", "E-1", NOTE.name(), "7", "-")));
        expect(Map.of(Violation.MIXED, 1, Violation.LOST, 1));
    }

    @Test
    void aResultThatDoesNotBelongToItsReceiptIsMixed() {
        executed(NOTE, "E-1");
        calls.add(Call.begun("mixed", NOTE.index(), 300)
                .with(new Call.Told(310, "replay", "E-1", "E-1", NOTE.name(), "8", "-")));
        expect(Map.of(Violation.MIXED, 1));
    }

    @Test
    void aRecordThatStaysPendingIsUnsettled() {
        operations.add(NOTE);
        told(NOTE, 100, 120, "in_progress", "-");
        record(NOTE, State.PENDING, "");
        expect(Map.of(Violation.UNSETTLED, 1));
    }

    @Test
    void aDoubtThatTheToolCouldSettleIsUnsettled() {
        operations.add(TICKET);
        told(TICKET, 100, 120, "in_doubt", "-");
        record(TICKET, State.IN_DOUBT, "");
        expect(Map.of());
        effect(TICKET, "E-1", 110);
        expect(Map.of(Violation.UNSETTLED, 1));
        operations.add(REFUND);
        told(REFUND, 100, 120, "in_doubt", "-");
        record(REFUND, State.IN_DOUBT, "");
        expect(Map.of(Violation.UNSETTLED, 2));
    }

    @Test
    void anOperationThatNobodyAnsweredIsUnsettled() {
        operations.add(NOTE);
        expect(Map.of(Violation.UNSETTLED, 1));
    }

    @Test
    void withoutRecordsOfTheLibraryTheStoreIsNotAsked() {
        executed(NOTE, "E-1");
        assertThat(Checker.check(new Evidence(operations, calls, effects, null, null))
                        .lines())
                .isEmpty();
    }

    private void executed(Operation operation, String id) {
        operations.add(operation);
        told(operation, 100, 120, "execute", id);
        effect(operation, id, 110);
        record(operation, State.COMMITTED, id);
    }

    private void told(Operation operation, long begun, long at, String word, String id) {
        boolean success = !id.equals("-");
        calls.add(Call.begun("call-" + calls.size(), operation.index(), begun)
                .with(new Call.Told(
                        at,
                        word,
                        id,
                        id,
                        success ? operation.name() : "-",
                        success ? Long.toString(operation.amount()) : "-",
                        "-")));
    }

    private void effect(Operation operation, String id, long at) {
        effects.add(new Effect(at, id, operation.name(), operation.amount()));
    }

    private void record(Operation operation, State state, String remoteId) {
        @Nullable
        StoredRecord unused = records.put(
                Checker.hash(operation),
                new StoredRecord(state, remoteId, state == State.COMMITTED || state == State.FREE));
    }

    private void expect(Map<Violation, Integer> expected) {
        Verdict verdict = Checker.check(new Evidence(operations, calls, effects, null, records));
        Map<Violation, Integer> found = new EnumMap<>(Violation.class);
        for (Violation violation : Violation.values()) {
            if (verdict.count(violation) > 0) {
                found.put(violation, verdict.count(violation));
            }
        }
        assertThat(found).as(() -> String.join("\n", verdict.lines())).isEqualTo(expected);
        assertThat(verdict.isClean()).isEqualTo(expected.isEmpty());
    }
}
