package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static dev.retrysafe.spring.Applications.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Token;
import dev.retrysafe.store.WriteReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** Records in the application's database. */
class JdbcStoreTest {

    private static final String SCRIPT = "dev/retrysafe/jdbc/h2/V1__retrysafe.sql";

    private final ApplicationContextRunner application = Applications.withoutStore();

    private final JdbcDataSource database = new JdbcDataSource();

    JdbcStoreTest() {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @Test
    void theStoreWaitsForTheMigrations() {
        application
                .withBean(DataSource.class, () -> database)
                .withUserConfiguration(Migrations.class)
                .run(context -> assertThat(context.getBean(EffectStore.class)).isInstanceOf(JdbcEffectStore.class));
    }

    @Test
    void withoutItsTableTheApplicationDoesNotStart() {
        application
                .withBean(DataSource.class, () -> database)
                .run(context -> assertThat(refusal(context, EffectStoreException.class))
                        .hasMessageContaining("the table is missing")
                        .hasMessageContaining(SCRIPT));
    }

    @Test
    void severalDataSources() {
        application
                .withBean("one", DataSource.class, () -> mock(DataSource.class))
                .withBean("two", DataSource.class, () -> mock(DataSource.class))
                .run(context -> assertThat(refusal(context, StoreSelectionException.class))
                        .hasMessageContaining("(one, two)")
                        .hasMessageContaining("@Primary"));
    }

    @Test
    void jdbcWithoutADataSource() {
        application
                .withPropertyValues("retrysafe.store=jdbc")
                .run(context -> assertThat(refusal(context, StoreSelectionException.class))
                        .hasMessageContaining("there is no DataSource bean"));
    }

    private ApplicationContextRunner migrated(String... properties) {
        return application
                .withBean(DataSource.class, () -> database)
                .withUserConfiguration(Migrations.class)
                .withPropertyValues(properties);
    }

    @Test
    void itsSettings() throws SQLException, IOException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(new ClassPathResource(SCRIPT)
                    .getContentAsString(StandardCharsets.UTF_8)
                    .replace("retrysafe_record", "our_receipts"));
        }
        application
                .withBean(DataSource.class, () -> database)
                .withBean(Ledger.class)
                .withBean(Desk.class)
                .withPropertyValues(
                        "retrysafe.jdbc.table=our_receipts",
                        "retrysafe.jdbc.budget=5s",
                        "retrysafe.jdbc.connections-at-most=2")
                .run(context -> {
                    Desk desk = context.getBean(Desk.class);
                    assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("ticket-1");
                    assertThat(asTenant(() -> desk.createTicket("a-1", "down"))).isEqualTo("ticket-1");
                    assertThat(rows("our_receipts")).isEqualTo(1);
                });
    }

    @Test
    void wrongSettings() {
        for (String wrong : List.of(
                "jdbc.table=records;--",
                "jdbc.budget=3",
                "jdbc.budget=1ms",
                "jdbc.connections-at-most=0",
                "jdbc.purge-every=60",
                "jdbc.purge-every=-1s")) {
            database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            migrated("retrysafe." + wrong)
                    .run(context -> assertThat(refusal(context, InvalidPropertyException.class))
                            .hasMessageContaining("retrysafe." + wrong.substring(0, wrong.indexOf('='))));
        }
    }

    @Test
    void expiredRecordsAreDeletedNowAndThen() {
        migrated("retrysafe.jdbc.purge-every=100ms", "retrysafe.ttl=1h").run(context -> {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                EffectStore store = context.getBean(EffectStore.class);
                ClaimRequest request = new ClaimRequest(
                        new OperationId("default", "acme", "create_ticket", "acme:a-1:create_ticket"),
                        Token.fresh(),
                        "sha256:" + "0".repeat(64),
                        "",
                        Mutation.NON_IDEMPOTENT,
                        "test",
                        Duration.ofSeconds(30),
                        Duration.ofHours(1),
                        null);
                assertThat(store.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
                assertThat(store.release(new Claim(request, 1))).isEqualTo(new WriteReply.Done(false));
                assertThat(rows("retrysafe_record")).isEqualTo(1);
                assertThat(statement.executeUpdate("UPDATE retrysafe_record SET expires_at = 1"))
                        .isEqualTo(1);
                await().untilAsserted(() -> assertThat(rows("retrysafe_record")).isZero());
            }
        });
    }

    /** A database per tenant, which the thread's tenant leads to; while the application starts it is the first one's. */
    private static final class TenantDataSource extends AbstractRoutingDataSource {

        private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

        @Override
        protected @Nullable Object determineCurrentLookupKey() {
            return TENANT.get();
        }
    }

    private static JdbcDataSource tenants(String name) throws SQLException, IOException {
        JdbcDataSource tenants = new JdbcDataSource();
        tenants.setURL("jdbc:h2:mem:" + name + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        try (Connection connection = tenants.getConnection();
                Statement statement = connection.createStatement()) {
            boolean unused =
                    statement.execute(new ClassPathResource(SCRIPT).getContentAsString(StandardCharsets.UTF_8));
        }
        return tenants;
    }

    private void doesNotStart(TenantDataSource routing, String why) {
        TenantDataSource.TENANT.set("acme");
        try {
            application
                    .withBean(DataSource.class, () -> routing)
                    .run(context -> assertThat(refusal(context, EffectStoreException.class))
                            .hasMessageContaining(why)
                            .hasMessageContaining("DataSource of one database"));
        } finally {
            TenantDataSource.TENANT.remove();
        }
    }

    @Test
    void case_97_aDataSourceThatRoutesByTheThreadsTenantDoesNotStart() throws SQLException, IOException {
        TenantDataSource routing = new TenantDataSource();
        routing.setTargetDataSources(Map.of("acme", tenants("acme"), "globex", tenants("globex")));
        doesNotStart(routing, "routes by thread");

        TenantDataSource withDefault = new TenantDataSource();
        withDefault.setTargetDataSources(Map.of("acme", tenants("acme")));
        withDefault.setDefaultTargetDataSource(tenants("shared"));
        doesNotStart(withDefault, "several databases");
    }

    /** The tool, and what else the application does, have taken all connections. */
    @Test
    void case_49_anExhaustedPoolIsAnsweredWithinTheBudget() {
        HikariConfig narrow = new HikariConfig();
        narrow.setDataSource(database);
        narrow.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(narrow)) {
            application
                    .withBean(DataSource.class, () -> pool)
                    .withUserConfiguration(Migrations.class)
                    .withBean(Ledger.class)
                    .withBean(Desk.class)
                    .withPropertyValues("retrysafe.jdbc.budget=2s")
                    .run(context -> {
                        Desk desk = context.getBean(Desk.class);
                        try (Connection taken = pool.getConnection()) {
                            assertThat(taken.isClosed()).isFalse();
                            long start = System.nanoTime();
                            assertThatThrownBy(() -> asTenant(() -> desk.createTicket("a-1", "down")))
                                    .isInstanceOfSatisfying(
                                            SideEffectStoreException.class,
                                            e -> assertThat(e.effectMayHaveHappened())
                                                    .isFalse());
                            assertThat(Duration.ofNanos(System.nanoTime() - start))
                                    .isLessThan(Duration.ofSeconds(20));
                        }
                        assertThat(context.getBean(Ledger.class).effects()).isEmpty();
                        await().ignoreExceptions()
                                .untilAsserted(() -> assertThat(asTenant(() -> desk.createTicket("a-1", "down")))
                                        .isEqualTo("ticket-1"));
                    });
        }
    }

    private int rows(String table) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            assertThat(answer.next()).isTrue();
            return answer.getInt(1);
        }
    }

    /** Lazy, so that it runs only when somebody waits for it. */
    @Configuration(proxyBeanMethods = false)
    @Import(DatabaseInitializationDependencyConfigurer.class)
    static class Migrations {

        @Bean
        @Lazy
        Migration migration(DataSource database) throws SQLException, IOException {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                boolean unused =
                        statement.execute(new ClassPathResource(SCRIPT).getContentAsString(StandardCharsets.UTF_8));
            }
            return new Migration();
        }
    }

    static final class Migration {}

    /** Tells Spring Boot what migrates the database, as its own do for Flyway and Liquibase. */
    static final class MigrationDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

        @Override
        protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
            return Set.of(Migration.class);
        }
    }
}
