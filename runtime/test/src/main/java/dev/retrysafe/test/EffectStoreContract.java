package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The contract of an {@link EffectStore}, one test per rule. The author of a store extends it:
 *
 * <pre>{@code
 * class MyStoreContractTest extends EffectStoreContract {
 *
 *     private final MyStore store = new MyStore();
 *
 *     protected EffectStore store() {
 *         return store;
 *     }
 *
 *     protected void lose(OperationId operation) {
 *         store.delete(operation);
 *     }
 * }
 * }</pre>
 *
 * <p>Operations are fresh in every test, so that a store can be shared by all.
 */
public abstract class EffectStoreContract extends RetentionRules {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

    /**
     * The store under test.
     *
     * @return the same store throughout a test
     */
    @Override
    protected abstract EffectStore store();

    /**
     * Makes the store lose a record, as a fail-over may do.
     *
     * @param operation the operation
     */
    @Override
    protected abstract void lose(OperationId operation);

    /**
     * The store's clock. Override it where tests can move it.
     *
     * @return by default real time, which tests wait for
     */
    @Override
    protected StoreClock clock() {
        return StoreClock.real();
    }

    @Test
    void theStoreNamesItsKind() {
        assertThat(store().kind()).isNotBlank();
    }

    @Test
    void aWaiterIsToldOfACommit() throws Exception {
        assertWaiterIsTold(claim -> store().commit(claim, outcome("T-1")));
    }

    @Test
    void aWaiterIsToldOfARelease() throws Exception {
        assertWaiterIsTold(claim -> store().release(claim));
    }

    @Test
    void aWaiterIsToldOfAMark() throws Exception {
        assertWaiterIsTold(claim -> store().markInDoubt(claim, "read timed out"));
    }

    private void assertWaiterIsTold(Consumer<Claim> change) throws InterruptedException {
        Claim owner = claimed(attempt(operation()));
        try (Notified one = Notified.of(store(), owner.request().operation());
                Notified two = Notified.of(store(), owner.request().operation())) {
            change.accept(owner);
            assertThat(one.within(LONG_ENOUGH)).isTrue();
            assertThat(two.within(LONG_ENOUGH)).isTrue();
        }
    }

    @Test
    void aWaiterIsNotToldOfOtherOperations() throws Exception {
        Claim owner = claimed(attempt(operation()));
        Claim other = claimed(attempt(operation()));
        try (Notified watch = Notified.of(store(), owner.request().operation())) {
            store().commit(other, outcome("T-1"));
            assertThat(watch.within(Duration.ofMillis(100))).isFalse();
        }
    }

    @Test
    void aWatchThatIsClosedIsToldNoMoreAndMayBeClosedAgain() throws Exception {
        Claim owner = claimed(attempt(operation()));
        Notified closed = Notified.of(store(), owner.request().operation());
        closed.close();
        closed.close();
        try (Notified watch = Notified.of(store(), owner.request().operation())) {
            store().markInDoubt(owner, "read timed out");
            assertThat(watch.within(LONG_ENOUGH)).isTrue();
            assertThat(closed.within(Duration.ZERO)).isFalse();
        }
    }

    @Test
    void anInterruptedOwnerStillStoresItsReceipt() {
        Claim owner = claimed(attempt(operation()));
        Thread.currentThread().interrupt();
        try {
            var stored = committed(owner, outcome("T-1"));
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertCommitted(owner.request().operation(), stored);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
