package dev.retrysafe;

import java.io.Serializable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Durable proof that the effect was committed. All callers of an operation see the same receipt.
 *
 * @param idempotencyKey the key, tool name included
 * @param effectFingerprint {@code sha256:} and 64 hex digits
 * @param status {@link #COMMITTED}, or {@link #FAILED} for a final failure that is replayed
 * @param remoteSystem the system that holds the effect, if the tool names one
 * @param remoteId the effect's id there, if the tool names its path
 * @param remoteUrl the effect's address there, if the tool names its path
 * @param committedAt when it was stored, by the store's clock, milliseconds
 */
public record CommitReceipt(
        String idempotencyKey,
        String effectFingerprint,
        String status,
        @Nullable String remoteSystem,
        @Nullable String remoteId,
        @Nullable String remoteUrl,
        Instant committedAt)
        implements Serializable {

    /** The status of a committed effect. */
    public static final String COMMITTED = "committed";

    /** The status of a final failure that is replayed. */
    public static final String FAILED = "failed";

    /**
     * The JSON shape; absent values are left out.
     *
     * @return a JSON-ready map
     */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("idempotency_key", idempotencyKey);
        map.put("effect_fingerprint", effectFingerprint);
        map.put("status", status);
        if (remoteSystem != null) {
            map.put("remote_system", remoteSystem);
        }
        if (remoteId != null) {
            map.put("remote_id", remoteId);
        }
        if (remoteUrl != null) {
            map.put("remote_url", remoteUrl);
        }
        map.put("committed_at", UtcMillis.format(committedAt));
        return map;
    }
}
