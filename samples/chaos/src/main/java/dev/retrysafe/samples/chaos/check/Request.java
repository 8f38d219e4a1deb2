package dev.retrysafe.samples.chaos.check;

/**
 * A request for an effect, as the ledger wrote it down.
 *
 * @param at when it arrived, microseconds
 * @param name tool, tenant and decision
 * @param fate what became of it
 * @param dropped whether the connection was closed without an answer
 * @param answeredAt when the answer had been sent, microseconds; {@link #NEVER} when it was not
 */
public record Request(long at, String name, Fate fate, boolean dropped, long answeredAt) {

    /** Of a request that was not answered. */
    public static final long NEVER = Long.MAX_VALUE;

    /** What becomes of a request. */
    public enum Fate {
        /** It is applied. */
        APPLIED,
        /** It is refused, and the caller can rely on that. */
        REFUSED,
        /** It fails before it is applied, and says no more than that. */
        FAILED
    }
}
