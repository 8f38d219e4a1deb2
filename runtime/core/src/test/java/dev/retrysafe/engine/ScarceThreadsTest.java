package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.store.Token;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A system that has no thread left costs calls, and neither receipts, nor leases, nor claims. */
class ScarceThreadsTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final ScarceThreads threads = new ScarceThreads();

    private final Desk desk = new Desk(SideEffectEngine.builder()
            .waitAtMost(Duration.ZERO)
            .lease(Duration.ofMillis(300))
            .commitBudget(Duration.ofMillis(1))
            .threads(threads));

    private final List<Token> renewed = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        threads.gone = null;
        desk.close();
    }

    private void recordRenewals() {
        desk.store.beforeRenewal = claim -> renewed.add(claim.request().token());
    }

    /** Creates a ticket in a method that waits until its lease has been renewed twice. */
    private Object createWhileRenewed() throws Exception {
        int before = renewed.size();
        return Objects.requireNonNull(desk.call(
                desk.createTicket,
                () -> {
                    await().until(() -> renewed.size() >= before + 2);
                    return desk.newTicket("high");
                },
                "approval-17",
                "high",
                ""));
    }

    @Test
    void aClaimThatNobodyCanRenewIsGivenBackAndNeverRenewed() throws Exception {
        recordRenewals();
        threads.gone = "retrysafe";
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(OutOfMemoryError.class);
        assertThat(desk.effects).hasValue(0);
        assertThat(desk.store.commands).containsExactly("claim", "release");

        threads.gone = null;
        assertThat(createWhileRenewed()).isInstanceOf(Ticket.class);
        assertThat(renewed).containsOnly(desk.store.tokens.get(1));
        assertThat(desk.incidents).isEmpty();
    }

    @Test
    void aReceiptIsStoredInTheBackgroundAsSoonAsThereIsAThread() throws Exception {
        threads.gone = "retrysafe-ending";
        desk.store.requestLost = "commit";
        assertThatThrownBy(() -> desk.create("approval-17", "high"))
                .isInstanceOfSatisfying(
                        SideEffectStoreException.class,
                        e -> assertThat(e.result()).isInstanceOf(Ticket.class));
        desk.store.requestLost = null;
        await().until(() -> threads.refused.get() >= 2);
        threads.gone = null;
        await().ignoreExceptions()
                .untilAsserted(() ->
                        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1"));
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aReceiptIsStoredWhenTheEngineIsClosedThoughThereIsNoThread() {
        threads.gone = "retrysafe-ending";
        desk.store.requestLost = "commit";
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectStoreException.class);
        desk.store.requestLost = null;
        desk.engine.close();
        // Its lease is short, and may be due before the first commit.
        assertThat(desk.store.commands)
                .filteredOn(command -> !command.equals("renew"))
                .containsExactly("claim", "commit", "commit");
    }

    @Test
    void aLeaseIsRenewedOnTheClocksThreadWhereThereIsNoOther() throws Exception {
        recordRenewals();
        threads.gone = "retrysafe-lease";
        assertThat(createWhileRenewed()).isInstanceOf(Ticket.class);
        assertThat(desk.incidents).isEmpty();
    }

    @Test
    void whatNoFurtherThreadCanBeHadForIsLeftToThoseThatThereAre() throws Exception {
        Workers workers = new Workers(2, threads.named("test"));
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(2);
        workers.execute(() -> {
            Latches.waitFor(go);
            done.countDown();
        });
        threads.gone = "test";
        workers.execute(done::countDown);
        go.countDown();
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();

        Workers none = new Workers(2, threads.named("test"));
        assertThatThrownBy(() -> none.execute(done::countDown)).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void aMonoWhoseCallFindsNoThreadFailsAndTheStoreIsNotAsked() throws Exception {
        TicketTool tool =
                new TicketTool("create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::completesInMono);
        Callable<Mono<Ticket>> body = () -> Mono.fromCallable(() -> desk.newTicket("high"));
        Mono<?> call = (Mono<?>) Objects.requireNonNull(desk.call(tool, body, "approval-17", "high", ""));
        threads.gone = "retrysafe-call";
        assertThatThrownBy(() -> call.block(SOON)).isInstanceOf(OutOfMemoryError.class);
        assertThat(desk.store.commands).isEmpty();
        assertThat(desk.calls).extracting(CallFinished::failure).hasOnlyElementsOfType(OutOfMemoryError.class);

        threads.gone = null;
        assertThat(call.block(SOON)).isNotNull();
    }
}
