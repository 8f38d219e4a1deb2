package dev.retrysafe.result;

import org.jspecify.annotations.Nullable;

/** Finds the codec for the JSON library that is on the class path. */
public final class ResultCodecs {

    private ResultCodecs() {}

    /**
     * Makes a codec on Jackson 3 or else on Jackson 2 (2.18 or newer). Both write the same bytes, so an application may move from one
     * to the other while results are stored.
     *
     * @return the codec; null when neither library is there
     */
    public static @Nullable ResultCodec find() {
        try {
            return new Jackson3ResultCodec();
        } catch (LinkageError e) {
            // Absent, or there in parts only (databind without core), which is as good as absent.
            return onJackson2();
        }
    }

    private static @Nullable ResultCodec onJackson2() {
        try {
            return new Jackson2ResultCodec();
        } catch (LinkageError e) {
            return null;
        }
    }
}
