package dev.retrysafe;

import java.time.Duration;
import java.util.Map;

/** A live owner is running the same operation. Nothing was done; asking again later is safe. */
public final class SideEffectInProgressException extends SideEffectException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * Reports a running operation.
     *
     * @param facts what is common to all protocol failures
     * @param retryAfter how long to wait before asking again, positive
     */
    public SideEffectInProgressException(Facts facts, Duration retryAfter) {
        super(facts, null);
        this.retryAfter = retryAfter;
    }

    /**
     * How long to wait before asking again.
     *
     * @return a positive duration
     */
    public Duration retryAfter() {
        return retryAfter;
    }

    @Override
    public Decision decision() {
        return Decision.IN_PROGRESS;
    }

    @Override
    public boolean retryable() {
        return true;
    }

    @Override
    String status() {
        return "in_progress";
    }

    @Override
    String nextAction() {
        return "wait";
    }

    @Override
    void addTo(Map<String, Object> map) {
        map.put("retry_after_seconds", Math.max(1, retryAfter.plusMillis(999).toSeconds()));
    }
}
