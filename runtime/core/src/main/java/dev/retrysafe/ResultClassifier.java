package dev.retrysafe;

import org.jspecify.annotations.Nullable;

/**
 * Says what a returned value means for the effect, for tools whose failures come as values. Called on the thread that
 * ran the tool, before anything is stored; an exception of it leaves the effect in doubt.
 */
@FunctionalInterface
public interface ResultClassifier {

    /**
     * Classifies a result.
     *
     * @param tool the tool's name
     * @param result what the method returned (inside a future: what it completed with)
     * @return what it says about the effect
     */
    Verdict classify(String tool, @Nullable Object result);

    /** What a result says about the effect. */
    enum Verdict {
        /** The effect happened: receipt and result are stored. */
        COMMITTED,
        /** Nothing happened, proved: the key is released. */
        NO_EFFECT,
        /** The result does not tell: in doubt. */
        IN_DOUBT
    }
}
