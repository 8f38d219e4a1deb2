package dev.retrysafe.samples.chaos.check;

import static dev.retrysafe.samples.chaos.check.Violation.OVERDUE;
import static dev.retrysafe.samples.chaos.check.Violation.UNEXPLAINED;

import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.plan.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures and doubts with the fault that they come of, and with everything but that. */
class ExplanationsTest {

    private static final Violation[] NOTHING = {};

    /** An owner that claimed at 100 and that nobody heard of again; another caller is in doubt. */
    private static Made vanished(long doubtAt) {
        return note(7).calls(100)
                .claims(110, 1, false)
                .calls("worker-1-1.log", doubtAt - 10)
                .told(doubtAt, "in_doubt");
    }

    private static Made note(long amount) {
        return new Made(Tool.POST_NOTE, amount);
    }

    /** An owner whose request arrived at 120, and that was told at that time that it is in doubt. */
    private static Made asked(long amount, long doubtAt) {
        return note(amount).calls(100).claims(110, 1, false).sends(115).told(doubtAt, "in_doubt");
    }

    @Test
    void aDoubtThatNothingBroughtAboutIsUnexplained() {
        asked(7, 300).applied(120).is(UNEXPLAINED);
    }

    @Test
    void aKilledOwnerLeavesDoubtWhenItsLeaseHasLapsed() {
        vanished(2_300).fault(Fault.Kind.KILL, 200, 210).is(NOTHING);
        // Sooner than any lease can lapse.
        vanished(300).fault(Fault.Kind.KILL, 200, 210).is(UNEXPLAINED);
    }

    @Test
    void aKillOfAnotherProcessExplainsNothing() {
        vanished(2_300).fault(Fault.Kind.KILL, "worker-0-9.log", 200, 210).is(UNEXPLAINED);
    }

    @Test
    void aKillBeforeTheCallBeganOrAfterTheDoubtExplainsNothing() {
        vanished(2_300).fault(Fault.Kind.KILL, 50, 60).is(UNEXPLAINED);
        vanished(2_300).fault(Fault.Kind.KILL, 2_400, 2_410).is(UNEXPLAINED);
    }

    @Test
    void aPausedOwnerLeavesDoubt() {
        Made paused = note(7).calls(100)
                .claims(110, 1, false)
                .sends(115)
                .told(4_000, "execute")
                .applied(120)
                .calls("worker-1-1.log", 2_500)
                .told(2_510, "in_doubt");
        paused.is(UNEXPLAINED);
        paused.fault(Fault.Kind.PAUSE, "worker-1-1.log", 200, 3_900).is(UNEXPLAINED);
        paused.fault(Fault.Kind.PAUSE, 4_100, 4_900).is(UNEXPLAINED);
        paused.fault(Fault.Kind.PAUSE, 200, 3_900).is(NOTHING);
    }

    @Test
    void aPausedWaiterThatHoldsNoClaimExplainsNothing() {
        note(7).calls(100)
                .told(2_900, "in_progress")
                .calls("worker-1-1.log", 2_500)
                .told(2_510, "in_doubt")
                .fault(Fault.Kind.PAUSE, 200, 2_800)
                .is(UNEXPLAINED);
    }

    @ParameterizedTest
    @CsvSource({"STALL_STORE, true", "KILL_STORE, true", "FAIL_OVER, true", "SLOW_STORE, true", "FLUSH_SCRIPTS, false"})
    void aStoreThatFailedWhileAnOwnerRanLeavesDoubt(Fault.Kind kind, boolean explains) {
        asked(7, 300).applied(120).fault(kind, 150, 250).is(explains ? NOTHING : new Violation[] {UNEXPLAINED});
        asked(7, 300).applied(120).fault(kind, 310, 400).is(UNEXPLAINED);
    }

    @Test
    void aStoreThatFailedLongBeforeExplainsNothing() {
        note(7).calls(10_000)
                .claims(10_010, 1, false)
                .sends(10_015)
                .told(10_100, "in_doubt")
                .applied(10_020)
                .fault(Fault.Kind.KILL_STORE, 150, 250)
                .is(UNEXPLAINED);
    }

    @Test
    void anAnswerThatWasDroppedOrAFailureLeavesDoubt() {
        asked(7, 300).arrives(120, Request.Fate.APPLIED, true, Request.NEVER).is(NOTHING);
        asked(7, 300).arrives(120, Request.Fate.FAILED, false, 130).is(NOTHING);
        asked(7, 300).arrives(310, Request.Fate.FAILED, false, 320).is(UNEXPLAINED);
    }

