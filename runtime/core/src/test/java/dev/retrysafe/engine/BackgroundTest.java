package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.store.EffectStoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is written in the background: receipts always and first, and claims taken back as far as there is room. */
class BackgroundTest {

    private final Desk desk =
            new Desk(SideEffectEngine.builder().waitAtMost(Duration.ZERO).commitBudget(Duration.ofMillis(1)));

    private final CountDownLatch leave = new CountDownLatch(1);

    @AfterEach
    void close() {
        leave.countDown();
        desk.close();
    }

    private void claimsWithoutAnAnswer(int number) {
        desk.store.answerLost = "claim";
        for (int i = 0; i < number; i++) {
            String approval = "unanswered-" + i;
            assertThatThrownBy(() -> desk.create(approval, "high")).isInstanceOf(SideEffectStoreException.class);
        }
        desk.store.answerLost = null;
    }

    @Test
    void takingClaimsBackHoldsUpNoReceipt() throws Exception {
        AtomicInteger stuck = new AtomicInteger();
        desk.store.before = command -> {
            if (command.equals("release")) {
                stuck.incrementAndGet();
                Latches.waitFor(leave);
            }
        };
        claimsWithoutAnAnswer(40);
        await().until(() -> stuck.get() > 0);

        desk.store.requestLost = "commit";
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectStoreException.class);
        desk.store.requestLost = null;

