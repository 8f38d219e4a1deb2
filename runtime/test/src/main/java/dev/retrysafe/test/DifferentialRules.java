package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.as;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.InMemoryEffectStore;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random commands in a row, with records that are lost and leases that lapse in between, are answered as the in-memory store
 * answers them.
 */
abstract class DifferentialRules extends DecisionRules {

    /** {@code -Dretrysafe.test.sequences=…} for another number of them. */
    private static final int SEQUENCES = Integer.getInteger("retrysafe.test.sequences", 60);

    private static final int COMMANDS = 40;

    private static final Duration LEAST = Duration.ofMillis(1);

    @Test
    void randomCommandsAreAnsweredAsTheInMemoryStoreAnswersThem() {
        for (long seed = 0; seed < SEQUENCES; seed++) {
            compare(seed);
        }
    }

    private void compare(long seed) {
        InMemoryEffectStore memory = new InMemoryEffectStore(() -> clock().now());
        OperationId operation = operation();
        Random random = new Random(seed);
        List<ClaimRequest> attempts = new ArrayList<>(List.of(
                attempt(operation),
                as(Mutation.IDEMPOTENT, operation),
                as(Mutation.IDEMPOTENT, operation),
                shortLived(operation),
                otherEffect(operation)));
        List<ClaimRequest> late = new ArrayList<>();
        List<String> log = new ArrayList<>();
        for (int i = 0; i < COMMANDS; i++) {
            if (random.nextInt(40) == 0) {
                memory.lose(operation);
                lose(operation);
                log.add("lose");
            }
            if (random.nextInt(6) == 0) {
                attempts.set(random.nextInt(3), as(Mutation.IDEMPOTENT, operation));
            }
            if (random.nextInt(12) == 0) {
                attempts.set(3, shortLived(operation));
            }
            RandomCommand command = next(random, attempts, late);
            String expected = Answered.of(command.sent().apply(memory));
            log.add(command.name() + " -> " + expected);
            String answer = Answered.of(command.sent().apply(store()));
            if (!isOfAFreedTokenOnceCommitted(expected, answer)) {
                assertThat(answer).as("seed %d: %s", seed, log).isEqualTo(expected);
            }
            if (command.endsBeforeTheNext()) {
                outlast(LEAST);
            }
        }
    }

    /** Now and then one of an outage: unanswered claims are taken back, and arrive, or their takeovers do, much later. */
    private static RandomCommand next(Random random, List<ClaimRequest> attempts, List<ClaimRequest> late) {
        if (random.nextInt(12) == 0) {
            late.addAll(Stream.generate(
                            () -> as(Mutation.IDEMPOTENT, attempts.get(0).operation()))
                    .limit(9)
                    .toList());
            List<ClaimRequest> unanswered = List.copyOf(late.subList(late.size() - 9, late.size()));
            return RandomCommand.takenBack(unanswered);
        }
        return !late.isEmpty() && random.nextInt(4) == 0
                ? RandomCommand.late(random, late.get(random.nextInt(late.size())))
                : RandomCommand.of(random, attempts);
    }

    /** Its lease is over before the next command. */
    private static ClaimRequest shortLived(OperationId operation) {
        return attempt(operation, LEAST, Duration.ofHours(24));
    }

    /** A committed record has no more use for the tokens that were freed before, and need not keep them. */
    private static boolean isOfAFreedTokenOnceCommitted(String expected, String answer) {
        boolean freed = expected.equals("Released[]") || expected.startsWith("Done[");
        boolean committed = answer.startsWith("committed ")
                || (answer.startsWith("Conflict[") && !answer.contains("existingRemoteId=null"))
                || answer.startsWith("Refused[state=COMMITTED");
        return freed && committed;
    }
}
