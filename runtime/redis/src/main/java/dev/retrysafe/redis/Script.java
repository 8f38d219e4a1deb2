package dev.retrysafe.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The scripts, one per transition or question; each file says what it takes and answers. */
enum Script {
    CLAIM,
    LOOK,
    TAKEOVER,
    RENEW,
    COMMIT,
    FOUND,
    RELEASE,
    MARK,
    SHOW,
    RESOLVE,
    TIDY;

    private final String body = load();

    /** The same text at every call, so that the server needs to be sent only its digest. */
    String body() {
        return body;
    }

    /** For messages. */
    String command() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String load() {
        String file = command() + ".lua";
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the script " + file + " is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the script " + file + " cannot be read", e);
        }
    }
}
