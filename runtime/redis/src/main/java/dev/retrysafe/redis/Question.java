package dev.retrysafe.redis;

import java.util.Locale;
import java.util.stream.Collectors;

/** Small scripts that only read, to be asked by the hundred in one sending; each file says what it takes and answers. */
enum Question {
    NAMES,
    PEEK;

    private final String body;

    Question() {
        // A batch carries the text with every question: what is for people stays here.
        body = Script.load(name().toLowerCase(Locale.ROOT))
                .lines()
                .filter(line -> !line.startsWith("--"))
                .collect(Collectors.joining("\n"));
    }

    String body() {
        return body;
    }
}
