package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.ClassPathResource;

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
