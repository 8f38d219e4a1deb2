package dev.retrysafe.result;

import org.jspecify.annotations.Nullable;

/** Finds the codec for the JSON library that is on the class path. */
public final class ResultCodecs {

    private ResultCodecs() {}

    /**
     * Finds a codec.
     *
     * @return Jackson 3's, else Jackson 2's; null when neither is there
     */
    public static @Nullable ResultCodec find() {
        return null;
    }
}
