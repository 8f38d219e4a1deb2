package dev.retrysafe.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The scripts, one per transition or question; each file says what it takes and answers. What several have in common is in
 * files of its own, which stand before a script in the text that the server gets.
 */
enum Script {
    CLAIM("about", "history", "outlive", "lapse"),
    LOOK("outlive", "lapse"),
    TAKEOVER("about", "history", "outlive", "lapse"),
    RENEW,
    COMMIT("outlive", "outcome"),
    FOUND("outlive", "outcome"),
    RELEASE,
    MARK,
    SHOW,
    RESOLVE("about", "history"),
    TIDY;

    private final String body;

    Script(String... before) {
        StringBuilder text = new StringBuilder(load("record"));
        for (String part : before) {
            text.append(load(part));
        }
        body = text.append(load(command())).toString();
    }

    /** The same text at every call, so that the server needs to be sent only its digest. */
    String body() {
        return body;
    }

    /** Whether it is what makes a receipt. */
    boolean storesOutcome() {
        return this == COMMIT || this == FOUND;
    }

    /** For messages. */
    String command() {
        return name().toLowerCase(Locale.ROOT);
    }

    static String load(String part) {
        String file = part + ".lua";
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
