package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.issued;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.StoredOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The rules by which a receipt outlives the requests that it answered, as long as those could execute. */
abstract class RetentionRules extends CommitRules {

    private static final Duration HOUR = Duration.ofHours(1);

    /** A request issued after the one that executed: a receipt of its own would live for longer. */
    final ClaimRequest later(OperationId operation) {
        return issued(operation, DAY, clock().now().plus(ClaimRequest.TOLERATED_SKEW.dividedBy(2)));
    }

    /** The receipt lives until a ttl after the later request, and everybody sees it so. */
    final void assertOutlives(ClaimRequest later, StoredOutcome before, StoredOutcome answered) {
        Instant issuedAt = Objects.requireNonNull(later.issuedAt());
        assertThat(answered)
                .usingRecursiveComparison()
                .ignoringFields("expiresAt")
                .isEqualTo(before);
        assertThat(answered.expiresAt())
                .isAfter(before.expiresAt())
                .isEqualTo(issuedAt.plus(later.ttl()).truncatedTo(ChronoUnit.MILLIS));
        assertCommitted(later.operation(), answered);
    }

    @Test
    void aReceiptOutlivesALaterRequestThatItAnswered() {
        Claim owner = claimed(issued(operation(), DAY, clock().now()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        ClaimRequest later = later(owner.request().operation());
        assertThat(store().claim(later))
                .isInstanceOfSatisfying(
                        ClaimReply.Committed.class, answer -> assertOutlives(later, stored, answer.outcome()));
    }

    @Test
    void aReceiptOutlivesALaterRequestThatItAnsweredAfterAWait() {
        Claim owner = claimed(issued(operation(), DAY, clock().now()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        ClaimRequest later = later(owner.request().operation());
        assertThat(store().look(later))
                .isInstanceOfSatisfying(
                        ClaimReply.Committed.class, answer -> assertOutlives(later, stored, answer.outcome()));
    }

    @Test
    void aReceiptOutlivesALaterRequestWhoseCommitItAnswered() {
        Claim owner = claimed(issued(operation(), DAY, clock().now()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        ClaimRequest later = later(owner.request().operation());
        assertThat(store().commit(held(later, 2), outcome("T-2")))
                .isInstanceOfSatisfying(CommitReply.AlreadyCommitted.class, answer -> {
                    assertThat(answer.differs()).isTrue();
                    assertOutlives(later, stored, answer.outcome());
                });
    }

    @Test
    void aLaterRequestThatComesAgainIsAnsweredAgain() {
        // Long enough for two commands; on a machine that stood still meanwhile it is tried again.
        Duration ttl = SHORT.multipliedBy(10);
        for (int tries = 1; !laterRequestIsAnsweredAgain(ttl); tries++) {
            assertThat(tries)
                    .as("receipts that expired before the later request")
                    .isLessThan(5);
            ttl = ttl.multipliedBy(2);
        }
    }

    /** False when the receipt may have expired before the later request came for the first time. */
    private boolean laterRequestIsAnsweredAgain(Duration ttl) {
        Claim owner = claimed(attempt(operation(), DAY, ttl));
        OperationId operation = owner.request().operation();
        long start = System.nanoTime();
        committed(owner, outcome("T-1"));
        Instant issuedAt = clock().now().plusSeconds(30);
        ClaimReply first = store().claim(issued(operation, ttl, issuedAt));
        if (!(first instanceof ClaimReply.Committed) && System.nanoTime() - start >= ttl.toNanos()) {
            return false;
        }
        assertThat(first).isInstanceOf(ClaimReply.Committed.class);
        outlast(ttl.multipliedBy(2));
        // Young enough to execute, had its receipt expired.
        assertThat(store().claim(issued(operation, ttl, issuedAt))).isInstanceOf(ClaimReply.Committed.class);
        return true;
    }

    @Test
    void aReceiptIsNeverKeptForShorterThanItWas() {
        Claim owner = claimed(issued(operation(), DAY, clock().now()));
        OperationId operation = owner.request().operation();
        StoredOutcome stored = committed(owner, outcome("T-1"));
        Instant now = clock().now();
        for (ClaimRequest asked : new ClaimRequest[] {
            attempt(operation, DAY, Duration.ofDays(365)),
            issued(operation, DAY, now.minusSeconds(3600)),
            issued(operation, SHORT, now.plusSeconds(30)),
            issued(operation, DAY, Instant.MIN)
        }) {
            assertThat(store().claim(asked)).isEqualTo(new ClaimReply.Committed(stored));
            assertThat(store().look(asked)).isEqualTo(new ClaimReply.Committed(stored));
        }
        assertCommitted(operation, stored);
    }

    /** Nobody keeps a receipt for ever by saying that it is the year 3000. */
    @Test
    void aRequestFromTheFutureKeepsAReceiptForNoLongerThanTheToleratedSkew() {
        for (Instant future : new Instant[] {clock().now().plus(Duration.ofDays(365)), Instant.MAX}) {
            Claim owner = claimed(issued(operation(), DAY, clock().now()));
            OperationId operation = owner.request().operation();
            committed(owner, outcome("T-1"));
            assertThat(store().claim(issued(operation, DAY, future)))
                    .isInstanceOfSatisfying(ClaimReply.Committed.class, answer -> {
                        assertThat(answer.outcome().expiresAt())
                                .isCloseTo(
                                        clock().now()
                                                .plus(ClaimRequest.TOLERATED_SKEW)
                                                .plus(DAY),
                                        within(30, ChronoUnit.SECONDS));
                        assertCommitted(operation, answer.outcome());
                    });
        }
    }

    /** However long its receipt would be kept. */
    @Test
    void aRequestIsTooOldByItsOwnAge() {
        Instant anHourAgo = clock().now().minus(HOUR);
        assertThat(store().claim(issued(operation(), DAY, HOUR.minusMinutes(5), anHourAgo)))
                .isInstanceOf(ClaimReply.Untimely.class);
        assertThat(store().claim(issued(operation(), DAY, HOUR.plusMinutes(5), anHourAgo)))
                .isInstanceOf(ClaimReply.Claimed.class);
    }

    @Test
    void aReceiptOfAYoungerRequestIsKeptForItsTtlAllTheSame() {
        Claim owner = claimed(issued(operation(), DAY, HOUR, clock().now()));
        StoredOutcome stored = committed(owner, outcome("T-1"));
        assertThat(stored.expiresAt()).isEqualTo(stored.committedAt().plus(DAY));
        assertCommitted(owner.request().operation(), stored);
    }

    /** By the age after which it could not execute, and not by a ttl, which is longer. */
    @Test
    void aReceiptOutlivesALaterRequestByThatOnesAge() {
        Claim owner = claimed(issued(operation(), HOUR, clock().now()));
        OperationId operation = owner.request().operation();
        committed(owner, outcome("T-1"));
        Instant issuedAt = clock().now().plus(ClaimRequest.TOLERATED_SKEW.dividedBy(2));
        Instant expected = issuedAt.plus(HOUR).truncatedTo(ChronoUnit.MILLIS);
        for (ClaimReply answer : List.of(
                store().claim(issued(operation, DAY, HOUR, issuedAt)),
                store().look(issued(operation, DAY, HOUR, issuedAt)))) {
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            ClaimReply.Committed.class,
                            committed ->
                                    assertThat(committed.outcome().expiresAt()).isEqualTo(expected));
        }
    }

    @Test
    void anotherEffectKeepsAReceiptForNoLonger() {
        Claim owner = claimed(issued(operation(), DAY, clock().now()));
        OperationId operation = owner.request().operation();
        StoredOutcome stored = committed(owner, outcome("T-1"));
        ClaimRequest like = Attempts.otherEffect(operation);
        ClaimRequest other = new ClaimRequest(
                operation,
                like.token(),
                like.fingerprint(),
                like.definitionHash(),
                like.mutation(),
                like.owner(),
                like.lease(),
                like.ttl(),
                later(operation).issuedAt());
        assertThat(store().claim(other)).isInstanceOf(ClaimReply.Conflict.class);
        assertCommitted(operation, stored);
    }
}
