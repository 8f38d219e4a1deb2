package dev.retrysafe.samples.chaos.store;

import dev.retrysafe.samples.chaos.check.StoredRecord;
import dev.retrysafe.samples.chaos.plan.Fault;
import dev.retrysafe.samples.chaos.process.Child;
import dev.retrysafe.samples.chaos.process.Stage;
import dev.retrysafe.samples.chaos.process.Until;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** A PostgreSQL server that forces every commit to disk. */
public final class PostgresStore implements StoreServer {

    private static final String SCHEMA = "dev/retrysafe/jdbc/postgresql/V1__retrysafe.sql";

    private static final String NAIVE_SCHEMA =
            "CREATE TABLE naive_key (name TEXT PRIMARY KEY, content TEXT NOT NULL, expires_at TIMESTAMPTZ)";

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

    private static final int START_SECONDS = 60;

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
        // Unpacks the server and makes the database. The object is let go: it only knows how to end a server decently.
        EmbeddedPostgres unused = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPort(port)
                // The library that unpacks the server turns both off.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                // Its lock would outlive a killed server as well.
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("max_connections", "80")
                .setPGStartupWait(Duration.ofSeconds(START_SECONDS))
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
            case KILL_STORE -> {
                process.kill();
                // Where nobody waits for it, its number stays taken, and the next server would think that it runs.
                Files.delete(data.resolve("postmaster.pid"));
            }
            default -> throw new IllegalArgumentException("not of PostgreSQL: " + kind);
        }
    }

    @Override
    public void end(Fault.Kind kind) throws IOException {
        if (kind == Fault.Kind.STALL_STORE) {
            process.resume();
        } else {
            process = stage.start("postgres", commandAgain());
            Until.holds("PostgreSQL serves again", START_SECONDS, this::serves);
        }
    }

    /** The server's own note of how it was started. */
    private List<String> commandAgain() throws IOException {
        String written = Files.readString(data.resolve("postmaster.opts")).trim();
        int end = written.indexOf(" \"");
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            // PostgreSQL refuses to run as root, but not as a root of its own name space.
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(written.substring(0, end));
        QUOTED.matcher(written.substring(end))
                .results()
                .map(argument -> argument.group(1))
                .forEach(command::add);
        return command;
    }

    private boolean serves() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("PostgreSQL ended when it started: see " + stage.path("postgres.out"));
        }
        try (Connection connection = DriverManager.getConnection(url(), "postgres", "")) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void touch() throws IOException {
        try (Connection connection = DriverManager.getConnection(url(), "postgres", "");
                Statement statement = connection.createStatement()) {
            // Its commit is forced to disk, and nothing is left of it.
            boolean unused = statement.execute("SELECT pg_logical_emit_message(true, 'touch', '')");
        } catch (SQLException e) {
            throw new IOException("PostgreSQL does not answer", e);
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
