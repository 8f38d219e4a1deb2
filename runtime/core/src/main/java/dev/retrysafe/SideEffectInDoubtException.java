package dev.retrysafe;

import org.jspecify.annotations.Nullable;

/**
 * The effect may or may not have happened, and nobody here can tell. Where the tool declares no recovery, calling again does
 * not help and causes nothing, and a person settles it. Where it declares one, calling again with the same arguments is
 * safe, and may help: such a call looks the effect up, or sends it again with the same key, or ends like this again; a
 * person settles what stays so. The message says which.
 */
public final class SideEffectInDoubtException extends SideEffectException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Object result;

    /**
     * Reports an effect in doubt.
     *
     * @param facts what is common to all protocol failures
     * @param result the method's result when this caller's own attempt returned but was not taken, else null
     * @param cause the failure that left the effect in doubt, null when it was another attempt's
     */
    public SideEffectInDoubtException(Facts facts, @Nullable Object result, @Nullable Throwable cause) {
        super(facts, cause);
        this.result = result;
    }

    /**
     * What the method returned, when this caller's own attempt returned a result but its commit was refused.
     *
     * @return the result; null when there is none
     */
    public @Nullable Object result() {
        return result;
    }

    @Override
    public Decision decision() {
        return Decision.IN_DOUBT;
    }

    @Override
    public boolean retryable() {
        return false;
    }

    @Override
    String status() {
        return "in_doubt";
    }

    @Override
    String nextAction() {
        return "ask_a_human";
    }
}
