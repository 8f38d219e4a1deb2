package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.samples.chaos.plan.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a worker did and was told, written before it goes on, one line each. A SIGKILL may cut the last line short. Lines
 * are {@code R time} when it is ready, {@code B time call operation} where a call begins, {@code C time call fence first|takeover} where it got the claim,
 * {@code S time call} before its request leaves, {@code E time call operation word receipt entry…} where it ends,
 * {@code V time event key}, {@code I time kind key fence detail}, and {@code G time duration} where the process stood still until then; parts
 * are separated by tabs, times are microseconds.
 */
final class WorkerLog {

    static final String TAKEOVER = "takeover";

    static final String HOT_KEY = "hot_key";

    static final String REFUSED_COMMIT = "refused_commit";

    static final String LATE_COMMIT = "late_commit";

    static final String FOUND = "found";

    private final FileChannel file;

    private final String run;

    private final AtomicLong calls = new AtomicLong();

    /** Claims are made, and requests sent, on the caller's thread. */
    private final ThreadLocal<String> current = ThreadLocal.withInitial(() -> "-");

    WorkerLog(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        run = String.valueOf(path.getFileName());
    }

    void ready() {
        write("R");
    }

    /**
     * A call begins.
     *
     * @return its name
     */
    String begins(Operation operation) {
        String call = run + "#" + calls.incrementAndGet();
        current.set(call);
        write("B", call, operation.index());
        return call;
    }

    void claimed(long fence, boolean takeover) {
        write("C", current.get(), fence, takeover ? "takeover" : "first");
    }

    void sends() {
        write("S", current.get());
    }

    void stoodStill(long micros) {
        write("G", micros);
    }

    void ends(String call, Operation operation, Answer answer) {
        Entry entry = answer.entry();
        write(
                "E",
                call,
                operation.index(),
                answer.word(),
                orDash(answer.receiptId()),
                entry == null ? "-" : entry.id(),
                entry == null ? "-" : entry.name(),
                entry == null ? "-" : entry.amount(),
                oneLine(answer.detail()));
        current.remove();
    }

    void event(String event, String key) {
        write("V", event, key);
    }

    void incident(String kind, String key, long fence, String detail) {
        write("I", kind, key, fence, oneLine(detail));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static String orDash(@Nullable String text) {
        return text == null ? "-" : text;
    }

    private synchronized void write(String kind, Object... parts) {
        StringBuilder line = new StringBuilder(160).append(kind).append('\t').append(micros());
        for (Object part : parts) {
            line.append('\t').append(part);
        }
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(line.append('\n').toString());
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
