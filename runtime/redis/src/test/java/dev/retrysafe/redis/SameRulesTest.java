package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.as;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
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
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.Resolution.Verdict;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.Takeover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random commands in a row are answered as the in-memory store answers them. Only times may differ. */
class SameRulesTest {

    private static final int SEQUENCES = 150;

    private static final int COMMANDS = 40;

    @Test
    void everyCommandIsAnsweredAsInMemory() {
        try (Server server = Server.start()) {
            RedisEffectStore store = RedisEffectStore.builder(server.client()).build();
            for (long seed = 0; seed < SEQUENCES; seed++) {
                InMemoryEffectStore memory = new InMemoryEffectStore();
                OperationId operation = operation();
                Random random = new Random(seed);
                List<ClaimRequest> attempts = new ArrayList<>(List.of(
                        attempt(operation),
                        as(Mutation.IDEMPOTENT, operation),
                        as(Mutation.IDEMPOTENT, operation),
                        otherEffect(operation)));
                List<String> log = new ArrayList<>();
                for (int i = 0; i < COMMANDS; i++) {
                    if (random.nextInt(40) == 0) {
                        memory.lose(operation);
                        server.client()
                                .getKeys()
                                .delete(RecordKeys.of(operation).record());
                        log.add("lose");
                    }
                    if (random.nextInt(6) == 0) {
                        attempts.set(random.nextInt(3), as(Mutation.IDEMPOTENT, operation));
                    }
                    Named command = command(random, attempts);
                    String expected = withoutTimes(command.sent().apply(memory));
                    log.add(command.name() + " -> " + expected);
                    String answer = withoutTimes(command.sent().apply(store));
                    if (!isOfAFreedTokenOnceCommitted(expected, answer)) {
                        assertThat(answer).as("seed %d: %s", seed, log).isEqualTo(expected);
                    }
                }
            }
        }
    }

    /** A committed record has no more use for the tokens that were freed before, and does not keep them. */
    private static boolean isOfAFreedTokenOnceCommitted(String expected, String answer) {
        boolean freed = expected.equals("Released[]") || expected.startsWith("Done[");
        boolean committed = answer.startsWith("committed ")
                || (answer.startsWith("Conflict[") && !answer.contains("existingRemoteId=null"))
                || answer.startsWith("Refused[state=COMMITTED");
        return freed && committed;
    }

    private record Named(String name, Function<EffectStore, @Nullable Object> sent) {}

    private static Named command(Random random, List<ClaimRequest> attempts) {
        int who = random.nextInt(attempts.size());
        ClaimRequest request = attempts.get(who);
        Claim claim = held(request, 1 + random.nextInt(4));
        String id = "T-" + random.nextInt(2);
        String by = " by " + who + " at " + claim.fence();
        Takeover takeover = new Takeover(claim.fence(), random.nextBoolean() ? null : Duration.ofHours(1));
        RecordId record = RecordId.of(request.operation());
        Resolution decision = decision(random, id);
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> new Named("claim" + by, store -> store.claim(request));
            case 3 -> new Named("look" + by, store -> store.look(attempt(request.operation())));
            case 4 -> new Named("renew" + by, store -> store.renew(claim));
            case 5 -> new Named("commit " + id + by, store -> store.commit(claim, outcome(id)));
            case 6 -> new Named("release" + by, store -> store.release(claim));
            case 7 -> new Named("take back" + by, store -> store.release(held(request, 0)));
            case 8, 9 -> new Named("take over " + takeover + by, store -> store.takeOver(request, takeover));
            case 10 -> new Named("find " + id + by, store -> store.found(request, claim.fence(), outcome(id)));
            case 11 -> new Named("show", store -> store.show(record));
            case 12 -> new Named("list", store -> store.open(listOf(request.operation())));
            case 13, 14 ->
                new Named("resolve " + decision + by, store -> store.resolve(record, claim.fence(), decision));
            default -> new Named("mark" + by, store -> store.markInDoubt(claim, "by " + who));
        };
    }

    private static OpenQuery listOf(OperationId operation) {
        return new OpenQuery(operation.namespace(), operation.tenant(), null, null, null, 10);
    }

    /** Few ids, so that they are repeated, and used again for something else. */
    private static Resolution decision(Random random, String remoteId) {
        boolean committed = random.nextInt(4) == 0;
        return new Resolution(
                "decision-" + random.nextInt(6),
                committed ? Verdict.COMMITTED : Verdict.NOT_APPLIED,
                null,
                committed ? remoteId : null,
                null,
                "ann@ops",
                "seen",
                Duration.ofHours(1));
    }

    /** What of an answer does not depend on when it was given. */
    private static String withoutTimes(@Nullable Object reply) {
        if (reply instanceof ClaimReply.Claimed claimed) {
            return "claimed " + claimed.fence() + (claimed.takeover() ? " takeover" : "")
                    + (claimed.resendLeft() == null ? "" : " limited");
        }
        if (reply instanceof ClaimReply.InProgress running) {
            return "in progress at " + running.fence();
        }
        if (reply instanceof ClaimReply.InDoubt doubt) {
            return "in doubt at " + doubt.fence() + " by " + doubt.owner() + " as " + doubt.claimedAs() + ": "
                    + withoutWords(doubt.failure());
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
        if (reply instanceof OpenPage page) {
            return "page of "
                    + page.records().stream().map(SameRulesTest::shown).toList();
        }
        if (reply instanceof RecordView record) {
            return shown(record);
        }
        if (reply instanceof ResolveReply.Resolved resolved) {
            return "resolved " + shown(resolved.record());
        }
        if (reply instanceof ResolveReply.Stale stale) {
            return "stale " + shown(stale.record());
        }
        if (reply instanceof ResolveReply.IdReused reused) {
            return "reused " + shown(reused.record());
        }
        return String.valueOf(reply);
    }

    private static String withoutWords(String failure) {
        return failure.replaceFirst("^(released).*", "$1");
    }

    /** A record that is settled need not say what an open one says. */
    private static String shown(RecordView record) {
        boolean open = record.state() == RecordState.PENDING || record.state() == RecordState.IN_DOUBT;
        StringBuilder text = new StringBuilder(record.state() + " at " + record.fence() + " "
                + record.fingerprint().substring(0, 10));
        if (open) {
            text.append(" by ").append(record.owner()).append(" as ").append(record.mutation());
            text.append(" failure ").append(withoutWords(record.failure()));
            text.append(record.recordWasLost() ? " lost" : "");
        }
        if (record.outcome() != null) {
            text.append(" receipt ")
                    .append(record.outcome().remoteId())
                    .append(' ')
                    .append(record.outcome().result());
        }
        for (RecordView.PastAttempt past : record.history()) {
            text.append(" past ")
                    .append(past.fence())
                    .append(past.end())
                    .append(past.owner())
                    .append(withoutWords(past.failure()));
        }
        for (RecordView.LateReceipt late : record.lateReceipts()) {
            text.append(" late ").append(late.fence()).append(late.remoteId());
        }
        for (RecordView.KeptResolution kept : record.resolutions()) {
            text.append(" decided ").append(kept.fence()).append(kept.resolution());
        }
        return text.toString();
    }
}
