package dev.retrysafe;

import org.jspecify.annotations.Nullable;

/**
 * What {@link SideEffects#observe} saw: the value of the observed call, and what was done with the last outermost side
 * effect inside it.
 *
 * @param <T> the type of the observed call's value
 */
public interface Outcome<T> {

    /**
     * The value that the observed call returned.
     *
     * @return the value, null if the call returned null
     */
    @Nullable
    T value();

    /**
     * Whether the side effect was answered from a stored receipt.
     *
     * @return true when {@link #decision()} is {@link Decision#REPLAY}
     */
    boolean replayed();

    /**
     * What was done with the side effect.
     *
     * @return the decision
     */
    Decision decision();

    /**
     * The stored receipt.
     *
     * @return the receipt; null when none is stored, and, for a tool that returns a future, until that future completes
     */
    @Nullable
    CommitReceipt receipt();

    /**
     * Key, fingerprint, tool and actor of the side effect.
     *
     * @return the envelope
     */
    EffectEnvelope envelope();
}
