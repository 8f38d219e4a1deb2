package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectStoreException;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Tools whose effect is an entity: it and its record are committed together, on a real PostgreSQL. */
class JpaTransactionsTest {

    private final DataSource database = Postgresql.freshDatabase();

    private final JdbcTemplate outside = new JdbcTemplate(database);

    private final ApplicationContextRunner application = Applications.withoutStore()
            .withUserConfiguration(Persistence.class)
            .withBean(DataSource.class, () -> database);

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Persistence {

        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource database) {
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(database);
            factory.setManagedTypes(PersistenceManagedTypes.of(Entry.class.getName()));
            factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            return factory;
        }

        @Bean
        EntityBooks books(EntityManagerFactory factory) {
            return new EntityBooks(SharedEntityManagerCreator.createSharedEntityManager(factory));
        }

        @Bean
        JpaTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }
    }

    @BeforeEach
    void createTables() throws IOException {
        outside.execute(new ClassPathResource("dev/retrysafe/jdbc/postgresql/V1__retrysafe.sql")
                .getContentAsString(StandardCharsets.UTF_8));
        outside.execute("CREATE TABLE entry (id VARCHAR(80) PRIMARY KEY)");
    }

    private int count(String from) {
        Integer count = outside.queryForObject("SELECT COUNT(*) FROM " + from, Integer.class);
        return count == null ? -1 : count;
    }

    @Test
    void entityAndReceiptAreThereTogether() {
        application.run(context -> {
            EntityBooks books = context.getBean(EntityBooks.class);
            assertThat(asTenant(() -> books.persist("a-1", "e-1"))).isEqualTo(1);
            assertThat(asTenant(() -> books.persist("a-1", "e-1"))).isEqualTo(1);
            assertThat(books.runs()).isEqualTo(1);
            assertThat(count("entry")).isEqualTo(1);
            assertThat(count("retrysafe_record WHERE state = 'COMMITTED'")).isEqualTo(1);
        });
    }

    /** The method has returned and its receipt is written when the entity fails: both are rolled back, and a retry executes. */
    @Test
    void anEntityThatFailsWhenItIsWrittenTakesItsReceiptAlong() {
        application.run(context -> {
            EntityBooks books = context.getBean(EntityBooks.class);
            assertThat(asTenant(() -> books.persist("a-1", "e-1"))).isEqualTo(1);
            for (int i = 2; i <= 3; i++) {
                assertThatThrownBy(() -> asTenant(() -> books.persist("a-2", "e-1")))
                        .isInstanceOfSatisfying(
                                SideEffectStoreException.class,
                                e -> assertThat(e.code()).isEqualTo("RolledBack"))
                        .hasMessageContaining("SQLState 23505");
                assertThat(books.runs()).isEqualTo(i);
            }
            assertThat(count("entry")).isEqualTo(1);
            assertThat(count("retrysafe_record WHERE state = 'COMMITTED'")).isEqualTo(1);
            outside.execute("DELETE FROM entry");
            assertThat(asTenant(() -> books.persist("a-2", "e-1"))).isEqualTo(4);
            assertThat(count("retrysafe_record WHERE state = 'COMMITTED'")).isEqualTo(2);
        });
    }
}
