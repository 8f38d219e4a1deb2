package dev.retrysafe.jdbc;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.operation;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.CommitReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts as Flyway runs them, in each of the ways that docs/jdbc.md names. */
@ParameterizedClass
@MethodSource("databases")
class FlywayTest {

    private final Database database;

    /** The application's own migrations. */
    @TempDir
    private Path own;

    FlywayTest(Database database) {
        this.database = database;
    }

    static Stream<Database> databases() {
        return Database.all();
    }

    private String shipped() {
        String script = database.dialect().script();
        return "classpath:" + script.substring(0, script.lastIndexOf('/'));
    }

    private String ownFolder() throws IOException {
        Files.writeString(own.resolve("V1__application.sql"), "CREATE TABLE ticket (id INT NOT NULL PRIMARY KEY);");
        return "filesystem:" + own;
    }

    private static FluentConfiguration flyway(DataSource dataSource, String... locations) {
        return Flyway.configure().dataSource(dataSource).locations(locations);
    }

    private static void migrates(Flyway flyway, int migrations) {
        assertThat(flyway.migrate().migrationsExecuted).isEqualTo(migrations);
        assertThat(flyway.migrate().migrationsExecuted).as("the second time").isZero();
        flyway.validate();
    }

    private static void takesClaimAndReceipt(DataSource dataSource) {
        try (JdbcEffectStore store = Database.store(dataSource)) {
            Claim owner = held(attempt(operation()), 1);
            assertThat(store.claim(owner.request())).isEqualTo(new ClaimReply.Claimed(1));
            CommitReply.Stored stored = (CommitReply.Stored) store.commit(owner, outcome("T-1"));
            assertThat(store.claim(attempt(owner.request().operation())))
                    .isEqualTo(new ClaimReply.Committed(stored.outcome()));
        }
    }

    @Test
    void theShippedFolderIsALocation() {
        try (HikariDataSource empty = database.empty("flyway_alone")) {
            migrates(flyway(empty, shipped()).load(), 1);
            takesClaimAndReceipt(empty);
        }
    }

    @Test
    void theShippedFolderHasAHistoryOfItsOwnBesideTheApplications() throws IOException {
        try (HikariDataSource empty = database.empty("flyway_beside")) {
            Flyway application = flyway(empty, ownFolder()).load();
            Flyway retrysafe = flyway(empty, shipped())
                    .table("retrysafe_migrations")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .load();
            migrates(application, 1);
            migrates(retrysafe, 1);
            migrates(application, 0);
            takesClaimAndReceipt(empty);
        }
    }

    @Test
    void theScriptIsCopiedAmongTheApplicationsUnderItsNextVersion() throws IOException {
        try (HikariDataSource empty = database.empty("flyway_copied")) {
            String folder = ownFolder();
            Files.writeString(own.resolve("V2__retrysafe.sql"), database.script());
            migrates(flyway(empty, folder).load(), 2);
            takesClaimAndReceipt(empty);
        }
    }

    /** Why it is one of the above, and not both folders as locations. */
    @Test
    void twoFirstVersionsAreRefused() throws IOException {
        try (HikariDataSource empty = database.empty("flyway_twice")) {
            Flyway both = flyway(empty, ownFolder(), shipped()).load();
            assertThatThrownBy(both::migrate)
                    .isInstanceOf(FlywayException.class)
                    .hasMessageContaining("more than one migration with version 1");
        }
    }
}
