package dev.retrysafe.samples.chaos.store;

import dev.retrysafe.samples.chaos.check.StoredRecord;
import dev.retrysafe.samples.chaos.process.Child;
import dev.retrysafe.samples.chaos.process.Stage;
import dev.retrysafe.samples.chaos.process.Until;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.core.PortProvider;

/** One Redis server, out of the jar that the build brings, on data that outlives it. */
final class RedisNode {

    private static final int START_SECONDS = 20;

    private static final String SCAN_END = "0";

    private final Stage stage;

    private final String name;

    private final int port;

    private final Path data;

    private final Path executable;

    private final List<String> settings;

    private Child process;

    RedisNode(Stage stage, String name, String... settings) throws IOException {
        this.stage = stage;
        this.name = name;
        this.settings = List.of(settings);
        // The cluster's bus listens 10000 above.
        port = freePort();
        data = Files.createDirectories(stage.path(name));
        // Once: a file that a killed server is still leaving cannot be written.
        executable = ExecutableProvider.newJarResourceProvider(data.toFile())
                .get()
                .toPath()
                .toAbsolutePath();
        process = launch();
        awaitReady();
    }

    private static int freePort() {
        PortProvider ports = PortProvider.newEphemeralPortProvider();
        int found = ports.get();
        while (found > 55_000) {
            found = ports.get();
        }
        return found;
    }

    int port() {
        return port;
    }

    Child process() {
        return process;
    }

    void start() throws IOException {
        process = launch();
        awaitReady();
    }

    private Child launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                executable.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--dir",
                data.toAbsolutePath().toString(),
                // What is acknowledged outlives the server.
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--maxmemory-policy",
                "noeviction"));
        command.addAll(settings);
        return stage.start(name, command);
    }

    private void awaitReady() throws IOException {
        Until.holds(name + " answers", START_SECONDS, () -> {
            if (!process.isAlive()) {
                throw new IOException(name + " ended when it started: see " + stage.path(name + ".out"));
            }
            return Resp.answersPing(port);
        });
    }

    /** Redis does one thing at a time: what it is asked while it forces a record to disk waits as long as the record. */
    void touch() throws IOException {
        String unused = execute("PING");
    }

    String execute(String... command) throws IOException {
        return Resp.once(port, command);
    }

    /** All records of this server, read as docs/stored-format.md says. */
    Map<String, StoredRecord> records() throws IOException {
        Map<String, StoredRecord> records = new HashMap<>();
        try (Resp resp = new Resp(port)) {
            String cursor = SCAN_END;
            do {
                List<?> page = (List<?>) resp.execute("SCAN", cursor, "MATCH", "rs:{*", "COUNT", "1000");
                if (page == null || !(page.get(1) instanceof List<?> keys)) {
                    throw new IOException("SCAN answered no page");
                }
                cursor = Resp.text(page.get(0));
                for (Object key : keys) {
                    String text = Resp.text(key);
                    if (!text.endsWith(":open") && resp.execute("GET", text) instanceof byte[] value) {
                        long leftMillis = Long.parseLong(Resp.text(resp.execute("PTTL", text)));
                        records.put(RedisRecords.hashOf(text), RedisRecords.read(value, leftMillis >= 0));
                    }
                }
            } while (!cursor.equals(SCAN_END));
        }
        return records;
    }
}
