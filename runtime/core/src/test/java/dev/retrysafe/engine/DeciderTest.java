package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.EffectConflict;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.tool.ToolDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeciderTest {

    private static final String MINE = "sha256:" + "1".repeat(64);

    private static final String OTHER = "sha256:" + "2".repeat(64);

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private static final StoredOutcome OUTCOME = new StoredOutcome(
            false, "linear", "T-1", null, StoredResult.without(StoredResult.Kind.VOID), TIME, TIME.plusSeconds(60));

    private static final ClaimReply.InDoubt DOUBT = new ClaimReply.InDoubt(
            1, TIME, TIME, "desk", "timeout", Duration.ofSeconds(5), Duration.ofSeconds(9), Mutation.NON_IDEMPOTENT);

    /** Every reply, with and without time to wait, under the same and a changed definition. */
    static List<Arguments> table() {
        List<Arguments> rows = new ArrayList<>();
        for (boolean mayWait : new boolean[] {true, false}) {
            for (String definition : List.of("aa", "bb", "")) {
                rows.add(row(new ClaimReply.Claimed(7), definition, mayWait, new Step.Execute(7, false, null)));
                rows.add(row(
                        new ClaimReply.Claimed(7, true, null), definition, mayWait, new Step.Execute(7, true, null)));
                rows.add(row(
                        new ClaimReply.Claimed(7, true, Duration.ofHours(1)),
                        definition,
                        mayWait,
                        new Step.Execute(7, true, Duration.ofHours(1))));
                rows.add(row(new ClaimReply.Committed(OUTCOME), definition, mayWait, new Step.Replay(OUTCOME)));
                rows.add(row(DOUBT, definition, mayWait, new Step.InDoubt(DOUBT)));
                rows.add(row(new ClaimReply.Untimely(TIME), definition, mayWait, new Step.Untimely(TIME)));
                rows.add(row(
                        new ClaimReply.Released(), definition, mayWait, new Step.InProgress(Duration.ofSeconds(1))));
                rows.add(row(
                        new ClaimReply.Conflict(OTHER, "aa", "T-1"),
                        definition,
                        mayWait,
                        new Step.Conflict(new EffectConflict(
                                "conflict",
                                definition.equals("bb")
                                        ? "fingerprint_definition_changed"
                                        : "idempotency_key_reused_with_different_effect",
                                OTHER,
                                MINE,
                                "T-1"))));
            }
        }
        rows.add(row(running(20_000), "aa", true, new Step.Wait(Duration.ofSeconds(20))));
        rows.add(row(running(20_000), "aa", false, new Step.InProgress(Duration.ofSeconds(5))));
        rows.add(row(running(3_000), "aa", false, new Step.InProgress(Duration.ofSeconds(3))));
        rows.add(row(running(0), "aa", false, new Step.InProgress(Duration.ofSeconds(1))));
        rows.add(row(running(0), "aa", true, new Step.Wait(Duration.ZERO)));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("table")
    void decides(ClaimReply reply, String definition, boolean mayWait, Step expected) {
        assertThat(Decider.decide(reply, MINE, definition, mayWait)).isEqualTo(expected);
    }

    @Test
    void theTableHasEveryReply() {
        List<Class<?>> inTable = new ArrayList<>();
        table().forEach(row -> inTable.add(row.get()[0].getClass()));
        assertThat(inTable).contains(ClaimReply.class.getPermittedSubclasses());
    }

    @Test
    void theTableReachesEveryStep() {
        List<Class<?>> inTable = new ArrayList<>();
        table().forEach(row -> inTable.add(row.get()[3].getClass()));
        assertThat(inTable)
                .contains(Arrays.stream(Step.class.getPermittedSubclasses()).toArray(Class<?>[]::new));
    }

    /**
     * Every pair of classes of mutation, every lookup's answer, every kind of limit on resending, before it, at it and
     * after it, and every trust, likewise: who takes over, and on what terms. The oracle is the contract's §7.5, written
     * another way.
     */
    @Test
    void takesOverOnlyAsTheContractAllows() {
        Duration limit = Duration.ofHours(1);
        List<Duration> ages = List.of(Duration.ZERO, limit.minusMillis(1), limit, limit.plusMillis(1));
        int takeovers = 0;
        int rows = 0;
        for (Mutation before : Mutation.values()) {
            for (Mutation now : Mutation.values()) {
                for (Decider.LookupAnswer answer : Decider.LookupAnswer.values()) {
                    for (Duration age : ages) {
                        for (Duration sinceFirst : ages) {
                            for (Limit resend : Limit.values()) {
                                for (boolean trust : new boolean[] {true, false}) {
                                    Set<String> allowed = new HashSet<>();
                                    if (before == Mutation.IDEMPOTENT && now == Mutation.IDEMPOTENT) {
                                        if (resend == Limit.FOREVER) {
                                            allowed.add("without limit");
                                        }
                                        if (resend == Limit.AN_HOUR && sinceFirst.compareTo(limit) < 0) {
                                            allowed.add("within the limit");
                                        }
                                    } else if (trust
                                            && answer == Decider.LookupAnswer.ABSENT
                                            && age.compareTo(limit) >= 0) {
                                        allowed.add("without limit");
                                    }
                                    Takeover taken = Decider.takeover(
                                            doubt(before, age, sinceFirst), tool(now, resend, trust), answer);
                                    rows++;
                                    takeovers += taken == null ? 0 : 1;
                                    assertThat(terms(taken, limit))
                                            .as(
                                                    "%s %s %s %s %s %s %s",
                                                    before, now, answer, age, sinceFirst, resend, trust)
                                            .isEqualTo(allowed);
                                }
                            }
                        }
                    }
                }
            }
        }
        assertThat(rows).isEqualTo(9 * 3 * 16 * 6);
        assertThat(takeovers).isPositive().isLessThan(rows / 2);
    }

    private enum Limit {
        NONE,
        AN_HOUR,
        FOREVER
    }

    private static Set<String> terms(@Nullable Takeover taken, Duration limit) {
        if (taken == null) {
            return Set.of();
        }
        assertThat(taken.fenceSeen()).isEqualTo(4);
        if (taken.resendWithin() == null) {
            return Set.of("without limit");
        }
        assertThat(taken.resendWithin()).isEqualTo(limit);
        return Set.of("within the limit");
    }

    private static ClaimReply.InDoubt doubt(Mutation claimedAs, Duration age, Duration sinceFirst) {
        return new ClaimReply.InDoubt(4, TIME, TIME, "desk", "", age, sinceFirst, claimedAs);
    }

    private static ToolDefinition tool(Mutation mutation, Limit resend, boolean trust) {
        ToolDefinition.Builder tool =
                ToolDefinition.builder("create_ticket", "Desk", "createTicket").mutation(mutation);
        switch (resend) {
            case NONE -> {}
            case AN_HOUR -> tool.resendWithin(3600, 0);
            case FOREVER -> tool.resendForever();
        }
        return (trust ? tool.reconcile("findTicket").trustAbsentAfter(3600, 0) : tool).build();
    }

    private static ClaimReply.InProgress running(long leaseLeftMillis) {
        return new ClaimReply.InProgress(1, Duration.ofMillis(leaseLeftMillis));
    }

    private static Arguments row(ClaimReply reply, String definition, boolean mayWait, Step expected) {
        return Arguments.of(reply, definition, mayWait, expected);
    }
}
