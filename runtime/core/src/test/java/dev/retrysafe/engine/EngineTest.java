package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.CallContext;
import dev.retrysafe.CommitReceipt;
import dev.retrysafe.Decision;
import dev.retrysafe.NoEffect;
import dev.retrysafe.Outcome;
import dev.retrysafe.ResultClassifier;
import dev.retrysafe.ResultUnavailableException;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectInProgressException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinitionException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EngineTest {

    private final Desk desk = new Desk();

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void executesOnceAndReplaysTheStoredResult() throws Throwable {
        Ticket first = desk.create("approval-17", "high");
        Ticket second = desk.create("approval-17", "high");

        assertThat(second).isEqualTo(first).isNotSameAs(first);
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.store.commands).containsExactly("claim", "commit", "claim");
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.EXECUTE, Decision.REPLAY);
        CommitReceipt receipt = Objects.requireNonNull(desk.calls.get(1).receipt());
        assertThat(receipt).isEqualTo(desk.calls.get(0).receipt());
        assertThat(receipt.remoteId()).isEqualTo("T-1");
        assertThat(receipt.remoteUrl()).isEqualTo("https://tickets.example/T-1");
        assertThat(receipt.remoteSystem()).isEqualTo("linear");
        assertThat(receipt.status()).isEqualTo("committed");
        assertThat(receipt.idempotencyKey()).isEqualTo("acme:approval-17:create_ticket");
    }

    /** What {@link Ticket} became by a deploy. */
    record UrgentTicket(String id, String url, String severity, boolean urgent) {}

    @Test
    void case_87_aPrimitiveMemberThatCameLaterIsNotMadeUpInAReplay() throws Throwable {
        desk.create("approval-17", "high");
        TicketTool later = new TicketTool("create_ticket", ResultType.of(UrgentTicket.class), tool -> tool);
        assertThatThrownBy(() -> desk.call(later, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOfSatisfying(ResultUnavailableException.class, unavailable -> {
                    assertThat(unavailable.receipt().remoteId()).isEqualTo("T-1");
                    assertThat(unavailable).hasMessageContaining("stored by another version of the tool");
                });
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void anotherEffectUnderTheSameKeyIsAConflict() throws Throwable {
        desk.create("approval-17", "high");
        SideEffectConflictException conflict =
                catchThrowableOfType(SideEffectConflictException.class, () -> desk.create("approval-17", "low"));

        assertThat(conflict.conflict().existingRemoteId()).isEqualTo("T-1");
        assertThat(conflict.conflict().existingFingerprint())
                .isNotEqualTo(conflict.conflict().receivedFingerprint());
        assertThat(conflict.decision()).isEqualTo(Decision.CONFLICT);
        assertThat(conflict.retryable()).isFalse();
        assertThat(desk.effects).hasValue(1);
        // Nothing was changed by it.
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
    }

    @Test
    void observeTellsWhatWasDone() throws Exception {
        Outcome<Ticket> first = SideEffects.observe(() -> desk.create("approval-17", "high"));
        Outcome<Ticket> second = SideEffects.observe(() -> desk.create("approval-17", "high"));

        assertThat(first.replayed()).isFalse();
        assertThat(first.decision()).isEqualTo(Decision.EXECUTE);
        assertThat(second.replayed()).isTrue();
        assertThat(second.value()).isEqualTo(first.value());
        assertThat(second.receipt()).isEqualTo(first.receipt());
        assertThat(second.envelope()).isEqualTo(first.envelope());
        assertThat(second.envelope().tool()).isEqualTo("create_ticket");
        assertThat(second.envelope().actor()).isEqualTo("application");
        assertThat(second.envelope().expiresAt())
                .isEqualTo(Objects.requireNonNull(first.receipt()).committedAt().plus(Duration.ofHours(24)));
    }

    @Test
    void observingNothingIsAnError() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SideEffects.observe(() -> "no tool in here"))
                .withMessageContaining("no @SideEffect tool ran");
    }

    @Test
    void withoutAContextTheCallIsRefusedAndNothingHappens() {
        Throwable refused = catchThrowable(() -> desk.engine.call(
                Invocation.direct(desk.createTicket, () -> desk.newTicket("high"), "approval-17", "high", "")));

        assertThat(refused).isInstanceOfSatisfying(SideEffectRejectedException.class, e -> {
            assertThat(e.code()).isEqualTo("MissingContext");
            assertThat(e.toMap()).containsEntry("next_action", "ask_a_human").containsEntry("retryable", false);
            assertThat(e).hasMessageContaining("ctx.tenant").hasMessageContaining("CallContext.builder().tenant(");
        });
        assertThat(desk.effects).hasValue(0);
        assertThat(desk.store.commands).isEmpty();
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.REJECTED);
    }

    @Test
    void case_04_aNullKeyPartIsRefusedAndNothingHappens() {
        assertThatThrownBy(() -> desk.create("", "high"))
                .isInstanceOfSatisfying(SideEffectRejectedException.class, e -> {
                    assertThat(e.code()).isEqualTo("BlankKeyPart");
                    assertThat(e.toMap()).containsEntry("next_action", "fix_arguments");
                });
        assertThat(desk.effects).hasValue(0);
        assertThat(desk.store.commands).isEmpty();
    }

    @Test
    void aGetterThatThrowsRefusesTheCall() {
        assertThatThrownBy(() -> desk.call(desk.createTicket, () -> desk.newTicket("high"), "approval-17", null, ""))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("ArgumentFailed"))
                .hasCauseInstanceOf(NullPointerException.class);
        assertThat(desk.store.commands).isEmpty();
    }

    @Test
    void anUnknownFailureIsInDoubtAndStaysSo() {
        IOException timeout = new SocketTimeoutException("Read timed out");
        Throwable first = catchThrowable(() -> desk.call(
                desk.createTicket,
                () -> {
                    desk.effects.incrementAndGet();
                    throw timeout;
                },
                "approval-17",
                "high",
                ""));
        assertThat(first).isSameAs(timeout);
        assertThat(first).hasNoSuppressedExceptions();

        desk.clock.forward(Duration.ofDays(1000));
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(SideEffectInDoubtException.class, e -> {
                    assertThat(e.toMap())
                            .containsEntry("status", "in_doubt")
                            .containsEntry("retryable", false)
                            .containsEntry("next_action", "ask_a_human");
                    assertThat(e).hasMessageContaining("Do not call it again");
                });
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT, Decision.IN_DOUBT);
    }

    @Test
    void case_33_anErrorIsInDoubt() {
        assertThatThrownBy(() -> desk.call(
                        desk.createTicket,
                        () -> {
                            throw new OutOfMemoryError("Java heap space");
                        },
                        "approval-17",
                        "high",
                        ""))
                .isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void aFailureThatProvesNoEffectReleasesTheKey() throws Throwable {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> desk.call(
                            desk.createTicket,
                            () -> {
                                throw new Refused();
                            },
                            "approval-17",
                            "high",
                            ""))
                    .isInstanceOf(Refused.class)
                    .hasNoSuppressedExceptions();
        }
        // A free record forgets its fingerprint: other arguments are no conflict.
        assertThat(desk.create("approval-17", "low").id()).isEqualTo("T-1");
    }

    @Test
    void failureTypesOfTheDefinitionReleaseTheKeyToo() throws Throwable {
        TicketTool tool = new TicketTool(
                "create_ticket", ResultType.of(Ticket.class), b -> b.noEffect(List.of(IllegalArgumentException.class)));
        assertThatIllegalArgumentException().isThrownBy(() -> {
            Object unused = desk.call(
                    tool,
                    () -> {
                        throw new NumberFormatException("no such severity");
                    },
                    "approval-17",
                    "high",
                    "");
        });
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
    }

    @Test
    void case_49_aStoreThatIsDownAtTheClaimRefuses() throws Throwable {
        desk.store.requestLost = "claim";
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(SideEffectStoreException.class, e -> {
                    assertThat(e.effectMayHaveHappened()).isFalse();
                    assertThat(e.toMap())
                            .containsEntry("status", "store_unavailable")
                            .containsEntry("retryable", true)
                            .containsEntry("next_action", "retry_later");
                });
        assertThat(desk.effects).hasValue(0);

        desk.store.requestLost = null;
        await().until(() -> desk.store.tookPlace.contains("release"));
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
    }

    @Test
    void aClaimWhoseAnswerIsLostIsTakenBackAndNotExecuted() throws Throwable {
        desk.store.answerLost = "claim";
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectStoreException.class);
        assertThat(desk.effects).hasValue(0);

        desk.store.answerLost = null;
        await().until(() -> desk.store.tookPlace.contains("release"));
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
    }

    @Test
    void case_49_aStoreThatIsDownAtTheCommitTellsTheCallerAndGoesOnTrying() throws Throwable {
        try (Desk hasty =
                new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).commitBudget(Duration.ofMillis(1)))) {
            hasty.store.requestLost = "commit";
            assertThatThrownBy(() -> hasty.create("approval-17", "high"))
                    .isInstanceOfSatisfying(SideEffectStoreException.class, e -> {
                        assertThat(e.effectMayHaveHappened()).isTrue();
                        assertThat(e.result()).isEqualTo(new Ticket("T-1", "https://tickets.example/T-1", "high"));
                        assertThat(e.decision()).isEqualTo(Decision.IN_DOUBT);
                        assertThat(e.toMap())
                                .containsEntry("status", "not_stored")
                                .containsEntry("retryable", false);
                    });
            // A retry meanwhile finds the claim.
            assertThatThrownBy(() -> hasty.create("approval-17", "high"))
                    .isInstanceOf(SideEffectInProgressException.class);
            // Past its lease it is in doubt, and the owner's late commit is still taken.
            hasty.clock.forward(Duration.ofMinutes(1));
            assertThatThrownBy(() -> hasty.create("approval-17", "high"))
                    .isInstanceOf(SideEffectInDoubtException.class);
            hasty.store.requestLost = null;
            await().untilAsserted(() ->
                    assertThat(hasty.incidents).extracting(Incident::kind).contains(Incident.Kind.LATE_COMMIT));
            assertThat(hasty.create("approval-17", "high").id()).isEqualTo("T-1");
            assertThat(hasty.effects).hasValue(1);
        }
    }

    @Test
    void aClosedEngineRefusesBeforeItClaims() {
        desk.engine.close();
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(SideEffectStoreException.class, e -> {
                    assertThat(e.code()).isEqualTo("EngineClosed");
                    assertThat(e.effectMayHaveHappened()).isFalse();
                });
        assertThat(desk.store.commands).isEmpty();
    }

    @Test
    void anEngineThatIsClosedAfterTheClaimGivesItBack() {
        desk.store.afterClaim = desk.engine::close;
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.code()).isEqualTo("EngineClosed"));
        assertThat(desk.effects).hasValue(0);
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }

    @Test
    void whateverAResultThrowsItsReceiptIsStored() throws Exception {
        TicketTool tool = new TicketTool("create_ticket", ResultType.of(Broken.class), b -> b);
        Broken broken = new Broken();
        assertThat(desk.call(tool, () -> broken, "approval-17", "high", "")).isSameAs(broken);
        assertThatThrownBy(() -> desk.call(tool, () -> broken, "approval-17", "high", ""))
                .isInstanceOf(ResultUnavailableException.class);
    }

    @Test
    void aFailureWhoseMessageFailsIsInDoubtAtOnce() {
        assertThatThrownBy(() -> desk.call(
                        desk.createTicket,
                        () -> {
                            throw new Unreadable();
                        },
                        "approval-17",
                        "high",
                        ""))
                .isInstanceOf(Unreadable.class);
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void aClassifierWithoutAVerdictLeavesTheEffectInDoubt() throws Exception {
        try (Desk judged = new Desk(SideEffectEngine.builder()
                .resultClassifier((tool, result) -> nothing())
                .waitAtMost(Duration.ZERO))) {
            judged.create("approval-17", "high");
            assertThatThrownBy(() -> judged.create("approval-17", "high"))
                    .isInstanceOf(SideEffectInDoubtException.class);
        }
    }

    @Test
    void aBrokenListenerChangesNothing() throws Exception {
        SideEffectListener broken = new SideEffectListener() {
            @Override
            public CallObserver callStarted(String tool) {
                return nothing();
            }
        };
        SideEffectListener failing = new SideEffectListener() {
            @Override
            public CallObserver callStarted(String tool) {
                return finished -> {
                    throw new NoClassDefFoundError("gone");
                };
            }
        };
        try (Desk told = new Desk(SideEffectEngine.builder().listener(broken).listener(failing))) {
            assertThat(told.create("approval-17", "high").id()).isEqualTo("T-1");
            assertThat(told.create("approval-17", "high").id()).isEqualTo("T-1");
            assertThat(told.calls).hasSize(2);
        }
    }

    @Test
    void aRefusalInsideAWrapperNeverProvesNoEffect() throws Exception {
        desk.create("approval-17", "high");
        TicketTool outer = new TicketTool(
                "open_incident", ResultType.of(Ticket.class), b -> b.noEffect(List.of(RuntimeException.class)));
        assertThatThrownBy(() -> desk.call(
                        outer,
                        () -> {
                            try {
                                return desk.create("approval-17", "low");
                            } catch (SideEffectConflictException e) {
                                throw new IllegalStateException("wrapped", e);
                            }
                        },
                        "approval-17",
                        "high",
                        ""))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> desk.call(outer, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void oneExceptionThrownByManyCallsDoesNotGrowWithoutEnd() {
        IllegalStateException shared = new IllegalStateException("shared");
        for (int i = 0; i < 100; i++) {
            String approval = "approval-" + i;
            assertThatThrownBy(() -> desk.call(
                            desk.createTicket,
                            () -> {
                                throw shared;
                            },
                            approval,
                            "high",
                            ""))
                    .isSameAs(shared);
        }
        assertThat(shared).hasNoSuppressedExceptions();
    }

    @Test
    void anOwnerWhoseLostRecordWasClaimedByAnotherIsToldSo() throws Exception {
        AtomicReference<SideEffectInProgressException> told = new AtomicReference<>();
        CountDownLatch lost = new CountDownLatch(1);
        CountDownLatch reclaimed = new CountDownLatch(1);
        Thread first = new Thread(() -> {
            try {
                Object unused = desk.call(
                        desk.createTicket,
                        () -> {
                            desk.memory.lose(
                                    new OperationId("default", "acme", "create_ticket", SideEffects.currentKey()));
                            lost.countDown();
                            reclaimed.await();
                            return desk.newTicket("high");
                        },
                        "approval-17",
                        "high",
                        "");
            } catch (SideEffectInProgressException e) {
                told.set(e);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        first.start();
        lost.await();
        Object second = desk.call(
                desk.createTicket,
                () -> {
                    reclaimed.countDown();
                    first.join();
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(second).isNotNull();
        SideEffectInProgressException e = Objects.requireNonNull(told.get());
        assertThat(e.code()).isEqualTo("CommitRefused");
        assertThat(e).hasMessageContaining("was executed by this call");
        assertThat(desk.incidents).extracting(Incident::kind).contains(Incident.Kind.COMMIT_REFUSED);
    }

    @Test
    void aStoreThatFailsInItsOwnWayIsAStoreFailureToo() {
        desk.store.afterClaim = () -> {
            throw new IllegalStateException("a bug of the store");
        };
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.effectMayHaveHappened()).isFalse())
                .hasRootCauseMessage("a bug of the store");
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void aCommitWhoseAnswerIsLostIsRepeatedHarmlessly() throws Throwable {
        desk.store.answerLost = "commit";
        desk.store.afterLoss = () -> desk.store.answerLost = null;
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
        assertThat(desk.store.commands).containsExactly("claim", "commit", "commit");
    }

    @Test
    void anOwnerThatIsPausedPastItsLeaseBeforeEnteringGivesTheClaimBack() throws Throwable {
        desk.store.afterClaim = () -> desk.clock.forward(Duration.ofMinutes(1));
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.code()).isEqualTo("ClaimTooLate"));
        assertThat(desk.effects).hasValue(0);
        desk.store.afterClaim = null;
        await().until(() -> desk.store.tookPlace.contains("release"));
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
    }

    @Test
    void aRecordThatTheStoreLostIsHealedByItsOwnersCommit() throws Throwable {
        Object result = desk.call(
                desk.createTicket,
                () -> {
                    desk.memory.lose(new OperationId("default", "acme", "create_ticket", SideEffects.currentKey()));
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(result).isEqualTo(desk.create("approval-17", "high"));
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.RECORD_LOST);
    }

    @Test
    void case_24_aMethodThatChangesItsArgumentsChangesNothing() throws Throwable {
        Object[] arguments = {"approval-17", "high", ""};
        Invocation call = Invocation.direct(
                desk.createTicket,
                () -> {
                    arguments[0] = "another";
                    arguments[1] = "low";
                    return desk.newTicket("high");
                },
                arguments);
        CallContext acme = CallContext.builder().tenant("acme").build();
        try (CallContext.Scope scope = acme.open()) {
            Object unused = desk.engine.call(call);
        }
        assertThat(Objects.requireNonNull(desk.calls.get(0).receipt()).idempotencyKey())
                .isEqualTo("acme:approval-17:create_ticket");
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
    }

    @Test
    void case_29_aToolThatCallsItselfWithItsOwnKeyIsRefusedAtOnce() {
        assertThatThrownBy(() -> desk.call(
                        desk.createTicket, () -> desk.create("approval-17", "high"), "approval-17", "high", ""))
                .isInstanceOfSatisfying(SideEffectRejectedException.class, e -> {
                    assertThat(e.code()).isEqualTo("SelfCall");
                    assertThat(e.toMap()).containsEntry("next_action", "ask_a_human");
                    assertThat(e).hasNoSuppressedExceptions();
                });
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void case_30_nestedToolsCommitUnderTheirOwnNames() throws Throwable {
        TicketTool outer = new TicketTool("open_incident", ResultType.of(Ticket.class), b -> b);
        Outcome<Object> outcome = SideEffects.observe(() -> Objects.requireNonNull(desk.call(
                outer,
                () -> {
                    assertThat(SideEffects.currentKey()).isEqualTo("acme:approval-17:open_incident");
                    Ticket inner = desk.create("approval-17", "high");
                    assertThat(SideEffects.currentKey()).isEqualTo("acme:approval-17:open_incident");
                    return new Ticket("I-9", inner.url(), "high");
                },
                "approval-17",
                "high",
                "")));
        assertThat(Objects.requireNonNull(outcome.receipt()).remoteId()).isEqualTo("I-9");
        assertThat(outcome.envelope().tool()).isEqualTo("open_incident");
        assertThat(desk.calls).extracting(CallFinished::tool).containsExactly("create_ticket", "open_incident");
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aNestedRefusalNeverProvesNoEffectForTheOuterTool() throws Throwable {
        desk.create("approval-17", "high");
        TicketTool outer = new TicketTool(
                "open_incident", ResultType.of(Ticket.class), b -> b.noEffect(List.of(RuntimeException.class)));
        assertThatThrownBy(() -> desk.call(outer, () -> desk.create("approval-17", "low"), "approval-17", "high", ""))
                .isInstanceOf(SideEffectConflictException.class);
        assertThatThrownBy(() -> desk.call(outer, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void case_32_anInterruptedCallerStillStoresTheReceipt() throws Throwable {
        Object first = desk.call(
                desk.createTicket,
                () -> {
                    Thread.currentThread().interrupt();
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(desk.create("approval-17", "high")).isEqualTo(first);
    }

    @Test
    void aVoidToolReplaysAsNothing() throws Throwable {
        TicketTool notify = new TicketTool("notify", ResultType.VOID, b -> b);
        for (int i = 0; i < 2; i++) {
            Object result = desk.call(
                    notify,
                    () -> {
                        desk.effects.incrementAndGet();
                        return null;
                    },
                    "approval-17",
                    "high",
                    "");
            assertThat(result).isNull();
        }
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aNullResultReplaysAsNull() throws Throwable {
        for (int i = 0; i < 2; i++) {
            assertThat(desk.call(
                            desk.createTicket,
                            () -> {
                                desk.effects.incrementAndGet();
                                return null;
                            },
                            "approval-17",
                            "high",
                            ""))
                    .isNull();
        }
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aResultThatIsNotStoredReplaysAsItsReceipt() throws Throwable {
        TicketTool secret = new TicketTool("create_secret", ResultType.of(Ticket.class), b -> b.receiptOnly());
        Object first = desk.call(secret, () -> desk.newTicket("high"), "approval-17", "high", "");
        assertThat(first).isNotNull();
        assertThatThrownBy(() -> desk.call(secret, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOfSatisfying(ResultUnavailableException.class, e -> {
                    assertThat(e.receipt().remoteId()).isEqualTo("T-1");
                    assertThat(e.toMap())
                            .containsEntry("status", "committed")
                            .containsEntry("next_action", "use_receipt")
                            .containsEntry("remote_id", "T-1");
                });
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aResultOverTheLimitReplaysAsItsReceipt() throws Throwable {
        try (Desk small = new Desk(SideEffectEngine.builder().maxResultBytes(10))) {
            small.create("approval-17", "high");
            assertThatThrownBy(() -> small.create("approval-17", "high"))
                    .isInstanceOf(ResultUnavailableException.class)
                    .hasMessageContaining("larger than the store keeps");
            assertThat(small.effects).hasValue(1);
        }
    }

    @Test
    void aClassifierDecidesWhatReturnedFailuresMean() throws Throwable {
        ResultClassifier bySeverity = (tool, result) -> {
            String severity = ((Ticket) Objects.requireNonNull(result)).severity();
            return severity.equals("none") ? ResultClassifier.Verdict.NO_EFFECT : ResultClassifier.Verdict.IN_DOUBT;
        };
        try (Desk judged =
                new Desk(SideEffectEngine.builder().resultClassifier(bySeverity).waitAtMost(Duration.ZERO))) {
            judged.create("approval-17", "none");
            judged.create("approval-17", "none");
            assertThat(judged.effects).as("released each time").hasValue(2);
            judged.create("approval-18", "unknown");
            assertThatThrownBy(() -> judged.create("approval-18", "unknown"))
                    .isInstanceOf(SideEffectInDoubtException.class);
            assertThat(judged.effects).hasValue(3);
        }
    }

    @Test
    void localTransactionsNeedTheDatabaseOfTheEffect() {
        TicketTool local =
                new TicketTool("create_row", ResultType.of(Ticket.class), b -> b.mutation(Mutation.LOCAL_TRANSACTION));
        assertThatThrownBy(() -> desk.call(local, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.code()).isEqualTo("UnsupportedByStore"));
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void aRequestOlderThanTheRetentionIsRefused() {
        CallContext old = CallContext.builder()
                .tenant("acme")
                .issuedAt(desk.clock.wallTime().minus(Duration.ofHours(25)))
                .build();
        CallContext future = CallContext.builder()
                .tenant("acme")
                .issuedAt(desk.clock.wallTime().plus(Duration.ofHours(1)))
                .build();
        for (CallContext context : List.of(old, future)) {
            assertThatThrownBy(() -> {
                        try (CallContext.Scope scope = context.open()) {
                            Object unused = desk.engine.call(Invocation.direct(
                                    desk.createTicket, () -> desk.newTicket("high"), "approval-17", "high", ""));
                        }
                    })
                    .isInstanceOfSatisfying(SideEffectRejectedException.class, e -> {
                        assertThat(e.code()).isEqualTo("TooOld");
                        assertThat(e.toMap()).containsEntry("next_action", "ask_a_human");
                    });
        }
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void case_09_twoDecisionsOnPurposeAreTwoEffects() throws Throwable {
        desk.create("approval-17", "high");
        desk.create("approval-18", "high");
        assertThat(desk.effects).hasValue(2);
    }

    @Test
    void theReceiptIsKeptForItsRetentionAndNoLonger() throws Throwable {
        desk.create("approval-17", "high");
        desk.clock.forward(Duration.ofHours(24).minusMillis(1));
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
        desk.clock.forward(Duration.ofMillis(1));
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-2");
    }

    @Test
    void anEngineNeedsAStore() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SideEffectEngine.builder().build())
                .withMessageContaining("needs a store");
    }

    @Test
    void settingsOutOfRangeAreRefusedByName() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SideEffectEngine.builder()
                            .store(desk.store)
                            .ttl(wrong)
                            .build())
                    .withMessageContaining("ttl");
        }
    }

    @Test
    void receiptsThatExpireUnderTheirWaitersAreRefusedWhenTheEngineIsBuilt() {
        Duration wait = Duration.ofSeconds(30);

        assertThatThrownBy(() ->
                        new Desk(SideEffectEngine.builder().waitAtMost(wait).ttl(wait.minusMillis(1))))
                .isInstanceOfSatisfying(
                        ToolDefinitionException.class, e -> assertThat(e.code()).isEqualTo("TtlShorterThanWait"))
                .hasMessageContainingAll("the engine", "PT29.999S", "PT30S");
        assertThatThrownBy(() -> new Desk(SideEffectEngine.builder()
                        .tool("create_ticket", new ToolSettings(Duration.ofSeconds(9), null, null, null))))
                .isInstanceOf(ToolDefinitionException.class)
                .hasMessageContainingAll("TtlShorterThanWait", "the tool \"create_ticket\"", "PT9S", "PT10S");
        new Desk(SideEffectEngine.builder()
                        .waitAtMost(wait)
                        .ttl(wait)
                        .tool("create_ticket", new ToolSettings(Duration.ofSeconds(9), null, Duration.ZERO, null)))
                .close();
    }

    @Test
    void aToolWhoseReceiptsExpireUnderItsWaitersIsRefusedAtStartUpAndWhenItIsCalled() {
        try (Desk waiting = new Desk(SideEffectEngine.builder()
                .tool("create_ticket", new ToolSettings(null, null, Duration.ofHours(25), null)))) {
            assertThatThrownBy(() -> waiting.engine.check(waiting.createTicket))
                    .isInstanceOf(ToolDefinitionException.class)
                    .hasMessageContainingAll("[retrysafe:TtlShorterThanWait]", "create_ticket", "PT24H", "PT25H");
            assertThatThrownBy(() -> waiting.create("approval-17", "high"))
                    .isInstanceOfSatisfying(
                            SideEffectRejectedException.class,
                            e -> assertThat(e.code()).isEqualTo("TtlShorterThanWait"));
            assertThat(waiting.effects).hasValue(0);
        }
    }

    /** Code that is not checked for nulls. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }

    /** A result that cannot be read. */
    public static final class Broken {

        private final List<String> ids = List.of();

        public String getId() {
            if (ids.isEmpty()) {
                throw new LinkageError("a class is gone");
            }
            return ids.get(0);
        }
    }

    private static final class Refused extends RuntimeException implements NoEffect {

        private static final long serialVersionUID = 1L;
    }
}
