package dev.retrysafe;

/**
 * A tool whose method is running. {@link SideEffects} reads it; HTTP interceptors forward its keys. Reached through
 * {@link ToolScope#current()}.
 */
public interface RunningTool {

    /**
     * The tool's name.
     *
     * @return the name
     */
    String tool();

    /**
     * The idempotency key of the operation.
     *
     * @return the key
     */
    String key();

    /**
     * Whether the operation has this key. To ask so is no use of the key, as {@link #key()} is.
     *
     * @param key an idempotency key
     * @return whether it is this operation's
     */
    default boolean hasKey(String key) {
        return key().equals(key);
    }

    /**
     * The key to forward with the operation's first remote call.
     *
     * @return the derived key
     */
    DownstreamKey downstreamKey();

    /**
     * The key to forward with a named further remote call.
     *
     * @param name the call's name, the same on every retry
     * @return the derived key
     */
    DownstreamKey downstreamKey(String name);

    /**
     * Takes the key for the next unsafe HTTP request that has none of its own: the downstream key for the attempt's first, a
     * key named by method, host and path for later ones. In an {@code IDEMPOTENT} tool a later one gets none: the tool may
     * run again, and which request is first may be another one then.
     *
     * @param method the HTTP method in upper case
     * @param hostAndPath the request's host and path, without query
     * @return the key to forward
     * @throws SideEffectInDoubtException with the code {@code UnnamedRequest}, when the request must not be sent without a
     *     key of its own
     */
    DownstreamKey keyForRequest(String method, String hostAndPath);

    /**
     * Announces that from here on something may have been sent.
     *
     * @throws SendDeadlineException when this attempt may no longer send
     */
    void sending();

    /**
     * Announces one request, right before it is sent. For HTTP interceptors: what they tell of the answer lets a tool
     * whose requests are witnessed prove that nothing happened.
     *
     * @param mayAct whether the request may have an effect, by its method. One that only asks is counted, and never held
     *     back
     * @return to be told when the request was refused
     * @throws SendDeadlineException when this attempt may no longer send
     */
    default Sent announce(boolean mayAct) {
        if (mayAct) {
            sending();
        }
        return () -> {};
    }

    /**
     * Announces a call of another tool's inside this one's method, right before that one's method is entered: its effect is
     * one of this tool's. For engines.
     *
     * @return to be told what is proved of the call: as long as it is told nothing, its effect may be there without a receipt
     * @throws SendDeadlineException when this attempt has ended, so that its record may say that nothing happened
     */
    default Sent nests() {
        return announce(false);
    }

    /** One announced request. As long as it is told nothing, the request may have had its effect. */
    @FunctionalInterface
    interface Sent {

        /** The request had no effect: it did not reach the remote side, or was refused there. */
        void refused();

        /** What a nested tool did has its receipt, or was rolled back. */
        default void settled() {}
    }
}
