package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A part of the store that gives no answer (a dead shard, say) costs the owners of other parts nothing. */
class LeaseKeeperTest {

    private final Desk desk =
            new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).lease(Duration.ofMillis(300)));

    private final ExecutorService owners = Executors.newCachedThreadPool();

    private final CountDownLatch leave = new CountDownLatch(1);

    private final Map<String, AtomicInteger> renewals = new ConcurrentHashMap<>();

    private final AtomicInteger stuck = new AtomicInteger();

    @AfterEach
    void close() {
        leave.countDown();
        owners.shutdownNow();
        desk.close();
    }

    /** The attempts whose approval begins with "dead" fail so many renewals, and get no answer to the next. */
    private void deadAfter(int failures) {
        desk.store.beforeRenewal = claim -> {
            String key = claim.request().operation().key();
            int earlier = renewalsOf(key).getAndIncrement();
            if (!key.startsWith("acme:dead")) {
                return;
            }
            if (earlier < failures) {
                throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "no answer in 3 s", null);
            }
            stuck.incrementAndGet();
            Latches.waitFor(leave);
        };
    }

    private AtomicInteger renewalsOf(String key) {
        return renewals.computeIfAbsent(key, k -> new AtomicInteger());
    }

    private Future<?> own(String approval) {
        return owners.submit(() -> desk.call(
                desk.createTicket,
                () -> {
                    Latches.waitFor(leave);
                    return desk.newTicket("high");
                },
                approval,
                "high",
                ""));
    }

    private void assertStillRenewed(String approval) {
        AtomicInteger count = renewalsOf("acme:" + approval + ":create_ticket");
        int before = count.get();
        await().until(() -> count.get() >= before + 2);
    }

    @Test
    void aRenewalWithoutAnAnswerHoldsUpNoOther() {
        deadAfter(0);
        Future<?> unused = own("dead-1");
        await().until(() -> stuck.get() == 1);
        Future<?> alive = own("alive");
        assertStillRenewed("alive");
        assertThat(stuck).hasValue(1);
        assertThat(alive).isNotDone();
    }

    @Test
    void oneThatIsStuckIsNotAskedForAgainMeanwhile() {
        deadAfter(0);
        Future<?> unused = own("dead-1");
        await().until(() -> stuck.get() == 1);
        Future<?> alive = own("alive");
        assertStillRenewed("alive");
        assertStillRenewed("alive");
        assertThat(renewalsOf("acme:dead-1:create_ticket")).hasValue(1);
        assertThat(alive).isNotDone();
    }

    /** More of them than there are threads. */
    @Test
    void ownersThatGotNoAnswerOnceWaitForEachOtherOnly() {
        deadAfter(1);
        for (int i = 0; i < 2 * LeaseKeeper.THREADS; i++) {
            Future<?> unused = own("dead-" + i);
        }
        await().until(() -> stuck.get() == LeaseKeeper.THREADS);
        Future<?> alive = own("alive");
        assertStillRenewed("alive");
        assertThat(stuck).hasValue(LeaseKeeper.THREADS);
        assertThat(alive).isNotDone();
    }
}
