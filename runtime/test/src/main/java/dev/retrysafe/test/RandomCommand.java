package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.outcome;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.Resolution.Verdict;
import dev.retrysafe.store.Takeover;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A command that can be sent to any store.
 *
 * @param name says it, for messages
 * @param endsBeforeTheNext whether a lease that it begins is to lapse before the next command
 * @param sent sends it
 */
record RandomCommand(String name, boolean endsBeforeTheNext, Function<EffectStore, @Nullable Object> sent) {

    static RandomCommand of(Random random, List<ClaimRequest> attempts) {
        int who = random.nextInt(attempts.size());
        ClaimRequest request = attempts.get(who);
        boolean lapses = request.lease().compareTo(Duration.ofSeconds(1)) < 0;
        Claim claim = held(request, 1 + random.nextInt(4));
        String id = "T-" + random.nextInt(2);
        String by = " by " + who + " at " + claim.fence();
        Takeover takeover = new Takeover(claim.fence(), random.nextBoolean() ? null : Duration.ofHours(1));
        RecordId record = RecordId.of(request.operation());
        Resolution decision = decision(random, id);
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> new RandomCommand("claim" + by, lapses, store -> store.claim(request));
            case 3 -> new RandomCommand("look" + by, false, store -> store.look(attempt(request.operation())));
            case 4 -> new RandomCommand("renew" + by, lapses, store -> store.renew(claim));
            case 5 -> new RandomCommand("commit " + id + by, false, store -> store.commit(claim, outcome(id)));
            case 6 -> new RandomCommand("release" + by, false, store -> store.release(claim));
            case 7 -> new RandomCommand("take back" + by, false, store -> store.release(held(request, 0)));
            case 8, 9 ->
                new RandomCommand("take over " + takeover + by, lapses, store -> store.takeOver(request, takeover));
            case 10 ->
                new RandomCommand("find " + id + by, false, store -> store.found(request, claim.fence(), outcome(id)));
            case 11 -> new RandomCommand("show", false, store -> store.show(record));
            case 12 -> new RandomCommand("list", false, store -> store.open(listOf(request.operation())));
            case 13, 14 ->
                new RandomCommand(
                        "resolve " + decision + by, false, store -> store.resolve(record, claim.fence(), decision));
            default -> new RandomCommand("mark" + by, false, store -> store.markInDoubt(claim, "by " + who));
        };
    }

    /** Claims whose answers never came are given back before they arrive. */
    static RandomCommand takenBack(List<ClaimRequest> unanswered) {
        return new RandomCommand(
                "take back " + unanswered.size() + " claims",
                false,
                store -> unanswered.stream()
                        .map(request -> store.release(held(request, 0)))
                        .toList()
                        .toString());
    }

    /** A command of an attempt that has given up long since. */
    static RandomCommand late(Random random, ClaimRequest request) {
        Takeover takeover = new Takeover(1 + random.nextInt(4), null);
        return random.nextBoolean()
                ? new RandomCommand("late claim", false, store -> store.claim(request))
                : new RandomCommand("late " + takeover, false, store -> store.takeOver(request, takeover));
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
}
