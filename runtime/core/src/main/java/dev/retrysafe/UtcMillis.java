package dev.retrysafe;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The one way a time is written in JSON: UTC with milliseconds, as RFC 3339 allows. */
final class UtcMillis {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private UtcMillis() {}

    static String format(Instant instant) {
        return FORMAT.format(instant);
    }
}
