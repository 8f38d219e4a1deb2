package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.store.OperationId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** An owner that hears that its record is not its own any more sends nothing more, however long its lease. */
class RefusedRenewalTest {

    private final CountDownLatch lost = new CountDownLatch(1);

    private final CountDownLatch reclaimed = new CountDownLatch(1);

    private final CountDownLatch tried = new CountDownLatch(1);

    @Test
    void afterARefusedRenewalNothingIsSent() throws Exception {
        try (Desk desk =
                new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).lease(Duration.ofMillis(300)))) {
            desk.store.before = command -> {
                if (command.equals("renew")) {
                    waitFor(reclaimed);
                }
            };
            CompletableFuture<Throwable> first = CompletableFuture.supplyAsync(() -> sendingAfterARefusal(desk));
            waitFor(lost);
            Object second = desk.call(
                    desk.createTicket,
                    () -> {
                        reclaimed.countDown();
                        waitFor(tried);
                        return desk.newTicket("high");
                    },
                    "approval-17",
                    "high",
                    "");

            assertThat(second).isNotNull();
            assertThat(first.join()).isInstanceOf(SendDeadlineException.class);
            assertThat(desk.effects).hasValue(1);
        }
    }

    /** What sending comes to in an attempt whose record another one holds. */
    private Throwable sendingAfterARefusal(Desk desk) {
        CompletableFuture<Throwable> sending = new CompletableFuture<>();
        Throwable unused = catchThrowable(() -> desk.call(
                desk.createTicket,
                () -> {
                    desk.memory.lose(new OperationId("default", "acme", "create_ticket", SideEffects.currentKey()));
                    lost.countDown();
                    await().atMost(Duration.ofSeconds(20))
                            .until(() -> desk.incidents.stream()
                                    .anyMatch(incident -> incident.kind() == Incident.Kind.RENEWAL_FAILED));
                    sending.complete(catchThrowable(SideEffects::sending));
                    tried.countDown();
                    throw new IllegalStateException("not sent");
                },
                "approval-17",
                "high",
                ""));
        return sending.join();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
