package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.by;
import static dev.retrysafe.test.Attempts.leasedFor;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of the list of open records. Each test has a namespace of its own, so that no other's records are in it. */
abstract class ListingRules extends RecoveryContract {

    private final String namespace = "contract-" + UUID.randomUUID();

    /** Between two records, so that one is older by the store's clock. */
    private static final Duration TICK = Duration.ofMillis(2);

    private OperationId in(String tenant, String tool) {
        return new OperationId(namespace, tenant, tool, tenant + ":" + UUID.randomUUID() + ":" + tool);
    }

    private OperationId pending(String tenant, String tool) {
        OperationId operation = in(tenant, tool);
        claimed(attempt(operation));
        clock().pass(TICK);
        return operation;
    }

    private List<OperationId> pending(int count) {
        List<OperationId> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operations.add(pending("acme", "pay"));
        }
        return operations;
    }

    private OpenQuery query(@Nullable String tenant, @Nullable String tool, @Nullable RecordState state, int limit) {
        return new OpenQuery(namespace, tenant, tool, state, null, limit);
    }

    private static OpenQuery after(OpenQuery query, OpenQuery.@Nullable Position next) {
        return new OpenQuery(query.namespace(), query.tenant(), query.tool(), query.state(), next, query.limit());
    }

    /** Asks page after page, doing something in between. */
    private List<OperationId> walk(OpenQuery first, Runnable between) {
        List<OperationId> all = new ArrayList<>();
        OpenPage page = store().open(first);
        all.addAll(operations(page));
        while (page.next() != null) {
            between.run();
            page = store().open(after(first, page.next()));
            assertThat(page.records()).hasSizeLessThanOrEqualTo(first.limit());
            all.addAll(operations(page));
        }
        return all;
    }

    private static List<OperationId> operations(OpenPage page) {
        List<OperationId> operations = new ArrayList<>();
        for (RecordView record : page.records()) {
            assertThat(record.operation()).isNotNull();
            operations.add(record.operation());
        }
        return operations;
    }

    private List<OperationId> listed(@Nullable String tenant, @Nullable String tool, @Nullable RecordState state) {
        return walk(query(tenant, tool, state, 100), () -> {});
    }

    private List<OperationId> listed() {
        return listed(null, null, null);
    }

    @Test
    void openRecordsAreListedOldestFirst() {
        List<OperationId> operations = pending(5);
        store().markInDoubt(claimed(attempt(in("acme", "pay"))), "x");
        assertThat(listed()).hasSize(6).startsWith(operations.toArray(OperationId[]::new));
    }

    @Test
    void aListShowsWhatADecisionNeeds() {
        OperationId operation = in("acme", "pay");
        Claim owner = claimed(by("bob@host-7", operation));
        store().markInDoubt(owner, "read timed out");
        List<RecordView> records = store().open(query(null, null, null, 10)).records();
        assertThat(records).hasSize(1);
        RecordView record = records.get(0);
        assertThat(record.id()).isEqualTo(RecordId.of(operation));
        assertThat(record.operation()).isEqualTo(operation);
        assertThat(record.state()).isEqualTo(RecordState.IN_DOUBT);
        assertThat(record.fence()).isEqualTo(1);
        assertThat(record.fingerprint()).isEqualTo(Attempts.FINGERPRINT);
        assertThat(record.mutation()).isEqualTo(Mutation.NON_IDEMPOTENT);
        assertThat(record.owner()).isEqualTo("bob@host-7");
        assertThat(record.failure()).isEqualTo("read timed out");
        assertThat(record.recordWasLost()).isFalse();
        assertThat(record.outcome()).isNull();
        assertThat(record.firstAttemptAt()).isEqualTo(assertInDoubt(operation).firstAttemptAt());
        assertThat(record.inDoubtSince()).isEqualTo(assertInDoubt(operation).since());
    }

    @Test
    void whatIsSettledIsNotListed() {
        OperationId open = pending("acme", "pay");
        committed(claimed(attempt(in("acme", "pay"))), outcome("T-1"));
        store().release(claimed(attempt(in("acme", "pay"))));
        Claim late = claimed(attempt(in("acme", "pay")));
        store().markInDoubt(late, "x");
        committed(late, outcome("T-1"));
        OperationId found = in("acme", "pay");
        store().markInDoubt(claimed(attempt(found)), "x");
        store().found(attempt(found), 1, outcome("T-2"));
        assertThat(listed()).containsExactly(open);
    }

    @Test
    void aRecordClaimedAgainIsListedAgain() {
        OperationId operation = in("acme", "pay");
        store().release(claimed(attempt(operation)));
        assertThat(listed()).isEmpty();
        claimed(attempt(operation));
        assertThat(listed()).containsExactly(operation);
    }

    @Test
    void aTakeoverKeepsItsPlace() {
        OperationId first = pending("acme", "pay");
        OperationId second = in("acme", "pay");
        store().markInDoubt(claimed(attempt(second)), "x");
        clock().pass(TICK);
        OperationId third = pending("acme", "pay");
        store().takeOver(attempt(second), new Takeover(1, null));
        assertThat(listed()).containsExactly(first, second, third);
    }

    @Test
    void aLapsedLeaseIsListedAsInDoubt() {
        OperationId live = pending("acme", "pay");
        OperationId operation = in("acme", "pay");
        Claim lapsed = lapsed(operation);
        assertThat(listed(null, null, RecordState.IN_DOUBT)).containsExactly(operation);
        assertThat(listed(null, null, RecordState.PENDING)).containsExactly(live);
        // To list is not to notice: the owner that is only late still has its claim.
        assertThat(store().renew(leasedFor(DAY, lapsed))).isEqualTo(new WriteReply.Done(false));
        assertThat(listed(null, null, RecordState.IN_DOUBT)).isEmpty();
    }

    @Test
    void aRenewedLeaseIsNotListedAsInDoubt() {
        OperationId operation = in("acme", "pay");
        Claim owner = claimed(attempt(operation, SHORT, DAY));
        store().renew(leasedFor(DAY, owner));
        outlast(SHORT);
        assertThat(listed(null, null, RecordState.PENDING)).containsExactly(operation);
        assertThat(listed(null, null, RecordState.IN_DOUBT)).isEmpty();
    }

    @Test
    void aListIsOfOneNamespace() {
        pending("acme", "pay");
        OpenQuery other = new OpenQuery(namespace + "x", null, null, null, null, 10);
        assertThat(store().open(other).records()).isEmpty();
    }

    @Test
    void aListCanBeOfOneTenantToolAndState() {
        OperationId one = pending("acme", "pay");
        OperationId two = pending("acme", "refund");
        OperationId three = pending("globex", "pay");
        OperationId four = in("globex", "pay");
        store().markInDoubt(claimed(attempt(four)), "x");
        assertThat(listed("acme", null, null)).containsExactly(one, two);
        assertThat(listed(null, "pay", null)).containsExactly(one, three, four);
        assertThat(listed("globex", "pay", RecordState.IN_DOUBT)).containsExactly(four);
        assertThat(listed("globex", "pay", RecordState.PENDING)).containsExactly(three);
        assertThat(listed("globex", "refund", null)).isEmpty();
    }

    @Test
    void aFilterMatchesExactly() {
        for (String tenant : List.of("Acme", "acme ", "ac_e", "ac%", "acm\u00e9", "acme\\", "acme'", "*")) {
            OperationId operation = pending(tenant, "pay");
            assertThat(listed(tenant, null, null)).as(tenant).containsExactly(operation);
        }
        assertThat(listed("acme", null, null)).isEmpty();
        assertThat(listed("", null, null)).isEmpty();
    }

    @Test
    void pagesHaveNeitherGapNorRepetition() {
        List<OperationId> operations = pending(7);
        for (int limit : new int[] {1, 3, 7, 8}) {
            assertThat(walk(query(null, null, null, limit), () -> {}))
                    .as("limit %d", limit)
                    .containsExactlyElementsOf(operations);
        }
    }

    @Test
    void filteredPagesHaveNeitherGapNorRepetition() {
        List<OperationId> wanted = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            pending("globex", "pay");
            wanted.add(pending("acme", "pay"));
        }
        assertThat(walk(query("acme", null, null, 2), () -> {})).containsExactlyElementsOf(wanted);
    }

    @Test
    void recordsOfOneTimeAreListedOnceEach() {
        List<OperationId> operations = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            operations.add(in("acme", "pay"));
            claimed(attempt(operations.get(i)));
        }
        assertThat(walk(query(null, null, null, 5), () -> {})).containsExactlyInAnyOrderElementsOf(operations);
    }

    @Test
    void whatStaysOpenIsListedOnceWhileOthersComeAndGo() {
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            claims.add(claimed(attempt(in("acme", "pay"))));
            clock().pass(TICK);
        }
        List<Claim> going = new ArrayList<>(List.of(claims.get(0), claims.get(2), claims.get(4), claims.get(8)));
        List<OperationId> staying = claims.stream()
                .filter(claim -> !going.contains(claim))
                .map(ListingRules::operation)
                .toList();
        UnaryOperator<List<OperationId>> ofThose =
                all -> all.stream().filter(staying::contains).toList();
        List<OperationId> seen = walk(query(null, null, null, 2), () -> {
            pending("acme", "pay");
            if (!going.isEmpty()) {
                store().release(going.remove(0));
            }
            store().renew(claims.get(1));
        });
        assertThat(ofThose.apply(seen)).containsExactlyElementsOf(staying);
        assertThat(seen).doesNotHaveDuplicates();
    }

    private static OperationId operation(Claim claim) {
        return claim.request().operation();
    }

    @Test
    void aLostRecordIsNotListedUntilItsOwnerHealsIt() {
        OperationId operation = in("acme", "pay");
        Claim owner = claimed(attempt(operation));
        lose(operation);
        assertThat(listed()).isEmpty();
        assertThat(store().renew(owner)).isEqualTo(new WriteReply.Done(true));
        assertThat(listed()).containsExactly(operation);
        assertThat(store().open(query(null, null, null, 1)).records().get(0).recordWasLost())
                .isTrue();
    }
}
