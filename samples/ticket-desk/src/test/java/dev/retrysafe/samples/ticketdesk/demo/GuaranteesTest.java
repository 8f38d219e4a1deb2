package dev.retrysafe.samples.ticketdesk.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.samples.ticketdesk.demo.Desk.Caller;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two rows of the matrix in docs/guarantees.md, against real processes: desks that are killed and paused, a Redis that is
 * killed, and the vendor's ledger as the judge. What is asserted of an outcome is what a caller sees.
 */
class GuaranteesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Caller ACME = new Caller("acme", "conv-1");

    private static final Set<String> UNANSWERED = Set.of("store_unavailable", "in_progress");

    private static final AtomicInteger APPROVALS = new AtomicInteger();

    private static final AtomicInteger OWNERS = new AtomicInteger();

    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    private static Stage stage;

    private static final Deque<Child> NEXT_OWNERS = new ArrayDeque<>();

    /** The process that retries. */
    private static Desk other;

    /** What is not idempotent stays in doubt; what is, is sent again with the same key within its limit of a day. */
    enum Tool {
        NON_IDEMPOTENT,
        IDEMPOTENT;

        Ask fresh() {
            String approval = "approval-" + APPROVALS.incrementAndGet();
            return this == NON_IDEMPOTENT
                    ? Ask.ticket(ACME, approval, "HIGH", "")
                    : Ask.refund(ACME, approval, "pay-1", "10.00");
        }
    }

    @BeforeAll
    static void start() throws Exception {
        stage = new Stage(Path.of("target", "guarantees"));
        Child desk = stage.startDesk("other", "--retrysafe.wait-at-most=30s");
        startNextOwners();
        other = Desk.ready(desk);
    }

    @AfterAll
    static void stop() {
        stage.close();
        THREADS.shutdown();
    }

    /** What happens to an owner, and what must come of it past its lease. */
    private interface Scene {
        PastTheLease play(Tool tool, Desk owner) throws Exception;
    }

    private interface PastTheLease {
        void check() throws Exception;
    }

    /** One tool after the other, for there is one vendor; but past their leases they are checked side by side. */
    private static void forEachTool(Scene scene) throws Exception {
        Map<Tool, PastTheLease> played = new EnumMap<>(Tool.class);
        try {
            Map<Tool, Desk> owners = new EnumMap<>(Tool.class);
            for (Tool tool : Tool.values()) {
                owners.put(tool, ownerWithShortLease(tool));
            }
            for (Map.Entry<Tool, Desk> owner : owners.entrySet()) {
                played.put(owner.getKey(), scene.play(owner.getKey(), owner.getValue()));
            }
        } finally {
            // They start while the leases pass, since starting takes a while.
            startNextOwners();
        }
        Map<Tool, CompletableFuture<?>> checks = new EnumMap<>(Tool.class);
        played.forEach((tool, rest) -> checks.put(tool, CompletableFuture.runAsync(() -> checked(rest), THREADS)));
        for (Map.Entry<Tool, CompletableFuture<?>> check : checks.entrySet()) {
            assertThat(check.getValue()).as(check.getKey().toString()).succeedsWithin(PATIENCE.multipliedBy(3));
        }
    }

    private static void checked(PastTheLease rest) {
        try {
            rest.check();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void killedBeforeTheEffect() throws Exception {
        forEachTool(GuaranteesTest::killBeforeTheEffect);
    }

    private static PastTheLease killBeforeTheEffect(Tool tool, Desk owner) throws Exception {
        Ask ask = tool.fresh();
        stage.vendorControl().loseNextOrder();
        CompletableFuture<Answer> cutOff = call(owner, ask);
        stage.vendorControl().awaitStruck(PATIENCE);
        owner.process().kill();
        stage.vendorControl().release();
        assertThat(cutOff.get().decision()).isEqualTo(Answer.NO_ANSWER);
        return () -> {
            if (tool == Tool.IDEMPOTENT) {
                assertSentAgain(ask);
                return;
            }
            assertInDoubt(ask.of(other));
            assertInDoubt(ask.of(other));
            assertThat(stage.effects().of(ask.operation())).isEmpty();
        };
    }

    @Test
    void killedAfterTheEffectBeforeTheReceipt() throws Exception {
        forEachTool(GuaranteesTest::killAfterTheEffectBeforeTheReceipt);
    }

    private static PastTheLease killAfterTheEffectBeforeTheReceipt(Tool tool, Desk owner) throws Exception {
        Ask ask = tool.fresh();
        stage.vendorControl().holdNextAnswer();
        CompletableFuture<Answer> cutOff = call(owner, ask);
        stage.vendorControl().awaitStruck(PATIENCE);
        owner.process().kill();
        stage.vendorControl().release();
        assertThat(cutOff.get().decision()).isEqualTo(Answer.NO_ANSWER);
        return () -> {
            if (tool == Tool.IDEMPOTENT) {
                assertSentAgain(ask);
                return;
            }
            Answer retry = ask.of(other);
            assertInDoubt(retry);
            assertThat(retry.text("message"))
                    .as("words that a model understands")
                    .contains("may or may not have taken effect")
                    .contains("Nothing was done by this call.")
                    .contains("Do not call it again")
                    .contains("Tell a human");
            assertThat(stage.effects().of(ask.operation())).hasSize(1);
        };
    }

    @Test
    void pausedPastItsLeaseThenResumed() throws Exception {
        forEachTool(GuaranteesTest::pausePastItsLeaseThenResume);
    }

    private static PastTheLease pausePastItsLeaseThenResume(Tool tool, Desk owner) throws Exception {
        Ask ask = tool.fresh();
        stage.vendorControl().holdNextAnswer();
        CompletableFuture<Answer> slow = call(owner, ask);
        stage.vendorControl().awaitStruck(PATIENCE);
        owner.process().pause();
        // Its answer arrives, and is not read before it is resumed.
        stage.vendorControl().release();
        return () -> {
            if (tool == Tool.IDEMPOTENT) {
                assertSentAgain(ask);
            } else {
                assertInDoubt(ask.of(other));
            }
            owner.process().resume();

            Answer late = slow.get();
            // Where it was taken over, the receipt of the attempt that was let in stands, and speaks of the same
            // effect.
            assertThat(late.decision()).isEqualTo(tool == Tool.IDEMPOTENT ? "replay" : "execute");
            Answer retry = ask.of(other);
            assertThat(retry.decision()).isEqualTo("replay");
            assertThat(retry.receipt()).isEqualTo(late.receipt());
            assertThat(stage.effects().of(ask.operation())).hasSize(1);
            owner.process().kill();
        };
    }

    @ParameterizedTest
    @EnumSource
    void answerLost(Tool tool) throws Exception {
        Ask ask = tool.fresh();
        stage.vendorControl().dropNextAnswer();
        Answer failed = ask.of(other);
        assertInDoubt(failed);
        assertThat(failed.text("failure")).as("the caller's own failure").contains("ResourceAccessException");
        if (tool == Tool.IDEMPOTENT) {
            assertSentAgain(ask);
            return;
        }
        assertInDoubt(ask.of(other));
        assertThat(stage.effects().of(ask.operation())).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void storeDownAtClaim(Tool tool) throws Exception {
        Ask ask = tool.fresh();
        killRedis();
        try {
            Answer refused = ask.of(other);
            assertThat(refused.decision()).isEqualTo("rejected");
            assertThat(refused.text("status")).isEqualTo("store_unavailable");
            assertThat(refused.text("message")).startsWith("Nothing was done");
            assertThat(refused.text("next_action")).isEqualTo("retry_later");
            assertThat(stage.effects().of(ask.operation())).isEmpty();
        } finally {
            stage.restartRedis();
        }
        assertThat(onceTheStoreAnswers(ask).decision()).isEqualTo("execute");
        assertThat(stage.effects().of(ask.operation())).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void storeDownAtCommit(Tool tool) throws Exception {
        Ask ask = tool.fresh();
        // Redis is not killed before they are ready, and the vendor need not hold its answer meanwhile.
        awaitNextOwners();
        stage.vendorControl().holdNextAnswer();
        CompletableFuture<Answer> call = call(other, ask);
        stage.vendorControl().awaitStruck(PATIENCE);
        killRedis();
        try {
            stage.vendorControl().release();
            Answer told = call.get();
            assertThat(told.decision()).isEqualTo("in_doubt");
            assertThat(told.text("status")).isEqualTo("not_stored");
            assertThat(told.text("message")).contains("was executed").contains("Do not call it again");
        } finally {
            stage.restartRedis();
        }
        // The owner goes on trying: its receipt lands without anybody's help.
        Until.holds("the receipt lands", PATIENCE, () -> decision(ask).equals("replay"));
        assertThat(stage.effects().of(ask.operation())).hasSize(1);
    }

    /** A desk to be killed or paused. */
    private static Desk ownerWithShortLease(Tool tool) throws IOException, InterruptedException, TimeoutException {
        Desk owner = Desk.ready(NEXT_OWNERS.remove());
        // A first call takes long in a new JVM: the one that counts must come to its effect within the lease.
        tool.fresh().of(owner);
        return owner;
    }

    /** Not while a next owner starts: without a Redis it would give up. */
    private static void killRedis() throws IOException, InterruptedException, TimeoutException {
        awaitNextOwners();
        stage.killRedis();
    }

    private static void awaitNextOwners() throws IOException, TimeoutException {
        for (Child owner : NEXT_OWNERS) {
            Desk.ready(owner);
        }
    }

    private static void startNextOwners() throws IOException {
        while (NEXT_OWNERS.size() < Tool.values().length) {
            NEXT_OWNERS.add(stage.startDesk("owner-" + OWNERS.incrementAndGet(), "--retrysafe.lease=6s"));
        }
    }

    private static CompletableFuture<Answer> call(Desk desk, Ask ask) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return ask.of(desk);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        return Answer.none();
                    }
                },
                THREADS);
    }

    private static Answer onceTheStoreAnswers(Ask ask) throws Exception {
        List<Answer> last = new ArrayList<>();
        Until.holds("the store answers", PATIENCE, () -> {
            last.clear();
            last.add(answer(ask));
            // A claim whose answer came too late is taken back in a moment, and until then in progress.
            return !UNANSWERED.contains(last.get(0).text("status"));
        });
        return last.get(0);
    }

    private static String decision(Ask ask) throws IOException {
        return answer(ask).decision();
    }

    private static Answer answer(Ask ask) throws IOException {
        try {
            return ask.of(other);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The remote side knows the key: however often it was sent, its ledger has one effect. */
    private static void assertSentAgain(Ask ask) throws Exception {
        Answer again = ask.of(other);
        assertThat(again.decision()).as(again.body().toString()).isEqualTo("execute");
        Answer retry = ask.of(other);
        assertThat(retry.decision()).isEqualTo("replay");
        assertThat(retry.receipt()).isEqualTo(again.receipt());
        assertThat(stage.effects().of(ask.operation())).hasSize(1);
    }

    private static void assertInDoubt(Answer answer) {
        assertThat(answer.decision()).as(answer.body().toString()).isEqualTo("in_doubt");
        assertThat(answer.text("code")).isEqualTo("InDoubt");
        assertThat(answer.text("next_action")).isEqualTo("ask_a_human");
        assertThat(answer.body().path("retryable").asBoolean(true)).isFalse();
    }
}
