package dev.retrysafe.redis;

import static dev.retrysafe.test.Attempts.FINGERPRINT;
import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.json;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.otherEffect;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.NewOutcome;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.Token;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.api.redisnode.RedisNodes;

/** What lies on the server: names, index, expiry, size, evidence. */
class RecordTest {

    private static final Duration DAY = Duration.ofHours(24);

    private static Server server;
    private static RedisEffectStore store;

    @BeforeAll
    static void start() {
        server = Server.start();
        store = Server.store(server.client());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RecordBytes bytes(OperationId operation) {
        return RecordBytes.of(server.client(), operation);
    }

    private static Claim claimed(ClaimRequest request) {
        assertThat(store.claim(request)).isInstanceOf(ClaimReply.Claimed.class);
        return held(request, 1);
    }

    @Test
    void namesHaveFixedLengthAndHoldNoCallersText() {
        for (String key : List.of("a", "{x}", "é".repeat(500))) {
            RecordKeys keys = RecordKeys.of(new OperationId("n", "t", "tool", key));
            assertThat(keys.record()).matches("rs:\\{[0-9a-f]{2}}:[A-Za-z0-9_-]{42}");
            assertThat(keys.index()).matches("rs:\\{[0-9a-f]{2}}:open");
            assertThat(keys.channel()).matches("rs:wake:[0-7]");
        }
    }

    @Test
    void openRecordsAreIndexedByAgeAndClosedOnesAreNot() {
        Claim first = claimed(attempt(operation()));
        assertThat(bytes(first.request().operation()).isIndexed()).isTrue();
        store.markInDoubt(first, "read timed out");
        assertThat(bytes(first.request().operation()).isIndexed()).isTrue();
        store.commit(first, outcome("T-1"));
        assertThat(bytes(first.request().operation()).isIndexed()).isFalse();

        Claim second = claimed(attempt(operation()));
        store.release(second);
        assertThat(bytes(second.request().operation()).isIndexed()).isFalse();
        store.claim(attempt(second.request().operation()));
        assertThat(bytes(second.request().operation()).isIndexed()).isTrue();
    }

    @Test
    void aTakeoverStaysInTheIndexByTheFirstAttemptAndAFindLeavesIt() {
        Claim owner = claimed(attempt(operation()));
        OperationId operation = owner.request().operation();
        double first = bytes(operation).indexedAt();
        store.markInDoubt(owner, "read timed out");
        ClaimRequest second = attempt(operation);
        assertThat(store.takeOver(second, new Takeover(1, null))).isEqualTo(new ClaimReply.Claimed(2, true, null));
        assertThat(bytes(operation).indexedAt()).isEqualTo(first);
        assertThat(bytes(operation).ttlMillis()).isEqualTo(-1);
        store.markInDoubt(held(second, 2), "again");
        assertThat(store.found(attempt(operation), 2, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        assertThat(bytes(operation).isIndexed()).isFalse();
        assertThat(bytes(operation).ttlMillis())
                .isCloseTo(DAY.plus(ClaimRequest.TOLERATED_SKEW).toMillis(), within(60_000L));
    }

    /** The class of mutation is read by a script, behind texts of every length. */
    @Test
    void aTakeoverReadsTheClassOfMutationBehindEveryKeyAndDefinition() {
        for (int length : new int[] {1, 125, 126, 127, 128, 200, 1000, 20_000}) {
            for (String definition : List.of("", "d", "d0", "d0d", "d0".repeat(32))) {
                for (Mutation mutation : List.of(Mutation.IDEMPOTENT, Mutation.NON_IDEMPOTENT)) {
                    OperationId some = operation();
                    OperationId operation =
                            new OperationId("I", "I", "I", some.key().substring(0, 30) + "é".repeat(length));
                    ClaimRequest request = new ClaimRequest(
                            operation,
                            Token.fresh(),
                            FINGERPRINT,
                            definition,
                            mutation,
                            "I",
                            Duration.ofSeconds(30),
                            DAY,
                            null);
                    assertThat(store.claim(request)).isInstanceOf(ClaimReply.Claimed.class);
                    store.markInDoubt(held(request, 1), "I");
                    ClaimRequest next = new ClaimRequest(
                            operation,
                            Token.fresh(),
                            FINGERPRINT,
                            definition,
                            Mutation.IDEMPOTENT,
                            "I",
                            Duration.ofSeconds(30),
                            DAY,
                            null);
                    assertThat(store.takeOver(next, new Takeover(1, DAY)))
                            .as("%s %s %s", length, definition, mutation)
                            .isInstanceOf(
                                    mutation == Mutation.IDEMPOTENT
                                            ? ClaimReply.Claimed.class
                                            : ClaimReply.InDoubt.class);
                    server.client().getKeys().delete(RecordKeys.of(operation).record());
                }
            }
        }
    }

    @Test
    void aHealedRecordIsIndexedAgain() {
        for (int way = 0; way < 3; way++) {
            Claim owner = held(attempt(operation()), 2);
            switch (way) {
                case 0 -> store.renew(owner);
                case 1 -> store.markInDoubt(owner, "x");
                default -> store.release(owner);
            }
            assertThat(bytes(owner.request().operation()).isIndexed()).isTrue();
        }
    }

    @Test
    void onlyClosedRecordsExpire() {
        Claim owner = claimed(attempt(operation()));
        RecordBytes record = bytes(owner.request().operation());
        assertThat(record.ttlMillis()).isEqualTo(-1);
        store.renew(owner);
        assertThat(record.ttlMillis()).isEqualTo(-1);
        store.markInDoubt(owner, "x");
        assertThat(record.ttlMillis()).isEqualTo(-1);
        store.release(owner);
        assertThat(record.ttlMillis()).isCloseTo(DAY.toMillis(), within(60_000L));
        store.claim(attempt(owner.request().operation()));
        assertThat(record.ttlMillis()).isEqualTo(-1);
    }

    /** The unit of a retention must not get lost on its way to the server. */
    @Test
    void case_46_aRetentionIsTheSameHoweverItIsSpelt() {
        for (Duration day : List.of(
                Duration.parse("PT24H"),
                Duration.parse("P1D"),
                Duration.parse("PT86400S"),
                Duration.parse("PT1440M"))) {
            Claim owner = claimed(attempt(operation(), Duration.ofSeconds(30), day));
            store.commit(owner, outcome("T-1"));
            assertThat(bytes(owner.request().operation()).ttlMillis()).isCloseTo(86_400_000L, within(60_000L));
        }
    }

    @Test
    void aRecordTellsAPersonWhatItIsAbout() {
        Claim owner = claimed(attempt(operation()));
        OperationId operation = owner.request().operation();
        store.markInDoubt(owner, "read timed out");
        assertThat(bytes(operation).text())
                .contains(
                        operation.key(),
                        operation.namespace(),
                        operation.tenant(),
                        operation.tool(),
                        "tester@host-1",
                        "read timed out");
    }

    @Test
    void aCommittedRecordKeepsWhatIsStillNeeded() {
        Claim owner = claimed(attempt(operation()));
        store.markInDoubt(owner, "read timed out");
        store.commit(owner, outcome("T-1"));
        assertThat(bytes(owner.request().operation()).text())
                .contains(owner.request().operation().key(), "linear", "T-1", "https://linear.example/T-1")
                .doesNotContain("tester@host-1", "read timed out");
    }

    /**
     * What a committed record takes beyond the texts of key, result and receipt. The server's allocator rounds up, by
     * less than a quarter of the whole; so the record's own bytes are asserted for every size, and the memory on the
     * average over sizes.
     */
    @Test
    void aCommittedRecordIsCompact() {
        LongSummaryStatistics memory = new LongSummaryStatistics();
        LongSummaryStatistics bytes = new LongSummaryStatistics();
        long typical = 0;
        for (int resultBytes = 0; resultBytes <= 800; resultBytes += 20) {
            OperationId operation = new OperationId(
                    "default",
                    "tenant_42",
                    "create_ticket",
                    "tenant_42:conversation_9:approval_" + (10_000 + resultBytes) + ":create_ticket");
            Claim owner = claimed(attempt(operation));
            String url = "https://linear.app/acme/issue/ENG-1234";
            store.commit(owner, new NewOutcome(false, "linear", "ENG-1234", url, json("x".repeat(resultBytes))));
            int texts = (operation.key() + "linear" + "ENG-1234" + url).length() + resultBytes;
            long beyond = bytes(operation).memoryUsage() - texts;
            memory.accept(beyond);
            bytes.accept(bytes(operation).get().length - texts);
            typical = resultBytes == 200 ? beyond : typical;
        }
        System.out.printf(
                Locale.ROOT,
                "committed record beyond key, receipt and result: %d bytes of its own; MEMORY USAGE %d with a result of"
                        + " 200 bytes, %.0f on the average of results up to 800 bytes, %d to %d%n",
                bytes.getMax(),
                typical,
                memory.getAverage(),
                memory.getMin(),
                memory.getMax());
        assertThat(bytes.getMax()).isLessThanOrEqualTo(130);
        assertThat(typical).isLessThanOrEqualTo(300);
        assertThat(memory.getAverage()).isLessThanOrEqualTo(300);
    }

    @Test
    void aRefusedReceiptIsKeptAsEvidenceOnce() {
        Claim owner = claimed(attempt(operation()));
        RecordBytes record = bytes(owner.request().operation());
        Claim stranger = held(attempt(owner.request().operation()), 1);
        store.commit(stranger, outcome("LATE-1"));
        int size = record.text().length();
        store.commit(stranger, outcome("LATE-1"));
        assertThat(record.text()).contains("LATE-1").hasSize(size);
        store.renew(owner);
        store.markInDoubt(owner, "x");
        assertThat(record.text()).contains("LATE-1");
        store.commit(owner, outcome("T-1"));
        assertThat(record.text()).contains("LATE-1", "T-1");
    }

    @Test
    void theLastThreePiecesOfEvidenceAreKept() {
        Claim owner = claimed(attempt(operation()));
        CommitReply stored = store.commit(owner, outcome("T-1"));
        RecordBytes record = bytes(owner.request().operation());
        long expires = record.ttlMillis();
        for (int i = 1; i <= 5; i++) {
            store.commit(held(attempt(owner.request().operation()), 2), outcome("LATE-" + i));
        }
        assertThat(record.text()).contains("T-1", "LATE-3", "LATE-4", "LATE-5").doesNotContain("LATE-1", "LATE-2");
        assertThat(record.ttlMillis()).isLessThanOrEqualTo(expires).isCloseTo(expires, within(60_000L));
        assertThat(store.claim(attempt(owner.request().operation())))
                .isEqualTo(new ClaimReply.Committed(((CommitReply.Stored) stored).outcome()));
    }

    @Test
    void evidenceOfAFreedAttemptSurvivesTheNextClaim() {
        Claim owner = claimed(attempt(operation()));
        store.release(owner);
        store.commit(owner, outcome("LATE-1"));
        store.claim(attempt(owner.request().operation()));
        assertThat(bytes(owner.request().operation()).text()).contains("LATE-1");
    }

    @Test
    void freedTokensAreRememberedForAsLongAsTheScriptsSay() throws IOException {
        OperationId operation = operation();
        List<ClaimRequest> freed = new ArrayList<>();
        for (int fence = 1; fence <= 10; fence++) {
            ClaimRequest request = attempt(operation);
            store.claim(request);
            store.release(held(request, fence));
            freed.add(request);
        }
        assertThat(freed).allSatisfy(request -> assertThat(store.claim(request)).isEqualTo(new ClaimReply.Released()));
        try (InputStream script =
                Objects.requireNonNull(RedisEffectStore.class.getResourceAsStream("record.lua"), "record.lua")) {
            assertThat(new String(script.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("COMMAND_LATE_AT_MOST = " + Token.LATE_AT_MOST.toMillis() + "\n");
        }
    }

    @Test
    void everyDefinitionHashAndMutationIsReadBack() {
        for (Mutation mutation : Mutation.values()) {
            for (String definition : List.of("", "a", "0f", "0f0", "c".repeat(64))) {
                ClaimRequest request = new ClaimRequest(
                        operation(), Token.fresh(), FINGERPRINT, definition, mutation, "o".repeat(200), DAY, DAY, null);
                Claim owner = claimed(request);
                assertThat(store.claim(otherEffect(request.operation())))
                        .isEqualTo(new ClaimReply.Conflict(FINGERPRINT, definition, null));
                store.markInDoubt(owner, "x");
                assertThat(store.look(attempt(request.operation())))
                        .isInstanceOfSatisfying(
                                ClaimReply.InDoubt.class,
                                inDoubt -> assertThat(inDoubt.owner()).isEqualTo("o".repeat(200)));
            }
        }
    }

    @Test
    void case_53_everyTimeIsTheServers() {
        Instant serverTime = Instant.ofEpochSecond(server.client()
                .getRedisNodes(RedisNodes.SINGLE)
                .getInstance()
                .time()
                .getSeconds());
        Claim owner = claimed(attempt(operation(), Duration.ofMillis(1), DAY));
        await().untilAsserted(() -> assertThat(
                        store.look(attempt(owner.request().operation())))
                .isInstanceOfSatisfying(ClaimReply.InDoubt.class, inDoubt -> {
                    assertThat(inDoubt.firstAttemptAt()).isCloseTo(serverTime, within(30, ChronoUnit.SECONDS));
                    assertThat(inDoubt.since()).isCloseTo(serverTime, within(30, ChronoUnit.SECONDS));
                }));
        CommitReply.Stored stored = (CommitReply.Stored) store.commit(owner, outcome("T-1"));
        assertThat(stored.outcome().committedAt()).isCloseTo(serverTime, within(30, ChronoUnit.SECONDS));
    }
}
