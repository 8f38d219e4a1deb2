package dev.retrysafe;

import org.jspecify.annotations.Nullable;

/**
 * The store could not be asked, or did not take the receipt in time. At the claim nothing has happened and a later
 * retry is safe; at the commit the effect has happened and its receipt is not stored yet. A local transaction that could
 * not be committed was rolled back, so nothing has happened either.
 */
public final class SideEffectStoreException extends SideEffectException {

    private static final long serialVersionUID = 1L;

    private final boolean effectMayHaveHappened;

    private final transient @Nullable Object result;

    private SideEffectStoreException(
            Facts facts, boolean effectMayHaveHappened, @Nullable Object result, @Nullable Throwable cause) {
        super(facts, cause);
        this.effectMayHaveHappened = effectMayHaveHappened;
        this.result = result;
    }

    /**
     * The claim was not confirmed, so the method was not entered.
     *
     * @param facts what is common to all protocol failures
     * @param cause the store's failure, null for a claim that came too late
     * @return the exception
     */
    public static SideEffectStoreException atClaim(Facts facts, @Nullable Throwable cause) {
        return new SideEffectStoreException(facts, false, null, cause);
    }

    /**
     * The method returned, but its receipt is not stored.
     *
     * @param facts what is common to all protocol failures
     * @param result what the method returned
     * @param cause the store's failure
     * @return the exception
     */
    public static SideEffectStoreException atCommit(Facts facts, @Nullable Object result, @Nullable Throwable cause) {
        return new SideEffectStoreException(facts, true, result, cause);
    }

    /**
     * The method returned, and the transaction of its effect was rolled back.
     *
     * @param facts what is common to all protocol failures
     * @param cause why it was rolled back; null when the method did so
     * @return the exception
     */
    public static SideEffectStoreException rolledBack(Facts facts, @Nullable Throwable cause) {
        return new SideEffectStoreException(facts, false, null, cause);
    }

    /**
     * Whether the effect may be there without its receipt.
     *
     * @return false at the claim and after a rollback, true at the commit
     */
    public boolean effectMayHaveHappened() {
        return effectMayHaveHappened;
    }

    /**
     * What the method returned.
     *
     * @return the result; null at the claim, and for a null result
     */
    public @Nullable Object result() {
        return result;
    }

    @Override
    public Decision decision() {
        return effectMayHaveHappened ? Decision.IN_DOUBT : Decision.REJECTED;
    }

    @Override
    public boolean retryable() {
        return !effectMayHaveHappened;
    }

    @Override
    String status() {
        return effectMayHaveHappened ? "not_stored" : "store_unavailable";
    }

    @Override
    String nextAction() {
        return effectMayHaveHappened ? "ask_a_human" : "retry_later";
    }
}
