package dev.retrysafe.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A real PostgreSQL, started once for all tests of this JVM, and stopped with it. */
final class Postgresql {

    private static final EmbeddedPostgres SERVER = start();

    private Postgresql() {}

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder()
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A database that nobody else uses. */
    static DataSource freshDatabase() {
        String name = "d" + UUID.randomUUID().toString().replace("-", "");
        new JdbcTemplate(SERVER.getPostgresDatabase()).execute("CREATE DATABASE " + name);
        return SERVER.getDatabase("postgres", name);
    }
}
