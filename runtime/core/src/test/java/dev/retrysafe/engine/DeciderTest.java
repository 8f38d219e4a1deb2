package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.EffectConflict;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.StoredResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    private static final ClaimReply.InDoubt DOUBT = new ClaimReply.InDoubt(1, TIME, TIME, "desk", "timeout");

    /** Every reply, with and without time to wait, under the same and a changed definition. */
    static List<Arguments> table() {
        List<Arguments> rows = new ArrayList<>();
        for (boolean mayWait : new boolean[] {true, false}) {
            for (String definition : List.of("aa", "bb", "")) {
                rows.add(row(new ClaimReply.Claimed(7), definition, mayWait, new Step.Execute(7)));
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

    private static ClaimReply.InProgress running(long leaseLeftMillis) {
        return new ClaimReply.InProgress(1, Duration.ofMillis(leaseLeftMillis));
    }

    private static Arguments row(ClaimReply reply, String definition, boolean mayWait, Step expected) {
        return Arguments.of(reply, definition, mayWait, expected);
    }
}