    @Test
    void anAnswerLaterThanItsCallerWaitsLeavesDoubtThen() {
        asked(7, 1_330).arrives(120, Request.Fate.APPLIED, false, 2_000).is(NOTHING);
        asked(7, 1_330).arrives(120, Request.Fate.APPLIED, false, Request.NEVER).is(NOTHING);
        // Not yet given up.
        asked(7, 650).arrives(120, Request.Fate.APPLIED, false, 2_000).is(UNEXPLAINED);
        // The caller of an even amount is patient.
        asked(8, 650).arrives(120, Request.Fate.APPLIED, false, 2_000).is(UNEXPLAINED);
        asked(8, 1_330).arrives(120, Request.Fate.APPLIED, false, 2_000).is(OVERDUE);
    }

    @Test
    void aRefusalLeavesDoubtOnlyAfterATakeover() {
        asked(7, 300).refused(120).is(UNEXPLAINED);
        new Made(Tool.PAY_REFUND, 7)
                .calls(100)
                .claims(110, 2, true)
                .sends(115)
                .told(300, "in_doubt")
                .refused(120)
                .is(NOTHING);
    }

    @Test
    void aRefusalIsTheLedgers() {
        Made refused = note(7).calls(100).claims(110, 1, false).sends(115).told(300, "refused");
        refused.is(UNEXPLAINED);
        refused.refused(120).is(NOTHING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"store_unavailable", "not_stored"})
    void aStoreThatIsNotThereWasMadeToFailOrItsCallerStoodStill(String word) {
        note(7).calls(100).told(300, word).is(UNEXPLAINED);
        note(7).calls(100)
                .told(300, word)
                .fault(Fault.Kind.STALL_STORE, 90, 290)
                .is(NOTHING);
        note(7).calls(100).told(300, word).fault(Fault.Kind.PAUSE, 150, 290).is(NOTHING);
        note(7).calls(100)
                .told(300, word)
                .fault(Fault.Kind.FLUSH_SCRIPTS, 90, 290)
                .is(UNEXPLAINED);
    }

    @Test
    void aRecordIsLockedByWhoStandsStillWithinItsCall() {
        Made lockedOut = note(7).calls("worker-9-9.log", 50)
                .told(3_000, "in_progress")
                .calls(100)
                .told(300, "store_unavailable");
        lockedOut.is(UNEXPLAINED);
        lockedOut.fault(Fault.Kind.PAUSE, "worker-8-8.log", 90, 2_900).is(UNEXPLAINED);
        lockedOut.fault(Fault.Kind.PAUSE, "worker-9-9.log", 301, 2_900).is(UNEXPLAINED);
        lockedOut.fault(Fault.Kind.PAUSE, "worker-9-9.log", 90, 2_900).is(NOTHING);
    }

    /** Whatever struck meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"failed", "rejected", "conflict", "committed"})
    void whatNoCallMayEndWithIsNeverExplained(String word) {
        note(7).calls(100)
                .told(300, word)
                .fault(Fault.Kind.STALL_STORE, 90, 290)
                .fault(Fault.Kind.PAUSE, 90, 290)
                .is(UNEXPLAINED);
    }

    @Test
    void aCallThatALivingWorkerNeverAnsweredIsUnexplained() {
        note(7).calls(100).is(UNEXPLAINED);
        note(7).calls(100).fault(Fault.Kind.KILL, 200, 210).is(NOTHING);
        note(7).calls(100).fault(Fault.Kind.PAUSE, 200, 210).is(UNEXPLAINED);
    }

    @ParameterizedTest
    @CsvSource({
        "second_effect, MIXED",
        "outcome_differs, MIXED",
        "classifier_failed, UNEXPLAINED",
        "receipt_path_failed, UNEXPLAINED",
        "key_not_forwarded, UNEXPLAINED",
        "record_lost, UNEXPLAINED"
    })
    void anAlarmOfTheLibraryIsAViolation(String kind, Violation violation) {
        note(7).alarm(kind).is(violation);
    }

    @Test
    void aFailOverMayLoseARecordThatIsThenWrittenAgain() {
        note(7).alarm("record_lost").fault(Fault.Kind.FAIL_OVER, 1, 2).is(NOTHING);
        note(7).alarm("late_commit").alarm("renewal_failed").is(NOTHING);
    }
}
