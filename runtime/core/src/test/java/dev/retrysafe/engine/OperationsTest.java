package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.ResultUnavailableException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.observe.ResolutionAnswered;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.operations.PersonDecision;
import dev.retrysafe.operations.RecordFilter;
import dev.retrysafe.operations.SeenRecord;
import dev.retrysafe.operations.Settled;
import dev.retrysafe.operations.Settled.Answer;
import dev.retrysafe.operations.SideEffectOperations;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution.Verdict;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.tool.ResultType;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What persons see and settle, through the engine. */
class OperationsTest {

    /** So much longer than its tool's receipts a person's is kept: requests may be issued a little in the future. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private static final Duration HOUR = Duration.ofHours(1);

    private final List<ResolutionAnswered> told = new ArrayList<>();

    private final Desk desk = new Desk(SideEffectEngine.builder()
            .waitAtMost(Duration.ZERO)
            .ttl(HOUR)
            .tool("notify_team", new ToolSettings(Duration.ofHours(5), null, null, null))
            .listener(new SideEffectListener() {
                @Override
                public void resolutionAnswered(ResolutionAnswered resolution) {
                    told.add(resolution);
                }
            }));

    private final SideEffectOperations operations = desk.engine.operations();

    @AfterEach
    void close() {
        desk.close();
    }

    private SeenRecord doubtful(String approval) {
        assertThatThrownBy(() -> desk.call(
                        desk.createTicket,
                        () -> {
                            throw new IllegalStateException("read timed out");
                        },
                        approval,
                        "high",
                        ""))
                .isInstanceOf(IllegalStateException.class);
        List<RecordView> open =
                operations.openRecords(RecordFilter.IN_DOUBT, null, 100).records();
        RecordView last = open.stream()
                .filter(record ->
                        Objects.requireNonNull(record.operation()).key().contains(approval))
                .findFirst()
                .orElseThrow();
        return new SeenRecord(last.id(), last.fence());
    }

    private static PersonDecision happened(@Nullable String remoteId) {
        return new PersonDecision("incident-7", Verdict.COMMITTED, remoteId, null, "ann", "seen in Linear");
    }

    private static PersonDecision nothingHappened() {
        return new PersonDecision("incident-8", Verdict.NOT_APPLIED, null, null, "ann", "not in Linear");
    }

    private static StoredOutcome receipt(Settled settled) {
        return Objects.requireNonNull(Objects.requireNonNull(settled.record()).outcome());
    }

    @Test
    void whatIsInDoubtIsListedAndShown() {
        SeenRecord seen = doubtful("approval-17");
        OpenPage page = operations.openRecords(RecordFilter.ALL, null, 10);
        assertThat(page.records()).hasSize(1);
        assertThat(page.records().get(0)).isEqualTo(operations.show(seen.id()));
        assertThat(page.records().get(0).failure()).contains("read timed out");
        assertThat(operations
                        .openRecords(new RecordFilter("acme", "create_ticket", null), null, 10)
                        .records())
                .hasSize(1);
        assertThat(operations
                        .openRecords(new RecordFilter("globex", null, null), null, 10)
                        .records())
                .isEmpty();
        assertThat(operations
                        .openRecords(new RecordFilter(null, null, RecordState.PENDING), null, 10)
                        .records())
                .isEmpty();
    }

    @Test
    void aRetryAfterTheEffectIsConfirmedAnswersWithTheReceipt() {
        Settled settled = operations.resolve(doubtful("approval-17"), happened("T-9"));
        assertThat(settled.answer()).isEqualTo(Answer.RESOLVED);
        ResultUnavailableException replayed =
                catchThrowableOfType(ResultUnavailableException.class, () -> desk.create("approval-17", "high"));
        assertThat(replayed.receipt().remoteId()).isEqualTo("T-9");
        assertThat(replayed.receipt().remoteSystem()).isEqualTo("linear");
        assertThat(replayed).hasMessageContaining("a person settled the call");
        assertThat(desk.effects).hasValue(0);
    }

    @Test
    void aRetryOfAVoidToolAfterTheEffectIsConfirmedReturns() throws Exception {
        TicketTool notify = new TicketTool("notify_team", ResultType.VOID, builder -> builder);
        assertThatThrownBy(() -> desk.call(
                        notify,
                        () -> {
                            throw new IllegalStateException("x");
                        },
                        "approval-17",
                        "high",
                        ""))
                .isInstanceOf(IllegalStateException.class);
        RecordView record =
                operations.openRecords(RecordFilter.ALL, null, 1).records().get(0);
        Settled settled = operations.resolve(new SeenRecord(record.id(), 1), happened(null));
        assertThat(settled.answer()).isEqualTo(Answer.RESOLVED);
        assertThat(desk.call(notify, desk.effects::incrementAndGet, "approval-17", "high", ""))
                .isNull();
        assertThat(desk.effects).hasValue(0);
        // The retention configured for the tool, and not the engine's.
        StoredOutcome receipt = receipt(settled);
        assertThat(Duration.between(receipt.committedAt(), receipt.expiresAt()))
                .isEqualTo(Duration.ofHours(5).plus(SKEW));
    }

    @Test
    void aRetryAfterNothingHappenedExecutes() throws Exception {
        SeenRecord seen = doubtful("approval-17");
        assertThat(operations.resolve(seen, nothingHappened()).answer()).isEqualTo(Answer.RESOLVED);
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
        assertThat(desk.effects).hasValue(1);
        RecordView record = Objects.requireNonNull(operations.show(seen.id()));
        assertThat(record.fence()).isEqualTo(2);
        assertThat(record.resolutions()).hasSize(1);
    }

    @Test
    void theReceiptIsKeptAsLongAsTheToolsReceipts() {
        StoredOutcome receipt = receipt(operations.resolve(doubtful("approval-17"), happened("T-9")));
        assertThat(Duration.between(receipt.committedAt(), receipt.expiresAt())).isEqualTo(HOUR.plus(SKEW));
        assertThat(receipt.remoteSystem()).isEqualTo("linear");
    }

    @Test
    void anEngineThatDoesNotKnowTheToolKeepsItsReceiptAsLongAsAnyToolCould() {
        SeenRecord seen = doubtful("approval-17");
        try (SideEffectEngine other =
                SideEffectEngine.builder().store(desk.memory).build()) {
            StoredOutcome receipt = receipt(other.operations().resolve(seen, happened("T-9")));
            assertThat(Duration.between(receipt.committedAt(), receipt.expiresAt()))
                    .isEqualTo(Duration.ofDays(36_500).plus(SKEW));
            // Sent again through an engine that knows the tool, it is the same decision.
            assertThat(operations.resolve(seen, happened("T-9")).answer()).isEqualTo(Answer.RESOLVED);
        }
    }

    @Test
    void anEngineThatDoesNotKnowTheToolMayHearThatNothingHappened() {
        SeenRecord seen = doubtful("approval-17");
        try (SideEffectEngine other =
                SideEffectEngine.builder().store(desk.memory).build()) {
            assertThat(other.operations().resolve(seen, nothingHappened()).answer())
                    .isEqualTo(Answer.RESOLVED);
        }
    }

    @Test
    void anEngineThatIsToldTheToolsTtlKeepsItsReceipt() {
        SeenRecord seen = doubtful("approval-17");
        try (SideEffectEngine other = SideEffectEngine.builder()
                .store(desk.memory)
                .tool("create_ticket", new ToolSettings(HOUR.multipliedBy(3), null, null, null))
                .build()) {
            StoredOutcome receipt = receipt(other.operations().resolve(seen, happened("T-9")));
            assertThat(receipt.remoteSystem()).isNull();
            assertThat(Duration.between(receipt.committedAt(), receipt.expiresAt()))
                    .isEqualTo(HOUR.multipliedBy(3).plus(SKEW));
        }
    }

    @Test
    void aDecisionMadeTwiceIsOne() {
        SeenRecord seen = doubtful("approval-17");
        Settled first = operations.resolve(seen, happened("T-9"));
        desk.clock.forward(Duration.ofMinutes(1));
        assertThat(operations.resolve(seen, happened("T-9"))).isEqualTo(first);
        assertThat(operations.resolve(seen, happened("T-8")).answer()).isEqualTo(Answer.ID_REUSED);
        assertThat(told).extracting(ResolutionAnswered::answer).containsExactly("resolved", "resolved", "id_reused");
    }

    @Test
    void aStaleDecisionChangesNothing() {
        SeenRecord seen = doubtful("approval-17");
        operations.resolve(seen, nothingHappened());
        assertThat(doubtful("approval-17").fence()).isEqualTo(2);
        assertThat(operations.resolve(seen, happened("T-9")).answer()).isEqualTo(Answer.STALE);
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectInDoubtException.class);
    }

    @Test
    void recordsOfAnotherNamespaceAreUnknown() {
        SeenRecord seen = doubtful("approval-17");
        try (SideEffectEngine other = SideEffectEngine.builder()
                .store(desk.memory)
                .namespace("another")
                .build()) {
            assertThat(other.operations()
                            .openRecords(RecordFilter.ALL, null, 10)
                            .records())
                    .isEmpty();
            assertThat(other.operations().show(seen.id())).isNull();
            assertThat(other.operations().resolve(seen, nothingHappened()).answer())
                    .isEqualTo(Answer.UNKNOWN);
        }
        assertThat(Objects.requireNonNull(operations.show(seen.id())).state()).isEqualTo(RecordState.IN_DOUBT);
    }

    @Test
    void ofManyEachIsAnswered() {
        SeenRecord one = doubtful("approval-1");
        SeenRecord two = doubtful("approval-2");
        SeenRecord three = doubtful("approval-3");
        SeenRecord unknown = new SeenRecord(new RecordId("0".repeat(64)), 1);
        operations.resolve(two, happened("T-2"));
        List<Settled> settled = operations.resolveAll(List.of(one, two, unknown, three), nothingHappened());
        assertThat(settled).extracting(Settled::seen).containsExactly(one, two, unknown, three);
        assertThat(settled)
                .extracting(Settled::answer)
                .containsExactly(Answer.RESOLVED, Answer.STALE, Answer.UNKNOWN, Answer.RESOLVED);
        assertThat(operations.resolveAll(List.of(one, three), nothingHappened()))
                .extracting(Settled::answer)
                .containsExactly(Answer.RESOLVED, Answer.RESOLVED);
    }

    @Test
    void ofManyOneWithoutAnAnswerDoesNotStopTheOthers() {
        SeenRecord one = doubtful("approval-1");
        SeenRecord two = doubtful("approval-2");
        EffectStore failing = (EffectStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {EffectStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("resolve") && one.id().equals(arguments[0])) {
                        throw new EffectStoreException(
                                EffectStoreException.Reason.UNAVAILABLE, "the store is away", null);
                    }
                    return method.invoke(desk.memory, arguments);
                });
        try (SideEffectEngine engine = SideEffectEngine.builder().store(failing).build()) {
            List<Settled> settled = engine.operations().resolveAll(List.of(one, two), nothingHappened());
            assertThat(settled).extracting(Settled::answer).containsExactly(Answer.NO_ANSWER, Answer.RESOLVED);
            assertThat(settled.get(0).failure()).hasMessage("the store is away");
            assertThatThrownBy(() -> engine.operations().resolve(one, nothingHappened()))
                    .isInstanceOf(EffectStoreException.class);
        }
    }

    @Test
    void manyAreFewEnoughAndEachOnce() {
        SeenRecord seen = doubtful("approval-1");
        assertThatThrownBy(() -> operations.resolveAll(List.of(), nothingHappened()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 1000");
        assertThatThrownBy(() -> operations.resolveAll(
                        Stream.generate(() -> seen).limit(1001).toList(), nothingHappened()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not 1001");
        assertThatThrownBy(() -> operations.resolveAll(List.of(seen, seen), nothingHappened()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("twice");
    }

    @Test
    void everyDecisionIsTold() {
        SeenRecord seen = doubtful("approval-17");
        operations.resolve(seen, happened("T-9"));
        assertThat(told)
                .containsExactly(new ResolutionAnswered(
                        seen.id().value(),
                        "create_ticket",
                        "acme:approval-17:create_ticket",
                        1,
                        "incident-7",
                        "committed",
                        "resolved",
                        "ann",
                        "seen in Linear",
                        "T-9"));
    }

    @Test
    void aDecisionSaysWhatIsMissing() {
        assertThatThrownBy(() -> new PersonDecision("", Verdict.COMMITTED, null, null, "ann", "x"))
                .hasMessageContaining("decision's id");
        assertThatThrownBy(() -> new PersonDecision("d", Verdict.COMMITTED, null, null, " ", "x"))
                .hasMessageContaining("who decided");
        assertThatThrownBy(() -> new PersonDecision("d", Verdict.COMMITTED, null, null, "ann", "x".repeat(501)))
                .hasMessageContaining("1 to 500 characters");
        assertThatThrownBy(() -> new PersonDecision("d", Verdict.NOT_APPLIED, "T-1", null, "ann", "x"))
                .hasMessageContaining("not applied");
        assertThatThrownBy(() -> new PersonDecision("d", Verdict.COMMITTED, "\ud800", null, "ann", "x"))
                .hasMessageContaining("half a character");
    }
}
