package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.Decision;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.tool.Lookup;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An attempt that ends after another's outcome is stored gets that one; and lookups that are tools' callers. */
class EarlierOutcomeTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Desk desk = new Desk();

    private @Nullable Callable<Ticket> remoteSide;

    private final TicketTool tool = new Declining(b -> b);

    @AfterEach
    void close() {
        desk.close();
    }

    private static final class Declined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Declined(String message) {
            super(message);
        }
    }

    /** Replays {@link Declined}, and looks up what the test says. */
    private final class Declining extends TicketTool {

        private Declining(java.util.function.UnaryOperator<ToolDefinition.Builder> more) {
            super(
                    "create_ticket",
                    ResultType.of(Ticket.class),
                    b -> more.apply(b.replay(List.of(Declined.class)).reconcile("findTicket")));
        }

        @Override
        public @Nullable Throwable rebuild(String type, @Nullable String message) {
            return new Declined(Objects.requireNonNull(message));
        }

        @Override
        public Lookup lookUp(@Nullable Object target, @Nullable Object[] arguments, DownstreamKey key)
                throws Exception {
            return remoteSide == null ? Lookup.absent() : Lookup.found(remoteSide.call());
        }
    }

    private @Nullable Object call(TicketTool called, Callable<?> body) throws Exception {
        return desk.call(called, body, "approval-17", "high", "");
    }

    private Ticket foundElsewhere(TicketTool called) {
        remoteSide = () -> new Ticket("T-7", "https://tickets.example/T-7", "high");
        desk.clock.forward(LEASE.plusMillis(1));
        return (Ticket) Objects.requireNonNull(CompletableFuture.supplyAsync(() -> {
                    try {
                        return call(called, () -> desk.newTicket("high"));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                })
                .orTimeout(30, TimeUnit.SECONDS)
                .join());
    }

    @Test
    void aReceiptWithoutAnIdIsNoSecondEffect() {
        StoredOutcome decided = new StoredOutcome(
                false, null, null, null, StoredResult.without(StoredResult.Kind.VOID), Instant.EPOCH, Instant.EPOCH);
        CommitReply.AlreadyCommitted earlier = new CommitReply.AlreadyCommitted(decided, true);
        NewOutcome mine = new NewOutcome(false, null, "T-1", null, decided.result());
        assertThat(earlier.from(mine)).isEqualTo(CommitReply.Difference.NONE);
        assertThat(earlier.from(new NewOutcome(true, null, "T-1", null, decided.result())))
                .isEqualTo(CommitReply.Difference.OTHER_END);
        CommitReply.AlreadyCommitted other = new CommitReply.AlreadyCommitted(
                new StoredOutcome(false, null, "T-2", null, decided.result(), Instant.EPOCH, Instant.EPOCH), true);
        assertThat(other.from(mine)).isEqualTo(CommitReply.Difference.SECOND_EFFECT);
    }

    @Test
    void aFinalFailureAfterAnothersCommitIsAReplayOfIt() throws Exception {
        Object answer = call(tool, () -> {
            assertThat(foundElsewhere(tool).id()).isEqualTo("T-7");
            throw new Declined("card expired");
        });
        assertThat(answer).isEqualTo(new Ticket("T-7", "https://tickets.example/T-7", "high"));
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.REPLAY, Decision.REPLAY);
        assertThat(desk.calls).extracting(CallFinished::receipt).doesNotContainNull();
        assertThat(desk.incidents).extracting(Incident::kind).containsExactly(Incident.Kind.OUTCOME_DIFFERS);
        assertThat(desk.incidents.get(0).detail()).contains("T-7");
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void aFutureThatFailsForGoodAfterAnothersCommitIsAReplayOfItToo() throws Exception {
        TicketTool later = new Declining(ToolDefinition.Builder::completesLater);
        Callable<CompletableFuture<Ticket>> body = () -> {
            assertThat(foundElsewhere(tool).id()).isEqualTo("T-7");
            return CompletableFuture.failedFuture(new Declined("card expired"));
        };
        CompletableFuture<?> answer = (CompletableFuture<?>) Objects.requireNonNull(call(later, body));
        assertThat(answer.get(30, TimeUnit.SECONDS))
                .isEqualTo(new Ticket("T-7", "https://tickets.example/T-7", "high"));
    }

    @Test
    void aSuccessAfterAnothersFinalFailureIsForAPersonToSee() throws Exception {
        TicketTool trusting = new Declining(b -> b.trustAbsentAfter(1, 0));
        assertThatThrownBy(() -> call(trusting, () -> {
                    desk.clock.forward(LEASE.plusMillis(1));
                    // Finds it lapsed, then takes it over, and is declined.
                    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
                        assertThatThrownBy(() -> call(trusting, () -> desk.newTicket("high")))
                                .isInstanceOf(SideEffectInDoubtException.class);
                        desk.clock.forward(Duration.ofSeconds(2));
                        assertThatThrownBy(() -> call(trusting, () -> {
                                    throw new Declined("card expired");
                                }))
                                .isInstanceOf(Declined.class);
                    });
                    other.get(30, TimeUnit.SECONDS);
                    return desk.newTicket("high");
                }))
                .isInstanceOfSatisfying(
                        SideEffectInDoubtException.class,
                        e -> assertThat(e.code()).isEqualTo("CommitRefused"));
        assertThat(desk.incidents)
                .extracting(Incident::kind)
                .containsAnyOf(Incident.Kind.OUTCOME_DIFFERS, Incident.Kind.COMMIT_REFUSED);
        assertThatThrownBy(() -> call(trusting, () -> desk.newTicket("high"))).isInstanceOf(Declined.class);
    }

    /** The store had lost the record, and somebody used the key for something else: that receipt is not this caller's. */
    @Test
    void aSuccessAfterAnotherEffectsCommitIsForAPersonToSee() throws Exception {
        assertThatThrownBy(() -> call(tool, () -> {
                    desk.memory.lose(new OperationId("default", "acme", "create_ticket", SideEffects.currentKey()));
                    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
                        try {
                            assertThat(desk.call(tool, () -> desk.newTicket("low"), "approval-17", "low", ""))
                                    .isEqualTo(new Ticket("T-1", "https://tickets.example/T-1", "low"));
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    });
                    other.get(30, TimeUnit.SECONDS);
                    return desk.newTicket("high");
                }))
                .isInstanceOfSatisfying(SideEffectInDoubtException.class, e -> {
                    assertThat(e.code()).isEqualTo("CommitRefused");
                    assertThat(e.result()).isEqualTo(new Ticket("T-2", "https://tickets.example/T-2", "high"));
                });
        assertThat(desk.incidents).singleElement().satisfies(incident -> {
            assertThat(incident.kind()).isEqualTo(Incident.Kind.COMMIT_REFUSED);
            assertThat(incident.detail()).contains("COMMITTED");
        });
    }

    @Test
    void aLookupThatCallsItsOwnToolIsRefused() {
        int[] asked = new int[1];
        remoteSide = () -> {
            asked[0]++;
            return (Ticket) Objects.requireNonNull(call(tool, () -> desk.newTicket("high")));
        };
        assertThatThrownBy(() -> call(tool, () -> {
                    throw new IOException("read timed out");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> call(tool, () -> desk.newTicket("high")))
                .isInstanceOf(SideEffectInDoubtException.class)
                .cause()
                .isInstanceOfSatisfying(SideEffectRejectedException.class, e -> {
                    assertThat(e.code()).isEqualTo("SelfCall");
                    assertThat(e).hasMessageContaining("its own lookup called it");
                });
        assertThat(asked).containsExactly(1);
        assertThat(desk.effects).hasValue(0);
        // Nothing of it stays on the thread.
        remoteSide = () -> new Ticket("T-7", "", "high");
        assertThat(desk.engine).isNotNull();
    }

    @Test
    void aNestedDoubtAmongTheSuppressedNeverProvesNoEffect() throws Exception {
        TicketTool outer = new TicketTool(
                "open_incident", ResultType.of(Ticket.class), b -> b.noEffect(List.of(IOException.class)));
        assertThatThrownBy(() -> call(
                        outer,
                        () -> call(tool, () -> {
                            throw new IOException("read timed out");
                        })))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> call(outer, () -> desk.newTicket("high")))
                .isInstanceOf(SideEffectInDoubtException.class);
    }
}