        await().ignoreExceptions()
                .untilAsserted(() ->
                        assertThat(desk.create("approval-17", "high").id()).isEqualTo("T-1"));
        assertThat(desk.effects).hasValue(1);
    }

    @Test
    void aReceiptWithoutAnAnswerHoldsUpNoOther() throws Exception {
        AtomicInteger commits = new AtomicInteger();
        CountDownLatch stuck = new CountDownLatch(1);
        desk.store.before = command -> {
            if (command.equals("commit")) {
                int earlier = commits.getAndIncrement();
                if (earlier == 1) {
                    stuck.countDown();
                    Latches.waitFor(leave);
                }
                if (earlier == 0 || earlier == 2) {
                    throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "cut", null);
                }
            }
        };
        assertThatThrownBy(() -> desk.create("approval-17", "high")).isInstanceOf(SideEffectStoreException.class);
        Latches.waitFor(stuck);
        assertThatThrownBy(() -> desk.create("approval-18", "high")).isInstanceOf(SideEffectStoreException.class);

        await().ignoreExceptions()
                .untilAsserted(() ->
                        assertThat(desk.create("approval-18", "high").id()).isEqualTo("T-2"));
        assertThat(desk.effects).hasValue(2);
    }

    /** Writes of a test's own, without an engine. */
    private static final class Opened implements AutoCloseable {

        private final Timekeeper timekeeper = new Timekeeper(Threads.DAEMONS);

        private final Background background;

        private Opened(int most) {
            background = new Background("test", most, timekeeper, Threads.DAEMONS);
        }

        private void close(Duration atMost) {
            timekeeper.close();
            background.close(atMost);
        }

        @Override
        public void close() {
            close(Duration.ofSeconds(30));
        }
    }

    @Test
    void whatFindsNoRoomIsLeftUndoneAndCounted() {
        List<Integer> written = new CopyOnWriteArrayList<>();
        CountDownLatch entered = new CountDownLatch(2);
        try (Opened opened = new Opened(2)) {
            Background background = opened.background;
            for (int i = 0; i < 5; i++) {
                int number = i;
                background.write(
                        "write " + i,
                        () -> {
                            entered.countDown();
                            Latches.waitFor(leave);
                            return number;
                        },
                        written::add);
            }
            Latches.waitFor(entered);
            assertThat(background.leftUndone()).isEqualTo(3);
            leave.countDown();
            await().until(() -> written.size() == 2);
            assertThat(written).containsExactlyInAnyOrder(0, 1);
            // What was written, or can never be, makes room again.
            for (int i = 0; i < 3; i++) {
                CountDownLatch failed = new CountDownLatch(1);
                await().until(() -> {
                    long before = background.leftUndone();
                    background.write(
                            "write what cannot be written",
                            () -> {
                                failed.countDown();
                                throw new IllegalStateException("never");
                            },
                            reply -> {});
                    return background.leftUndone() == before;
                });
                Latches.waitFor(failed);
            }
        }
    }

    @Test
    void whatTheStoreDoesNotTakeKeepsItsRoom() {
        CountDownLatch twice = new CountDownLatch(2);
        try (Opened opened = new Opened(1)) {
            Background background = opened.background;
            background.write(
                    "write in vain",
                    () -> {
                        twice.countDown();
                        throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "cut", null);
                    },
                    reply -> {});
            Latches.waitFor(twice);
            background.write("find no room", () -> "", reply -> {});
            assertThat(background.leftUndone()).isEqualTo(1);
        }
    }

    @Test
    void closingTriesWhatWaitsOnceMoreAtOnce() {
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch slowed = new CountDownLatch(4);
        List<String> written = new CopyOnWriteArrayList<>();
        try (Opened opened = new Opened(Integer.MAX_VALUE)) {
            opened.background.write(
                    "write at last",
                    () -> {
                        tries.incrementAndGet();
                        if (slowed.getCount() > 0) {
                            slowed.countDown();
                            throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "cut", null);
                        }
                        return "written";
                    },
                    written::add);
            // The next try of its own is most of a second away.
            Latches.waitFor(slowed);
        }
        assertThat(written).containsExactly("written");
        assertThat(tries).hasValue(5);
    }

    @Test
    void closingGivesUpWhatTheStoreStillDoesNotTake() {
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch first = new CountDownLatch(3);
        int ofItsOwn;
        try (Opened opened = new Opened(Integer.MAX_VALUE)) {
            opened.background.write(
                    "write in vain",
                    () -> {
                        tries.incrementAndGet();
                        first.countDown();
                        throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "cut", null);
                    },
                    reply -> {});
            Latches.waitFor(first);
            opened.timekeeper.close();
            ofItsOwn = tries.get();
            opened.close();
            assertThat(opened.background.waiting()).isZero();
        }
        // One of its own may have been under way.
        assertThat(tries).hasValueBetween(ofItsOwn + 1, ofItsOwn + 2);
    }

    @Test
    void closingDoesNotWaitForEverForAStoreThatGivesNoAnswer() {
        CountDownLatch stuck = new CountDownLatch(4);
        List<Integer> written = new CopyOnWriteArrayList<>();
        try (Opened opened = new Opened(Integer.MAX_VALUE)) {
            for (int i = 0; i < 6; i++) {
                int number = i;
                opened.background.write(
                        "write " + i,
                        () -> {
                            stuck.countDown();
                            Latches.waitFor(leave);
                            return number;
                        },
                        written::add);
            }
            Latches.waitFor(stuck);
            opened.close(Duration.ofMillis(50));
            assertThat(written).isEmpty();
            leave.countDown();
            // What was on its way arrives; what had not been sent yet is not sent any more.
            await().until(() -> written.size() == 4);
        }
        assertThat(written).hasSize(4);
    }

    @Test
    void whatComesAfterTheCloseIsTriedOnce() {
        AtomicInteger tries = new AtomicInteger();
        try (Opened opened = new Opened(1)) {
            opened.close();
            for (int i = 0; i < 2; i++) {
                int before = tries.get();
                opened.background.write(
                        "write in vain",
                        () -> {
                            tries.incrementAndGet();
                            throw new EffectStoreException(EffectStoreException.Reason.UNAVAILABLE, "cut", null);
                        },
                        reply -> {});
                // Over when there is room again.
                await().until(() -> tries.get() == before + 1 && opened.background.waiting() == 0);
            }
        }
        assertThat(tries).hasValue(2);
    }
}
