package dev.retrysafe.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.StoredOutcome;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;

/** What the rules need of a store under test, and the steps that they share. */
abstract class StoreUnderTest {

    /** A lease, or a retention, that a test outlasts. */
    static final Duration SHORT = Duration.ofMillis(40);

    static final Duration DAY = Duration.ofHours(24);

    protected abstract EffectStore store();

    protected abstract StoreClock clock();

    protected abstract void lose(OperationId operation);

    final void outlast(Duration duration) {
        clock().pass(duration.plusMillis(20));
    }

    final Claim claimed(ClaimRequest request) {
        ClaimReply reply = store().claim(request);
        assertThat(reply).isInstanceOf(ClaimReply.Claimed.class);
        return new Claim(request, ((ClaimReply.Claimed) reply).fence());
    }

    /** A claim whose lease has run out unnoticed. */
    final Claim lapsed(OperationId operation) {
        Claim claim = claimed(Attempts.attempt(operation, SHORT, DAY));
        outlast(SHORT);
        return claim;
    }

    /** A claim at fence 2 with an unknown attempt before it, as far as the store can know. */
    final Claim secondAttempt(OperationId operation) {
        Claim claim = new Claim(Attempts.attempt(operation), 2);
        assertThat(store().renew(claim)).isEqualTo(new WriteReply.Done(true));
        return claim;
    }

    final StoredOutcome committed(Claim claim, NewOutcome outcome) {
        CommitReply reply = store().commit(claim, outcome);
        assertThat(reply).isInstanceOf(CommitReply.Stored.class);
        return ((CommitReply.Stored) reply).outcome();
    }

    final ClaimReply.InDoubt assertInDoubt(OperationId operation) {
        ClaimReply reply = store().claim(Attempts.attempt(operation));
        assertThat(reply).isInstanceOf(ClaimReply.InDoubt.class);
        return (ClaimReply.InDoubt) reply;
    }

    /** The same doubt, seen at different times. */
    final void assertSame(ClaimReply.InDoubt one, ClaimReply.InDoubt other) {
        assertThat(other)
                .usingRecursiveComparison()
                .ignoringFields("age", "sinceFirstAttempt")
                .isEqualTo(one);
    }

    final void assertInProgress(OperationId operation) {
        assertThat(store().claim(Attempts.attempt(operation))).isInstanceOf(ClaimReply.InProgress.class);
    }

    final void assertCommitted(OperationId operation, StoredOutcome outcome) {
        assertThat(store().claim(Attempts.attempt(operation))).isEqualTo(new ClaimReply.Committed(outcome));
    }

    final void assertFree(OperationId operation) {
        assertThat(store().look(Attempts.attempt(operation))).isEqualTo(new ClaimReply.Released());
    }
}
