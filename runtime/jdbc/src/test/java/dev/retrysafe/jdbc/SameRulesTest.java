package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.applied;
import static dev.retrysafe.test.Attempts.as;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.notApplied;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.InMemoryEffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.Takeover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random commands in a row are answered as the in-memory store answers them. Only times may differ. */
class SameRulesTest {

    private static final int SEQUENCES = 60;

    private static final int COMMANDS = 25;

    static Stream<Database> databases() {
        return Database.all();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void everyCommandIsAnsweredAsInMemory(Database database) {
        try (JdbcEffectStore store = JdbcEffectStore.builder(database.pool()).build()) {
            for (long seed = 0; seed < SEQUENCES; seed++) {
                InMemoryEffectStore memory = new InMemoryEffectStore();
                OperationId operation = operation();
                Random random = new Random(seed);
                List<ClaimRequest> attempts = new ArrayList<>(List.of(
                        attempt(operation),
                        as(Mutation.IDEMPOTENT, operation),
                        as(Mutation.IDEMPOTENT, operation),
                        otherEffect(operation)));
                List<Resolution> decisions = List.of(notApplied(), applied("T-0"), notApplied());
                List<String> log = new ArrayList<>();
                for (int i = 0; i < COMMANDS; i++) {
                    if (random.nextInt(20) == 0) {
                        memory.lose(operation);
                        new Row(database, operation).delete();
                        log.add("lose");
                    }
                    Named command = command(random, attempts, decisions);
                    String expected = withoutTimes(command.sent().apply(memory));
                    log.add(command.name() + " -> " + expected);
                    assertThat(withoutTimes(command.sent().apply(store)))
                            .as("seed %d: %s", seed, log)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private record Named(String name, Function<EffectStore, Object> sent) {}

    private static Named command(Random random, List<ClaimRequest> attempts, List<Resolution> decisions) {
        int who = random.nextInt(attempts.size());
        ClaimRequest request = attempts.get(who);
        Claim claim = held(request, 1 + random.nextInt(3));
        String id = "T-" + random.nextInt(2);
        String by = " by " + who + " at " + claim.fence();
        Resolution decision = decisions.get(random.nextInt(decisions.size()));
        Takeover takeover = new Takeover(claim.fence(), random.nextBoolean() ? null : Duration.ofHours(1));
        return switch (random.nextInt(15)) {
            case 0, 1 -> new Named("claim" + by, store -> store.claim(request));
            case 2 -> new Named("look" + by, store -> store.look(attempt(request.operation())));
            case 3 -> new Named("renew" + by, store -> store.renew(claim));
            case 4 -> new Named("commit " + id + by, store -> store.commit(claim, outcome(id)));
            case 5 -> new Named("release" + by, store -> store.release(claim));
            case 6 -> new Named("take back" + by, store -> store.release(held(request, 0)));
            case 7, 8 -> new Named("take over " + takeover + by, store -> store.takeOver(request, takeover));
            case 9 -> new Named("find " + id + by, store -> store.found(request, claim.fence(), outcome(id)));
            case 10 -> new Named("show", store -> shown(store.show(RecordId.of(request.operation()))));
            case 11, 12, 13 ->
                new Named(
                        "decide " + decision.decisionId() + " at " + claim.fence(),
                        store -> store.resolve(RecordId.of(request.operation()), claim.fence(), decision));
            default -> new Named("mark" + by, store -> store.markInDoubt(claim, "by " + who));
        };
    }

    /** What of an answer does not depend on when it was given. */
    private static String withoutTimes(Object reply) {
        if (reply instanceof ClaimReply.Claimed claimed) {
            return "claimed " + claimed.fence() + (claimed.takeover() ? " takeover" : "")
                    + (claimed.resendLeft() == null ? "" : " limited");
        }
        if (reply instanceof ClaimReply.InProgress running) {
            return "in progress at " + running.fence();
        }
        if (reply instanceof ClaimReply.InDoubt doubt) {
            return "in doubt at " + doubt.fence() + " by " + doubt.owner() + " as " + doubt.claimedAs() + ": "
                    + doubt.failure().replaceFirst("^(released).*", "$1");
        }
        if (reply instanceof ClaimReply.Committed committed) {
            return "committed " + committed.outcome().remoteId();
        }
        if (reply instanceof CommitReply.Stored stored) {
            return "stored " + stored.outcome().remoteId() + (stored.late() ? " late" : "")
                    + (stored.recordWasLost() ? " lost" : "");
        }
        if (reply instanceof CommitReply.AlreadyCommitted committed) {
            return "already " + committed.outcome().remoteId() + " differs " + committed.remoteIdDiffers();
        }
        if (reply instanceof ResolveReply.Resolved resolved) {
            return "resolved " + shown(resolved.record());
        }
        if (reply instanceof ResolveReply.Stale stale) {
            return "stale " + shown(stale.record());
        }
        if (reply instanceof ResolveReply.IdReused reused) {
            return "id reused " + shown(reused.record());
        }
        return reply.toString();
    }

    private static String shown(@Nullable RecordView record) {
        if (record == null) {
            return "nothing";
        }
        StoredOutcome outcome = record.outcome();
        return record.id() + " " + record.state() + " at " + record.fence() + " of " + record.operation() + " by "
                + record.owner() + " as " + record.mutation() + " in doubt " + (record.inDoubtSince() != null)
                + " lost " + record.recordWasLost() + ": " + record.failure().replaceFirst("^(released).*", "$1")
                + " -> " + (outcome == null ? "none" : outcome.remoteId() + " " + outcome.result())
                + " after "
                + record.history().stream()
                        .map(past -> past.fence() + " " + past.owner() + " " + past.end() + " "
                                + past.failure().replaceFirst("^(released).*", "$1"))
                        .toList()
                + " late "
                + record.lateReceipts().stream()
                        .map(late -> late.fence() + " " + late.remoteId())
                        .toList()
                + " decided "
                + record.resolutions().stream()
                        .map(kept -> kept.fence() + " " + kept.resolution())
                        .toList();
    }
}
