package dev.retrysafe.samples.ticketdesk.vendor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What really happened: a file of one JSON line per effect, forced to disk before anybody hears of it. It only grows,
 * so it tells the truth about a caller that was killed as well.
 */
final class Ledger implements AutoCloseable {

    private final JsonMapper json = new JsonMapper();

    private final FileChannel file;

    Ledger(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /**
     * Appends one effect.
     *
     * @param kind {@code ticket} or {@code refund}
     * @param id the vendor's id
     * @param reference the caller's own name for what it ordered
     * @param key the forwarded key, if there was one
     */
    synchronized void append(String kind, String id, String reference, @Nullable String key) throws IOException {
        Map<String, String> line = new LinkedHashMap<>();
        line.put("at", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        line.put("kind", kind);
        line.put("id", id);
        line.put("reference", reference);
        if (key != null) {
            line.put("idempotency_key", key);
        }
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(json.writeValueAsString(line) + "\n");
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
        file.force(true);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
