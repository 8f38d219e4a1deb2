package dev.retrysafe;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a call of a tool did not end with a fresh or replayed result. The message is written for a model to read: what
 * happened, and whether to call again.
 */
public abstract sealed class SideEffectException extends RuntimeException
        permits SideEffectRejectedException,
                SideEffectConflictException,
                SideEffectInProgressException,
                SideEffectInDoubtException,
                SideEffectStoreException,
                ResultUnavailableException {

    private static final long serialVersionUID = 1L;

    private final Facts facts;

    SideEffectException(Facts facts, @Nullable Throwable cause) {
        super(facts.message(), cause);
        this.facts = facts;
    }

    /**
     * What every protocol failure says.
     *
     * @param code the code of the diagnostics catalogue, for instance {@code MissingContext}
     * @param message what happened and whether to call again, for a model to read
     * @param tool the tool's name
     * @param key the idempotency key; null when it could not be built
     * @param fingerprint the fingerprint of this call; null when it could not be computed
     */
    public record Facts(
            String code,
            String message,
            String tool,
            @Nullable String key,
            @Nullable String fingerprint) implements Serializable {

        /** Checks that the required facts are there. */
        public Facts {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(tool, "tool");
        }
    }

    /**
     * What was done with the call.
     *
     * @return the decision
     */
    public abstract Decision decision();

    /**
     * Whether the same call may be made again as it is.
     *
     * @return true only where a retry is safe and may help
     */
    public abstract boolean retryable();

    abstract String status();

    abstract String nextAction();

    /** Adds the members of the exception's own shape. */
    void addTo(Map<String, Object> map) {}

    /**
     * The code of the diagnostics catalogue.
     *
     * @return the code, for instance {@code MissingContext}
     */
    public final String code() {
        return facts.code();
    }

    /**
     * The tool's name.
     *
     * @return the name
     */
    public final String tool() {
        return facts.tool();
    }

    /**
     * The idempotency key.
     *
     * @return the key; null when it could not be built
     */
    public final @Nullable String key() {
        return facts.key();
    }

    /**
     * The fingerprint of this call.
     *
     * @return the fingerprint; null when it could not be computed
     */
    public final @Nullable String fingerprint() {
        return facts.fingerprint();
    }

    /**
     * The JSON shape, with the same member names in every language.
     *
     * @return a JSON-ready map of strings, numbers and booleans; absent values are left out
     */
    public final Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("status", status());
        map.put("code", code());
        map.put("message", facts.message());
        map.put("tool", tool());
        String key = key();
        if (key != null) {
            map.put("idempotency_key", key);
        }
        map.put("retryable", retryable());
        map.put("next_action", nextAction());
        addTo(map);
        return map;
    }
}
