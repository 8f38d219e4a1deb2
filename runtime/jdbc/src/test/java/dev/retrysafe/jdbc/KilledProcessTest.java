package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are really killed, at random moments, while they book entries in local transactions. After each, rows and
 * receipts agree: what one of the two says, the other says, once. {@code -Dretrysafe.kills=200} for a long run.
 */
class KilledProcessTest {

    private static final int KILLS = Integer.getInteger("retrysafe.kills", 10);

    private static final int WORKERS = 4;

    private static final long SEED = Long.getLong("retrysafe.seed", System.nanoTime());

    @TempDir
    private Path logs;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void rowsAndReceiptsAlwaysAgree() throws Exception {
        Random random = new Random(SEED);
        try (EmbeddedPostgres server = Database.server().start()) {
            Database database = Database.on(server);
            database.execute("CREATE TABLE entry (approval VARCHAR(80) NOT NULL, amount INT NOT NULL)");
            int booked = 0;
            for (int kill = 1; kill <= KILLS; kill++) {
                int before = booked;
                Process bookkeeper = start(database);
                try {
                    // At work, and not still starting; then at any point of any of its transactions.
                    await().pollInterval(Duration.ofMillis(5))
                            .atMost(Duration.ofSeconds(60))
                            .until(() -> entries(database) > before);
                    TimeUnit.MICROSECONDS.sleep(random.nextInt(50_000));
                } finally {
                    // SIGKILL: no shutdown hook, no finally block, no rollback.
                    bookkeeper.destroyForcibly();
                    assertThat(bookkeeper.waitFor(60, TimeUnit.SECONDS)).isTrue();
                }
                await().untilAsserted(() -> assertThat(sessions(database)).isEqualTo("0"));
                booked = entries(database);
                assertThat(disagreements(database))
                        .as("kill %d, seed %d", kill, SEED)
                        .isEqualTo("0");
                assertThat(booked).isGreaterThan(before);
            }
            assertThat(database.query("SELECT COUNT(DISTINCT approval) FROM entry"))
                    .isEqualTo(String.valueOf(booked));
        }
    }

    private Process start(Database database) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Bookkeeper.class.getName(),
                "jdbc:postgresql://localhost:" + database.port() + "/postgres?ApplicationName=bookkeeper",
                Integer.toString(WORKERS));
        File log = logs.resolve("bookkeeper.log").toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    private static int entries(Database database) {
        return Integer.parseInt(database.query("SELECT COUNT(*) FROM entry"));
    }

    /** The server rolls back what was open when it notices that the process is gone. */
    private static String sessions(Database database) {
        return database.query("SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'bookkeeper'");
    }

    /** Rows without a receipt, receipts without a row, rows that are there twice, and records that are anything else. */
    private static String disagreements(Database database) {
        return database.query("SELECT COUNT(*) FROM"
                + " (SELECT 'acme:' || approval || ':book_entry' AS operation, COUNT(*) AS times FROM entry GROUP BY approval)"
                + " rows FULL JOIN retrysafe_record r ON r.operation_key = rows.operation"
                + " WHERE r.id IS NULL OR rows.operation IS NULL OR r.state <> 'COMMITTED' OR rows.times <> 1");
    }
}
