package dev.retrysafe.samples.chaos.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What really happened: a file of one line per effect, written before anybody hears of it. It only grows. */
final class Book {

    private final FileChannel file;

    private final Map<String, String> firstByName = new HashMap<>();

    private final Map<String, String> byKey = new HashMap<>();

    private int effects;

    Book(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Applies an effect, or finds the one of its key.
     *
     * @return id, name and amount
     */
    synchronized String apply(String name, long amount, @Nullable String key, boolean deduplicate) throws IOException {
        String earlier = deduplicate && key != null ? byKey.get(key) : null;
        if (earlier != null) {
            return earlier;
        }
        String effect = "E-" + ++effects + "\t" + name + "\t" + amount;
        write(micros() + "\t" + effect + "\t" + (key == null ? "-" : key) + "\n");
        firstByName.putIfAbsent(name, effect);
        if (key != null) {
            byKey.putIfAbsent(key, effect);
        }
        return effect;
    }

    synchronized @Nullable String find(String name) {
        return firstByName.get(name);
    }

    private void write(String line) throws IOException {
        ByteBuffer bytes = StandardCharsets.US_ASCII.encode(line);
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    private static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
