package dev.retrysafe.samples.chaos.store;

import dev.retrysafe.samples.chaos.check.StoredRecord;
import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.process.Child;
import dev.retrysafe.samples.chaos.process.Stage;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A PostgreSQL server that forces every commit to disk. */
public final class PostgresStore implements StoreServer {

    private static final String SCHEMA = "dev/retrysafe/jdbc/postgresql/V1__retrysafe.sql";

    private static final String NAIVE_SCHEMA =
            "CREATE TABLE naive_key (name TEXT PRIMARY KEY, content TEXT NOT NULL, expires_at TIMESTAMPTZ)";

    private final Stage stage;

    private final Path data;

    private final int port;

    private Child process;

    /**
     * Starts the server and makes its tables.
     *
     * @param stage where
     * @throws IOException when it does not start
     */
    public PostgresStore(Stage stage) throws IOException {
        this.stage = stage;
        data = stage.path("postgres").toAbsolutePath();
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        process = launch();
        try (Connection connection = DriverManager.getConnection(url(), "postgres", "");
                Statement statement = connection.createStatement();
                InputStream in = Objects.requireNonNull(
                        PostgresStore.class.getClassLoader().getResourceAsStream(SCHEMA))) {
            String schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            boolean unused = statement.execute(schema);
            unused = statement.execute(NAIVE_SCHEMA);
        } catch (SQLException e) {
            throw new IOException("the tables cannot be made", e);
        }
    }

    private Child launch() throws IOException {
        // The object is let go: it only knows how to end a server decently.
        EmbeddedPostgres unused = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPort(port)
                .setServerConfig("fsync", "on")
                .setServerConfig("max_connections", "80")
                .setPGStartupWait(Duration.ofSeconds(60))
                .setOutputRedirector(output())
                .setErrorRedirector(output())
                .start();
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
        stage.note(pid);
        return new Child(
                "postgres",
                ProcessHandle.of(pid).orElseThrow(() -> new IOException("the PostgreSQL server is gone already")));
    }

    private ProcessBuilder.Redirect output() {
        return ProcessBuilder.Redirect.appendTo(stage.path("postgres.out").toFile());
    }

    private String url() {
        return "jdbc:postgresql://localhost:" + port + "/postgres";
    }

    @Override
    public String address() {
        return url();
    }

    @Override
    public List<Fault.Kind> faults() {
        return List.of(Fault.Kind.STALL_STORE, Fault.Kind.KILL_STORE);
    }

    @Override
    public void begin(Fault.Kind kind) throws IOException {
        switch (kind) {
            case STALL_STORE -> process.pause();
            case KILL_STORE -> process.kill();
            default -> throw new IllegalArgumentException("not of PostgreSQL: " + kind);
        }
    }

    @Override
    public void end(Fault.Kind kind) throws IOException {
        if (kind == Fault.Kind.STALL_STORE) {
            process.resume();
        } else {
            process = launch();
        }
    }

    @Override
    public Map<String, StoredRecord> records() throws IOException {
        Map<String, StoredRecord> records = new HashMap<>();
        try (Connection connection = DriverManager.getConnection(url(), "postgres", "");
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT id, state, remote_id, expires_at FROM retrysafe_record")) {
            while (rows.next()) {
                String remoteId = rows.getString(3);
                records.put(
                        HexFormat.of().formatHex(rows.getBytes(1)),
                        new StoredRecord(
                                StoredRecord.State.valueOf(rows.getString(2)),
                                remoteId == null ? "" : remoteId,
                                rows.getObject(4) != null));
            }
        } catch (SQLException e) {
            throw new IOException("the records cannot be read", e);
        }
        return records;
    }

    @Override
    public void close() throws IOException {
        process.kill();
    }
}
