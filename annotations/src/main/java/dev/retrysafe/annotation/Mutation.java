package dev.retrysafe.annotation;

/** What repeating an effect would do: decides whether an effect in doubt may be sent again. */
public enum Mutation {

    /** Every request causes another effect: one in doubt is never sent again. */
    NON_IDEMPOTENT,

    /**
     * The remote side deduplicates on the forwarded key, or the operation is naturally idempotent: an effect in doubt
     * may be sent again with the same key, within {@link Recovery#resendWithin()} (then required).
     */
    IDEMPOTENT,

    /**
     * The effect is in the store's own database; receipt and effect commit in one transaction, or neither does. An
     * exception rolls both back, and a retry executes. Needs a store on that database, and a method that returns its value
     * itself and does its work on the calling thread.
     */
    LOCAL_TRANSACTION
}
