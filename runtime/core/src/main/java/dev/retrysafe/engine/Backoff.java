package dev.retrysafe.engine;

import java.time.Duration;

/** How long to wait before a write is tried again. */
final class Backoff {

    static final Duration FIRST = Duration.ofMillis(50);

    private static final Duration LONGEST = Duration.ofSeconds(5);

    private Backoff() {}

    static Duration longer(Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }
}
