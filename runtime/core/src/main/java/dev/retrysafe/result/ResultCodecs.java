package dev.retrysafe.result;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the codec for the JSON library that is on the class path. */
public final class ResultCodecs {

    private static final Logger LOG = LoggerFactory.getLogger("retrysafe");

    private ResultCodecs() {}

    /**
     * Makes a codec on Jackson 3 (3.1 or newer) or else on Jackson 2 (2.18 or newer). Both write the same bytes, so an
     * application may move from one to the other while results are stored.
     *
     * @return the codec; null when neither library is there
     */
    public static @Nullable ResultCodec find() {
        // Lambdas, not method references: those would be linked here, outside of what catches a library that is absent.
        ResultCodec onJackson3 = tried("tools.jackson.databind.ObjectMapper", "3.1", () -> new Jackson3ResultCodec());
        return onJackson3 != null
                ? onJackson3
                : tried("com.fasterxml.jackson.databind.ObjectMapper", "2.18", () -> new Jackson2ResultCodec());
    }

    private static @Nullable ResultCodec tried(String mapper, String oldest, Supplier<ResultCodec> codec) {
        try {
            return codec.get();
        } catch (LinkageError e) {
            // Absent, or there in parts only (databind without core), or too old.
            warnIfThere(mapper, oldest, e);
            return null;
        }
    }

    private static void warnIfThere(String mapper, String oldest, LinkageError missing) {
        try {
            Class<?> found = Class.forName(mapper, false, ResultCodecs.class.getClassLoader());
            LOG.warn(
                    "{} is on the class path and cannot be used to store results: {} or newer is needed, with all of its"
                            + " modules ({})",
                    found.getName(),
                    oldest,
                    missing.toString());
        } catch (ClassNotFoundException | LinkageError e) {
            LOG.debug("{} is not on the class path", mapper);
        }
    }
}
