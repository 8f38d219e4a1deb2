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

/**
 * What really happened, written before anybody hears of it. It only grows. Lines are {@code E time id name amount key} for
 * an effect, {@code Q time name arrival effect answered} where a request for one arrives, with what is to become of it, {@code W time name arrival}
 * when it has been answered, and {@code L time name found|absent} for a lookup; parts are separated by tabs, times are
 * microseconds.
 */
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
        write("E", effect, key == null ? "-" : key);
        firstByName.putIfAbsent(name, effect);
        if (key != null) {
            byKey.putIfAbsent(key, effect);
        }
        return effect;
    }

    synchronized @Nullable String find(String name) throws IOException {
        String found = firstByName.get(name);
        write("L", name, found == null ? "absent" : "found");
        return found;
    }

    synchronized void arrives(String name, int arrival, Mischief mischief) throws IOException {
        write("Q", name, arrival, mischief.effect(), mischief.answered() ? "answered" : "dropped");
    }

    synchronized void answered(String name, int arrival) throws IOException {
        write("W", name, arrival);
    }

    private void write(String kind, Object... parts) throws IOException {
        StringBuilder line = new StringBuilder(kind).append('\t').append(micros());
        for (Object part : parts) {
            line.append('\t').append(part);
        }
        ByteBuffer bytes = StandardCharsets.US_ASCII.encode(line.append('\n').toString());
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    private static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
