package dev.retrysafe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@link SideEffects#observe} or {@link SideEffects#attempt} saw: what the call inside gave, and what was done with the
 * last outermost side effect in it.
 *
 * @param <T> the type of the observed call's value
 */
public interface Outcome<T> {

    /**
     * The value that the observed call returned.
     *
     * @return the value, null if the call returned null or failed
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
     * @throws IllegalStateException when the side effect was refused before its key was known
     */
    EffectEnvelope envelope();

    /**
     * What the call failed with: what the tool's method threw, as it was, or the protocol's own exception. What code between
     * the tool and the observed call wrapped it in is taken off; where such code failed by itself, its exception.
     *
     * @return the failure; null when the call returned, and always of {@link SideEffects#observe}, which throws it
     */
    @Nullable
    Throwable failure();

    /**
     * What a model may read of this ending, whatever it is, with nothing in it of another caller's:
     *
     * <ul>
     *   <li>executed: the members of the value's JSON object, in the form in which results are stored; any other value as
     *       {@code result}, nothing as no member;
     *   <li>replayed: the same with {@code replayed} (true) and {@code receipt}; a value that is no object, or has such a
     *       member itself, as {@code result};
     *   <li>refused, conflict, in progress, in doubt, store down: {@link SideEffectException#toMap()};
     *   <li>an attempt of this caller's own that ended in doubt: the in-doubt members, and as {@code cause} type and message of
     *       what the method threw, or as {@code result} what it returned;
     *   <li>a failure that was released, or that is the stored outcome: {@code status} ({@code failed}), {@code message} (the
     *       exception's own, or its type where it has none), {@code tool} and {@code idempotency_key}; where it is stored
     *       {@code receipt} too, and {@code replayed} (true) on a replay;
     *   <li>a call that took effect, and failed afterwards outside of the tool: the members of a
     *       {@link ResultUnavailableException}, and {@code cause};
     *   <li>a call that goes on (a future that has not completed, or was not waited for long enough): in progress.
     * </ul>
     *
     * <p>Texts of exceptions stand on one line, control characters escaped, at most 500 characters of each.
     *
     * @return a JSON-ready map of texts, numbers, truth values, lists and maps; a value that has no stored form stands in it
     *     as it is
     * @throws IllegalStateException when the value is a future that was made of the tool's, and that goes on after it
     */
    Map<String, Object> toMap();
}
