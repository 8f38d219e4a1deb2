package dev.retrysafe.samples.ticketdesk.demo;

import dev.retrysafe.samples.ticketdesk.desk.DeskApplication;
import dev.retrysafe.samples.ticketdesk.vendor.Vendor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server for the records, a vendor and any number of desks, each a process; all gone when the stage is closed. */
final class Stage implements AutoCloseable {

    private static final String MARKER = "stage.txt";

    private final Path directory;

    private final Path ledger;

    private final List<Child> children = new ArrayList<>();

    private @Nullable RecordServer records;

    private final Http vendor;

    private boolean closed;

    /** Starts Redis and the vendor. */
    Stage(Path directory) throws IOException, TimeoutException {
        this(directory, RecordServer.Kind.REDIS);
    }

    /**
     * Starts a server for the records, and the vendor.
     *
     * @param directory for logs, ports and the ledger; emptied first
     */
    Stage(Path directory, RecordServer.Kind kind) throws IOException, TimeoutException {
        this.directory = directory;
        empty(directory);
        ledger = directory.resolve("ledger.jsonl");
        // Ctrl-C ends this program at any line; its children must not stay.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "close the stage"));
        try {
            Child vendorProcess = java(
                    "vendor",
                    Vendor.class,
                    ledger.toString(),
                    directory.resolve("vendor.port").toString());
            records = RecordServer.start(kind, directory, this::start);
            vendor = new Http(vendorProcess.awaitPort());
        } catch (IOException | TimeoutException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Starts a desk; it is not ready yet, so that several can start at once. */
    Child startDesk(String name, String... properties) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--desk.vendor=" + vendor.base(),
                "--desk.port-file=" + directory.resolve(name + ".port")));
        arguments.addAll(records().properties());
        arguments.addAll(List.of(properties));
        return java(name, DeskApplication.class, arguments.toArray(String[]::new));
    }

    /** SIGKILL to the Redis server. */
    void killRedis() throws InterruptedException, TimeoutException {
        records().kill();
    }

    /** Starts the server again, on its port and its data. */
    void restartRedis() throws IOException, TimeoutException {
        records().restart();
    }

    private RecordServer records() {
        return Objects.requireNonNull(records, "started by the constructor");
    }

    Http vendor() {
        return vendor;
    }

    VendorControl vendorControl() {
        return new VendorControl(vendor);
    }

    Effects effects() {
        return new Effects(ledger);
    }

    Path ledger() {
        return ledger;
    }

    private Child java(String name, Class<?> main, String... arguments) throws IOException {
        return start(() -> Child.java(name, directory, main, List.of(arguments)));
    }

    /** Under the lock, so that closing finds every child that was started, and none is started after it. */
    private synchronized Child start(RecordServer.Starter.Start start) throws IOException {
        if (closed) {
            throw new IOException("the stage is closed: nothing more is started");
        }
        Child child = start.start();
        children.add(child);
        return child;
    }

    private static void empty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                if (files.findAny().isPresent() && !Files.exists(directory.resolve(MARKER))) {
                    throw new IOException(directory + " holds files that are not the demo's: give it a directory of its"
                            + " own, or remove them");
                }
            }
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(directory);
        Files.writeString(
                directory.resolve(MARKER), "Logs, ports and the ledger of the last run. The next run empties this.\n");
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            children.forEach(Child::stop);
            for (Child child : children) {
                child.awaitEnd();
            }
            if (records != null) {
                records.close();
            }
            // Their ids may soon be other processes'.
            Files.deleteIfExists(directory.resolve(Child.PIDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException("the stage in " + directory + " did not close", e);
        }
    }
}
