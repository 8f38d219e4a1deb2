package dev.retrysafe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The exact member names of the JSON shapes, and that absent values are left out. */
class JsonShapesTest {

    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.6Z");

    private static final String PRINT = "sha256:" + "1".repeat(64);

    private static final SideEffectException.Facts FACTS =
            new SideEffectException.Facts("TheCode", "what happened", "refund", "acme:1:refund", PRINT);

    @Test
    void envelope() throws Exception {
        assertThat(json(new EffectEnvelope("acme:1:refund", PRINT, "refund", "desk", TIME).toMap()))
                .isEqualTo("{\"idempotency_key\":\"acme:1:refund\",\"effect_fingerprint\":\"" + PRINT
                        + "\",\"tool\":\"refund\",\"actor\":\"desk\",\"expires_at\":\"2026-01-02T03:04:05.600Z\"}");
        assertThat(new EffectEnvelope("acme:1:refund", PRINT, "refund", "desk", null).toMap())
                .doesNotContainKey("expires_at");
    }

    @Test
    void receipt() throws Exception {
        assertThat(json(new CommitReceipt("acme:1:refund", PRINT, "committed", "pay", "R-1", "https://r", TIME)
                        .toMap()))
                .isEqualTo("{\"idempotency_key\":\"acme:1:refund\",\"effect_fingerprint\":\"" + PRINT
                        + "\",\"status\":\"committed\",\"remote_system\":\"pay\",\"remote_id\":\"R-1\","
                        + "\"remote_url\":\"https://r\",\"committed_at\":\"2026-01-02T03:04:05.600Z\"}");
        assertThat(new CommitReceipt("acme:1:refund", PRINT, "committed", null, null, null, TIME).toMap())
                .containsOnlyKeys("idempotency_key", "effect_fingerprint", "status", "committed_at");
    }

    @Test
    void conflict() throws Exception {
        EffectConflict conflict =
                new EffectConflict("conflict", EffectConflict.DIFFERENT_EFFECT, "sha256:a", "sha256:b", "R-1");
        assertThat(json(conflict.toMap()))
                .isEqualTo("{\"status\":\"conflict\",\"reason\":\"idempotency_key_reused_with_different_effect\","
                        + "\"existing_fingerprint\":\"sha256:a\",\"received_fingerprint\":\"sha256:b\","
                        + "\"existing_remote_id\":\"R-1\"}");
        assertThat(json(new SideEffectConflictException(FACTS, conflict).toMap()))
                .isEqualTo("{\"status\":\"conflict\",\"code\":\"TheCode\",\"message\":\"what happened\","
                        + "\"tool\":\"refund\",\"idempotency_key\":\"acme:1:refund\",\"retryable\":false,"
                        + "\"next_action\":\"ask_a_human\",\"reason\":\"idempotency_key_reused_with_different_effect\","
                        + "\"existing_fingerprint\":\"sha256:a\",\"received_fingerprint\":\"sha256:b\","
                        + "\"existing_remote_id\":\"R-1\"}");
    }

    @Test
    void rejected() {
        for (RefusalCode code : RefusalCode.values()) {
            SideEffectRejectedException e = new SideEffectRejectedException(code, "what", "refund", null, null, null);
            assertThat(e.toMap())
                    .containsEntry("status", "rejected")
                    .containsEntry("code", code.code())
                    .containsEntry("retryable", false)
                    .doesNotContainKey("idempotency_key");
            boolean human = switch (code) {
                case MISSING_CONTEXT,
                        TOO_OLD,
                        TENANT_MISMATCH,
                        SELF_CALL,
                        ENTERED_TWICE,
                        JOINS_CALLERS_TRANSACTION,
                        NO_RESULT_CODEC,
                        UNSUPPORTED_BY_STORE,
                        TTL_SHORTER_THAN_WAIT,
                        TTL_SHORTER_THAN_AGE -> true;
                default -> false;
            };
            assertThat(e.toMap()).containsEntry("next_action", human ? "ask_a_human" : "fix_arguments");
            assertThat(e.decision()).isEqualTo(Decision.REJECTED);
        }
    }

    @Test
    void inProgress() {
        SideEffectInProgressException e = new SideEffectInProgressException(FACTS, Duration.ofMillis(1001));
        check(e, "in_progress", true, "wait", Decision.IN_PROGRESS);
        assertThat(e.toMap()).containsEntry("retry_after_seconds", 2L);
    }

    @Test
    void inDoubt() {
        check(new SideEffectInDoubtException(FACTS, null, null), "in_doubt", false, "ask_a_human", Decision.IN_DOUBT);
    }

    @Test
    void store() {
        check(
                SideEffectStoreException.atClaim(FACTS, null),
                "store_unavailable",
                true,
                "retry_later",
                Decision.REJECTED);
        check(
                SideEffectStoreException.atCommit(FACTS, "result", null),
                "not_stored",
                false,
                "ask_a_human",
                Decision.IN_DOUBT);
    }

    @Test
    void resultUnavailable() {
        CommitReceipt receipt = new CommitReceipt("acme:1:refund", PRINT, "committed", "pay", "R-1", null, TIME);
        ResultUnavailableException e = new ResultUnavailableException(FACTS, receipt, null);
        check(e, "committed", false, "use_receipt", Decision.REPLAY);
        assertThat(e.toMap())
                .containsEntry("remote_id", "R-1")
                .containsEntry("remote_system", "pay")
                .containsEntry("committed_at", "2026-01-02T03:04:05.600Z")
                .doesNotContainKey("remote_url");
    }

    @Test
    void failuresKeepWhatTheySayWhenTheyAreSerialised() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SideEffectException sent = new SideEffectConflictException(
                FACTS, new EffectConflict("conflict", EffectConflict.DIFFERENT_EFFECT, "sha256:a", "sha256:b", null));
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((SideEffectException) in.readObject()).toMap()).isEqualTo(sent.toMap());
        }
    }

    private static void check(
            SideEffectException e, String status, boolean retryable, String nextAction, Decision decision) {
        assertThat(e.toMap())
                .containsEntry("status", status)
                .containsEntry("code", "TheCode")
                .containsEntry("message", "what happened")
                .containsEntry("tool", "refund")
                .containsEntry("idempotency_key", "acme:1:refund")
                .containsEntry("retryable", retryable)
                .containsEntry("next_action", nextAction);
        assertThat(e.decision()).isEqualTo(decision);
        assertThat(e.fingerprint()).isEqualTo(PRINT);
    }

    private static String json(Map<String, Object> map) throws Exception {
        return new ObjectMapper().writeValueAsString(map);
    }
}
