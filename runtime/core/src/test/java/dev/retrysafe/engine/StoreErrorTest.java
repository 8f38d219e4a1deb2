package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.observe.Incident;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An Error of a store's, as a driver of the wrong version throws, tells as little of a command as a missing answer. */
class StoreErrorTest {

    private final Desk desk = new Desk(SideEffectEngine.builder()
            .waitAtMost(Duration.ZERO)
            .lease(Duration.ofMillis(300))
            .commitBudget(Duration.ofMillis(1)));

    @AfterEach
    void close() {
        desk.close();
    }

    static Stream<Error> errors() {
        return Stream.of(new NoClassDefFoundError("driver/Reply"), new OutOfMemoryError("direct memory"));
    }

    private void failAt(String failing, int times, Error error) {
        AtomicInteger left = new AtomicInteger(times);
        desk.store.before = command -> {
            if (command.equals(failing) && left.getAndDecrement() > 0) {
                throw error;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("errors")
    void atTheClaimItRefusesTheCallAndTakesTheClaimBack(Error error) throws Exception {
        failAt("claim", 1, error);
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.effectMayHaveHappened()).isFalse())
                .hasRootCause(error)
                .hasMessageContaining(error.getClass().getName());
        await().until(() -> desk.store.tookPlace.contains("release"));
        assertThat(desk.effects).hasValue(0);
        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1");
    }

    @ParameterizedTest
    @MethodSource("errors")
    void atTheCommitTheReceiptIsStoredInTheBackground(Error error) throws Exception {
        failAt("commit", 2, error);
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.code()).isEqualTo("NotStored"));
        await().ignoreExceptions()
                .untilAsserted(() ->
                        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1"));
        assertThat(desk.effects).hasValue(1);
        assertThat(desk.incidents).extracting(Incident::kind).isEqualTo(List.of(Incident.Kind.NOT_STORED));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void atARenewalTheNextOneIsTried(Error error) throws Exception {
        CountDownLatch renewed = new CountDownLatch(3);
        failAt("renew", 1, error);
        desk.store.beforeRenewal = claim -> renewed.countDown();
        Object ticket = desk.call(
                desk.createTicket,
                () -> {
                    Latches.waitFor(renewed);
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                "");
        assertThat(ticket).isInstanceOf(Ticket.class);
    }
}
