package dev.retrysafe;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every protected call is about.
 *
 * @param idempotencyKey the key, tool name included
 * @param effectFingerprint {@code sha256:} and 64 hex digits
 * @param tool the tool's name
 * @param actor who asked: the call context's actor, else the configured one
 * @param expiresAt when the receipt's retention ends, by the store's clock; null until committed
 */
public record EffectEnvelope(
        String idempotencyKey,
        String effectFingerprint,
        String tool,
        String actor,
        @Nullable Instant expiresAt) {

    /**
     * The JSON shape; absent values are left out.
     *
     * @return a JSON-ready map
     */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("idempotency_key", idempotencyKey);
        map.put("effect_fingerprint", effectFingerprint);
        map.put("tool", tool);
        map.put("actor", actor);
        if (expiresAt != null) {
            map.put("expires_at", UtcMillis.format(expiresAt));
        }
        return map;
    }
}
