package dev.retrysafe.samples.chaos.stage;

import dev.retrysafe.samples.chaos.plan.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * When faults really struck, one line before each begins and one after it has ended: {@code F time kind target begin|end}. The
 * target is a worker's process, or {@code store}.
 */
final class FaultLog {

    static final String STORE = "store";

    private final Path file;

    FaultLog(Path file) throws IOException {
        this.file = Files.createFile(file);
    }

    void begins(Fault.Kind kind, String target) throws IOException {
        write(kind, target, "begin");
    }

    void ends(Fault.Kind kind, String target) throws IOException {
        write(kind, target, "end");
    }

    /** It was slow from a time to now. */
    void wasSlow(Instant from) throws IOException {
        write(Fault.Kind.SLOW_STORE, STORE, "begin", from);
        write(Fault.Kind.SLOW_STORE, STORE, "end", Instant.now());
    }

    private void write(Fault.Kind kind, String target, String what) throws IOException {
        write(kind, target, what, Instant.now());
    }

    private synchronized void write(Fault.Kind kind, String target, String what, Instant at) throws IOException {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, at);
        Files.writeString(
                file, "F\t" + micros + "\t" + kind + "\t" + target + "\t" + what + "\n", StandardOpenOption.APPEND);
    }
}
