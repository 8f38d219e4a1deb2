package dev.retrysafe.samples.ticketdesk.demo;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.h2.tools.Server;
import redis.embedded.core.PortProvider;

/** The server that keeps the desks' records, and what a desk is told of it. */
abstract sealed class RecordServer implements AutoCloseable {

    private static final int PORTS_TRIED = 3;

    /** Which server. */
    enum Kind {
        REDIS("Redis"),
        POSTGRES("PostgreSQL"),
        H2("H2");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        static Kind of(String name) {
            for (Kind kind : values()) {
                if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("--store is redis, postgres or h2, and not " + name);
        }
    }

    /** Starts a process of the stage. */
    interface Starter {
        Child start(Start start) throws IOException;

        /** What starts it. */
        interface Start {
            Child start() throws IOException;
        }
    }

    /** Starts the server, and returns when it can be used. */
    static RecordServer start(Kind kind, Path directory, Starter starter) throws IOException, TimeoutException {
        return switch (kind) {
            case REDIS -> new OnRedis(directory, starter);
            case POSTGRES -> new OnPostgresql();
            case H2 -> new OnH2(directory, starter);
        };
    }

    /** Properties of a desk. */
    abstract List<String> properties();

    /** SIGKILL. */
    void kill() throws InterruptedException, TimeoutException {
        throw new UnsupportedOperationException("only Redis is killed here");
    }

    /** Starts it again, on its port and its data. */
    void restart() throws IOException, TimeoutException {
        throw new UnsupportedOperationException("only Redis is killed here");
    }

    @Override
    public void close() {}

    private static List<String> database(String url, String user) {
        return List.of("--desk.store=jdbc", "--desk.database=" + url, "--desk.database-user=" + user);
    }

    /** As the application's migrations would. */
    private static void createTable(String url, String user, String database) {
        String script = "dev/retrysafe/jdbc/" + database + "/V1__retrysafe.sql";
        try (InputStream in = Objects.requireNonNull(
                        RecordServer.class.getClassLoader().getResourceAsStream(script), script);
                Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException("the table could not be created in " + url, e);
        }
    }

    /** Starts a server on a port. */
    private interface OnPort<T> {
        T start(int port) throws IOException, TimeoutException;
    }

    /** On a free port; on another when somebody else took it before the server did. */
    private static <T> T onFreePort(OnPort<T> server) throws IOException, TimeoutException {
        for (int left = PORTS_TRIED; ; left--) {
            int port = PortProvider.newEphemeralPortProvider().get();
            try {
                return server.start(port);
            } catch (IOException e) {
                if (left == 1) {
                    throw e;
                }
            }
        }
    }

    private static final class OnRedis extends RecordServer {

        private final Path directory;

        private final Starter starter;

        private int port;

        private Child server;

        OnRedis(Path directory, Starter starter) throws IOException, TimeoutException {
            this.directory = directory;
            this.starter = starter;
            server = onFreePort(this::startServer);
        }

        private Child startServer(int on) throws IOException, TimeoutException {
            port = on;
            return startServer();
        }

        private Child startServer() throws IOException, TimeoutException {
            Child child = starter.start(() -> Redis.start(directory, port));
            child.awaitReady(() -> Redis.answersPing(port));
            return child;
        }

        @Override
        List<String> properties() {
            return List.of("--desk.redis=redis://127.0.0.1:" + port);
        }

        @Override
        void kill() throws InterruptedException, TimeoutException {
            server.kill();
        }

        @Override
        void restart() throws IOException, TimeoutException {
            server = startServer();
        }
    }

    /** The only one that is no child of the stage's: its library starts and ends it. */
    private static final class OnPostgresql extends RecordServer {

        private static final String USER = "postgres";

        private final EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .start();

        private final String url = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";

        OnPostgresql() throws IOException {
            createTable(url, USER, "postgresql");
        }

        @Override
        List<String> properties() {
            return database(url, USER);
        }

        @Override
        public void close() {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class OnH2 extends RecordServer {

        private static final String USER = "sa";

        private final String url;

        OnH2(Path directory, Starter starter) throws IOException, TimeoutException {
            url = onFreePort(port -> startServer(directory, starter, port));
            createTable(url, USER, "h2");
        }

        private static String startServer(Path directory, Starter starter, int port)
                throws IOException, TimeoutException {
            String url = "jdbc:h2:tcp://127.0.0.1:" + port + "/./desk";
            List<String> arguments = List.of(
                    "-tcp",
                    "-tcpPort",
                    Integer.toString(port),
                    "-ifNotExists",
                    "-baseDir",
                    directory.resolve("h2").toAbsolutePath().toString());
            Child child = starter.start(() -> Child.java("h2", directory, Server.class, arguments));
            child.awaitReady(() -> answers(url));
            return url;
        }

        private static boolean answers(String url) {
            try (Connection connection = DriverManager.getConnection(url, USER, "")) {
                return connection.isValid(1);
            } catch (SQLException e) {
                return false;
            }
        }

        @Override
        List<String> properties() {
            return database(url, USER);
        }
    }
}
