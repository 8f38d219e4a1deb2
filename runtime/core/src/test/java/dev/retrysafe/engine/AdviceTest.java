package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.SideEffectException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.operations.PersonDecision;
import dev.retrysafe.operations.RecordFilter;
import dev.retrysafe.operations.SeenRecord;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a model is told to do about a doubt is true of the next call: it depends on the tool's recovery. */
class AdviceTest extends RecoveryBench {

    private static final String NOTHING_DONE = "another call is not executed and changes nothing";

    private static final String LOOKS_UP = "such a call looks up at the remote side whether it happened";

    private static final String SENDS_AGAIN = "sends the same request again with the same key";

    private LookedUpTool unrecovered() {
        return tool(tool -> tool);
    }

    /** What the caller is told whose own attempt failed. */
    private Map<String, Object> told(LookedUpTool tool) {
        return SideEffects.attempt(() -> call(tool, () -> {
                    throw new IOException("read timed out");
                }))
                .toMap();
    }

    /** All but the message is the same for every doubt: contract §6. */
    private static void assertShape(Map<String, Object> doubt) {
        assertThat(doubt)
                .containsEntry("code", "InDoubt")
                .containsEntry("status", "in_doubt")
                .containsEntry("retryable", false)
                .containsEntry("next_action", "ask_a_human");
    }

    private static void assertSaysNotToCall(SideEffectException doubt) {
        assertSaysNotToCall(doubt.toMap());
    }

    private static void assertSaysNotToCall(Map<String, Object> doubt) {
        assertShape(doubt);
        assertThat(message(doubt))
                .contains("Do not call it again", NOTHING_DONE, "Tell a human")
                .doesNotContain("is safe");
    }

    private static void assertSaysToCall(SideEffectException doubt, String... doing) {
        assertSaysToCall(doubt.toMap(), doing);
    }

    private static void assertSaysToCall(Map<String, Object> doubt, String... doing) {
        assertShape(doubt);
        assertThat(message(doubt))
                .contains("Calling again with the same arguments is safe", "in doubt again", "tell a human")
                .contains(doing)
                .doesNotContain("Do not call", "not executed");
    }

    private static String message(Map<String, Object> doubt) {
        return String.valueOf(doubt.get("message"));
    }

    @Test
    void withoutARecoveryAnotherCallChangesNothing() {
        LookedUpTool tool = unrecovered();
        assertSaysNotToCall(told(tool));
        assertSaysNotToCall(inDoubt(tool));
    }

    @Test
    void whatHasALookupMayBeCalledAgain() {
        LookedUpTool tool = reconciled();
        assertSaysToCall(told(tool), LOOKS_UP);
        assertSaysToCall(inDoubt(tool), LOOKS_UP);
        lookupFailure = new IOException("no answer");
        assertSaysToCall(inDoubt(tool), LOOKS_UP);
        assertThat(inDoubt(tool).getMessage()).doesNotContain(SENDS_AGAIN, "is executed once");
    }

    @Test
    void whatTrustsAnAbsenceIsExecutedInTheEnd() {
        LookedUpTool tool = trusting();
        assertSaysToCall(told(tool), LOOKS_UP, "is executed once nothing has been there for long enough");
        assertSaysToCall(inDoubt(tool), LOOKS_UP, "is executed once nothing has been there for long enough");
    }

    @Test
    void whatIsIdempotentMayBeCalledAgainAsLongAsItMayBeSentAgain() {
        LookedUpTool tool = idempotent();
        Map<String, Object> doubt = told(tool);
        assertSaysToCall(doubt, SENDS_AGAIN, "does no harm twice");
        assertThat(message(doubt)).doesNotContain(LOOKS_UP);
        desk.clock.forward(HOUR);
        assertSaysNotToCall(inDoubt(tool));
    }

    @Test
    void whatIsIdempotentByNatureMayBeCalledAgain() {
        assertSaysToCall(told(tool(t -> t.mutation(Mutation.IDEMPOTENT).resendForever())), SENDS_AGAIN);
    }

