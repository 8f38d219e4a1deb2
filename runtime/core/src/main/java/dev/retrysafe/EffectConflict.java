package dev.retrysafe;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A known key that came with another fingerprint.
 *
 * @param status always {@code conflict}
 * @param reason {@link #DIFFERENT_EFFECT} or {@link #DEFINITION_CHANGED}
 * @param existingFingerprint the fingerprint stored with the key
 * @param receivedFingerprint the fingerprint of this call
 * @param existingRemoteId the remote id of the stored receipt, if there is one
 */
public record EffectConflict(
        String status,
        String reason,
        String existingFingerprint,
        String receivedFingerprint,
        @Nullable String existingRemoteId)
        implements Serializable {

    /** The arguments that define the effect differ. */
    public static final String DIFFERENT_EFFECT = "idempotency_key_reused_with_different_effect";

    /** The tool's fingerprint definition changed since the claim, so the two cannot be compared. */
    public static final String DEFINITION_CHANGED = "fingerprint_definition_changed";

    /**
     * The JSON shape; absent values are left out.
     *
     * @return a JSON-ready map
     */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("status", status);
        map.put("reason", reason);
        map.put("existing_fingerprint", existingFingerprint);
        map.put("received_fingerprint", receivedFingerprint);
        if (existingRemoteId != null) {
            map.put("existing_remote_id", existingRemoteId);
        }
        return map;
    }
}
