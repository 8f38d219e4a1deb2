package dev.retrysafe.samples.chaos.check;

import static dev.retrysafe.samples.chaos.check.Violation.UNLICENSED;

import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.plan.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that were allowed to leave, and some that were not though no effect came of them. */
class LicencesTest {

    private static final Violation[] NOTHING = {};

    @ParameterizedTest
    @EnumSource(Tool.class)
    void aClaimAllowsOneRequest(Tool tool) {
        executed(tool).is(NOTHING);
    }

    private static Made executed(Tool tool) {
        return new Made(tool, 7)
                .calls(100)
                .claims(110, 1, false)
                .sends(120)
                .told(140, "execute")
                .applied(130);
    }

    /** One attempt whose process was killed with its request unanswered, then another from that time on. */
    private static Made killedThen(Tool tool, long at, boolean takeover) {
        return new Made(tool, 7)
                .calls("worker-9-9.log", 100)
                .claims(110, 1, false)
                .sends(120)
                .fault(Fault.Kind.KILL, "worker-9-9.log", 200, 210)
                .arrives(130, Request.Fate.FAILED, false, 140)
                .calls(at - 20)
                .claims(at, 2, takeover)
                .sends(at + 10)
                .told(at + 30, "execute")
                .applied(at + 20);
    }

    @ParameterizedTest
    @EnumSource(
            value = Tool.class,
            names = {"POST_NOTE", "OPEN_TICKET"})
    void whatIsNotToBeSentTwiceIsNotTakenOver(Tool tool) {
        killedThen(tool, 12_000, true).absent(11_990).is(UNLICENSED);
        killedThen(tool, 12_000, false).absent(11_990).is(UNLICENSED);
    }

    @Test
    void whatTheLedgerDeduplicatesMayBeSentAgain() {
        killedThen(Tool.PAY_REFUND, 3_000, true).is(NOTHING);
    }

    @Test
    void anAbsenceIsTrustedAfterItsTimeOnly() {
        killedThen(Tool.BOOK_SEAT, 9_200, true).absent(9_190).is(NOTHING);
        // Nobody looked.
        killedThen(Tool.BOOK_SEAT, 9_200, true).is(UNLICENSED);
        // Looked too early, and used in time.
        killedThen(Tool.BOOK_SEAT, 9_200, true).absent(9_000).is(UNLICENSED);
        // Looked afterwards.
        killedThen(Tool.BOOK_SEAT, 9_200, true).absent(9_205).is(UNLICENSED);
        // As if nothing had been before.
        killedThen(Tool.BOOK_SEAT, 9_200, false).absent(9_190).is(UNLICENSED);
    }

    private static Made refusedThen(long refusedAt, boolean takeoverBefore) {
        return new Made(Tool.POST_NOTE, 7)
                .calls(100)
                .claims(110, 1, takeoverBefore)
                .sends(120)
                .told(500, "refused")
                .refused(refusedAt)
                .calls(600)
                .claims(610, 2, false)
                .sends(620)
                .told(640, "execute")
                .applied(630);
    }

    @Test
    void whatWasRefusedAndGivenBackMayBeSentAnew() {
        refusedThen(130, false).is(NOTHING);
        // Refused after it was sent anew: not the reason.
        refusedThen(615, false).is(UNLICENSED, Violation.UNEXPLAINED);
    }

    @Test
    void whatWasTakenOverIsNotGivenBack() {
        refusedThen(130, true).is(UNLICENSED);
    }

    @Test
    void anAttemptSendsOnce() {
        executed(Tool.BOOK_SEAT).calls(200).told(210, "replay").is(NOTHING);
        new Made(Tool.BOOK_SEAT, 7)
                .calls(100)
                .claims(110, 1, false)
                .sends(120)
                .sends(125)
                .told(140, "execute")
                .applied(130)
                .is(UNLICENSED);
    }

    @ParameterizedTest
    @EnumSource(Tool.class)
    void nothingIsSentWithoutAClaimOrBeforeIt(Tool tool) {
        new Made(tool, 7)
                .calls(100)
                .sends(120)
                .told(140, "execute")
                .applied(130)
                .is(UNLICENSED);
        new Made(tool, 7)
                .calls(100)
                .claims(125, 1, false)
                .sends(120)
                .told(140, "execute")
                .applied(130)
                .is(UNLICENSED);
    }

    @Test
    void whoExecutedHasSent() {
        new Made(Tool.POST_NOTE, 7)
                .calls(100)
                .claims(110, 1, false)
                .sends(120)
                .fault(Fault.Kind.KILL, 140, 150)
                .applied(130)
                .calls("worker-1-1.log", 200)
                .told(210, "execute")
                .is(UNLICENSED);
    }

    @Test
    void theLedgerGetsNoMoreThanWasSent() {
        executed(Tool.PAY_REFUND).arrives(135, Request.Fate.FAILED, false, 136).is(UNLICENSED);
    }
}
