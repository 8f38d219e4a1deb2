package dev.retrysafe.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.Incident;
import dev.retrysafe.observe.SideEffectListener;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** An application with a {@link Journal}, on a database and with a transaction manager of its own. */
final class JournalApplication {

    /** Databases and managers. */
    enum Kind {
        H2("h2", Plain.class),
        POSTGRESQL("postgresql", Plain.class),
        JPA("postgresql", Persistence.class);

        private final String migration;

        private final Class<?> manager;

        Kind(String migration, Class<?> manager) {
            this.migration = migration;
            this.manager = manager;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Plain {

        @Bean
        JdbcTransactionManager transactionManager(DataSource database) {
            return new JdbcTransactionManager(database);
        }
    }

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
        JpaTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }
    }

    private final Kind kind;

    private final JdbcTemplate outside;

    private final AtomicInteger runs = new AtomicInteger();

    private volatile Runnable next = () -> {};

    private final List<CallFinished> finished = new CopyOnWriteArrayList<>();

    private final List<Incident> incidents = new CopyOnWriteArrayList<>();

    private final ApplicationContextRunner runner;

    JournalApplication(Kind kind) {
        this.kind = kind;
        DataSource database = kind == Kind.H2 ? inMemory() : Postgresql.freshDatabase();
        this.outside = new JdbcTemplate(database);
        try {
            outside.execute(new ClassPathResource("dev/retrysafe/jdbc/" + kind.migration + "/V1__retrysafe.sql")
                    .getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        outside.execute("CREATE TABLE entry (id VARCHAR(80) NOT NULL)");
        outside.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
        outside.execute("INSERT INTO account (id, balance) VALUES (1, 0)");
        this.runner = Applications.withoutStore()
                .withUserConfiguration(kind.manager)
                .withPropertyValues("retrysafe.jdbc.budget=25s")
                .withBean(DataSource.class, () -> database)
                .withBean(JdbcTemplate.class, () -> new JdbcTemplate(database))
                .withBean(SideEffectListener.class, this::listener)
                .withBean(Journal.class, () -> new Journal(new JdbcTemplate(database), runs, () -> next))
                .withBean(
                        Journal.OfClass.class,
                        () -> new Journal.OfClass(new Journal(new JdbcTemplate(database), runs, () -> next)));
    }

    /** With patience for locks, of which H2 has little by itself. */
    private static DataSource inMemory() {
        JdbcDataSource fresh = new JdbcDataSource();
        fresh.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=600000");
        return fresh;
    }

    private SideEffectListener listener() {
        return new SideEffectListener() {
            @Override
            public CallObserver callStarted(String tool) {
                return finished::add;
            }

            @Override
            public void incident(Incident incident) {
                incidents.add(incident);
            }
        };
    }

    Kind kind() {
        return kind;
    }

    /** How often a method was entered. */
    AtomicInteger runs() {
        return runs;
    }

    /** Says what methods do from here on when their row is written. */
    void next(Runnable action) {
        next = action;
    }

    List<CallFinished> finished() {
        return finished;
    }

    List<Incident> incidents() {
        return incidents;
    }

    JdbcTemplate outside() {
        return outside;
    }

    int count(String from) {
        Integer count = outside.queryForObject("SELECT COUNT(*) FROM " + from, Integer.class);
        return count == null ? -1 : count;
    }

    interface Calls<T> {
        void on(T started) throws Exception;
    }

    void run(Calls<Journal> calls) {
        context(context -> calls.on(context.getBean(Journal.class)));
    }

    void context(Calls<AssertableApplicationContext> calls, String... properties) {
        runner.withPropertyValues(properties).run(context -> {
            assertThat(context).hasNotFailed();
            calls.on(context);
        });
    }
}