    @Test
    void whatIsBothIsLookedUpForEver() {
        LookedUpTool tool = idempotentReconciled();
        assertSaysToCall(told(tool), LOOKS_UP, "If it finds nothing, it " + SENDS_AGAIN);
        desk.clock.forward(HOUR);
        SideEffectInDoubtException doubt = inDoubt(tool);
        assertSaysToCall(doubt, LOOKS_UP);
        assertThat(doubt.getMessage()).doesNotContain(SENDS_AGAIN);
    }

    /** It was claimed when its tool was no idempotent one: it is not sent again. */
    @Test
    void whatWasNotIdempotentBeforeIsNotSentAgain() {
        assertSaysNotToCall(told(unrecovered()));
        assertSaysNotToCall(inDoubt(idempotent()));
    }

    @Test
    void aReceiptThatIsNotStoredYetIsWaitedFor() {
        try (Desk hasty =
                new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).commitBudget(Duration.ofMillis(1)))) {
            hasty.store.requestLost = "commit";
            assertThat(notStored(hasty, unrecovered(), "approval-17"))
                    .contains("Do not call it again", NOTHING_DONE)
                    .doesNotContain("is safe");
            assertThat(notStored(hasty, idempotent(), "approval-18"))
                    .contains("Do not call it again for now", "is safe", "answered with the receipt", SENDS_AGAIN)
                    .doesNotContain(NOTHING_DONE);
        }
    }

    private String notStored(Desk hasty, LookedUpTool tool, String approval) {
        SideEffectStoreException told = catchThrowableOfType(
                SideEffectStoreException.class, () -> hasty.call(tool, this::send, approval, "high", ""));
        assertThat(told.toMap())
                .containsEntry("status", "not_stored")
                .containsEntry("retryable", false)
                .containsEntry("next_action", "ask_a_human");
        return Objects.requireNonNull(told.getMessage());
    }

    private SideEffectInDoubtException refused(LookedUpTool tool, Runnable afterTheLeaseLapsed) {
        return catchThrowableOfType(
                SideEffectInDoubtException.class,
                () -> call(tool, () -> {
                    Ticket ticket = send();
                    desk.clock.forward(LEASE.plusMillis(1));
                    afterTheLeaseLapsed.run();
                    return ticket;
                }));
    }

    @Test
    void aReceiptThatIsRefusedWhileOthersAreInDoubtIsLookedUpOrSentAgain() {
        LookedUpTool tool = idempotent();
        SideEffectInDoubtException refused = refused(
                tool,
                () -> unchecked(() -> elsewhere(() -> assertThatThrownBy(() -> call(tool, () -> {
                            throw new IOException("read timed out");
                        }))
                        .hasCauseInstanceOf(IOException.class))));
        assertThat(refused.code()).isEqualTo("CommitRefused");
        assertThat(refused.getMessage())
                .contains("IN_DOUBT", "is safe", SENDS_AGAIN)
                .doesNotContain("Do not call");
    }

    /** A person said that nothing had happened, and was wrong: the next call executes. */
    @Test
    void aReceiptThatIsRefusedBecauseTheOperationWasFreedHoldsNoCallBack() {
        LookedUpTool tool = unrecovered();
        SideEffectInDoubtException refused = refused(tool, () -> {
            unchecked(() -> elsewhere(() -> inDoubt(tool)));
            RecordView record = desk.engine
                    .operations()
                    .openRecords(RecordFilter.IN_DOUBT, null, 10)
                    .records()
                    .get(0);
            desk.engine
                    .operations()
                    .resolve(
                            new SeenRecord(record.id(), record.fence()),
                            new PersonDecision("incident-8", Verdict.NOT_APPLIED, null, null, "ann", "not there"));
        });
        assertThat(refused.code()).isEqualTo("CommitRefused");
        assertThat(refused.getMessage())
                .contains("FREE", "Do not call it again: another call is executed, and may cause a second effect")
                .doesNotContain(NOTHING_DONE);
    }
}
