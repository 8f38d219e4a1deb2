package dev.retrysafe;

import org.jspecify.annotations.Nullable;

/** The call was refused before anything happened: something its key or fingerprint needs is missing or wrong. */
public final class SideEffectRejectedException extends SideEffectException {

    private static final long serialVersionUID = 1L;

    private final RefusalCode refusal;

    /**
     * Refuses a call.
     *
     * @param refusal why
     * @param message what is wrong, where, and what to do next
     * @param tool the tool's name
     * @param key the key, null when it could not be built
     * @param fingerprint the fingerprint, null when it could not be computed
     * @param cause what led to it, null for nothing
     */
    public SideEffectRejectedException(
            RefusalCode refusal,
            String message,
            String tool,
            @Nullable String key,
            @Nullable String fingerprint,
            @Nullable Throwable cause) {
        super(new Facts(refusal.code(), message, tool, key, fingerprint), cause);
        this.refusal = refusal;
    }

    @Override
    public Decision decision() {
        return Decision.REJECTED;
    }

    @Override
    public boolean retryable() {
        return false;
    }

    @Override
    String status() {
        return "rejected";
    }

    @Override
    String nextAction() {
        return refusal.nextAction();
    }
}
