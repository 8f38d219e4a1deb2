package dev.retrysafe.spring;

import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.spring.RetrysafeProperties.StoreKind;
import dev.retrysafe.store.EffectStore;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** The store in a database, for applications that have its module and a DataSource. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({JdbcEffectStore.class, DataSource.class})
class JdbcStoreConfiguration {

    private static final boolean SPRING_JDBC = ClassUtils.isPresent(
            "org.springframework.jdbc.datasource.ConnectionHolder", JdbcStoreConfiguration.class.getClassLoader());

    /** The table must have been created (by Flyway, say) before the store looks for it. */
    @Bean
    @DependsOnDatabaseInitialization
    StoreCandidate retrysafeJdbcCandidate(
            ListableBeanFactory beans, RetrysafeProperties properties, Environment environment) {
        return new JdbcCandidate(beans, new JdbcSettings(properties.jdbc(), new Settings(properties, environment)));
    }

    @Bean
    JdbcPurge retrysafeJdbcPurge(
            ObjectProvider<EffectStore> store, RetrysafeProperties properties, Environment environment) {
        return new JdbcPurge(store, new JdbcSettings(properties.jdbc(), new Settings(properties, environment)));
    }

    private record JdbcCandidate(ListableBeanFactory beans, JdbcSettings settings) implements StoreCandidate {

        @Override
        public StoreKind kind() {
            return StoreKind.JDBC;
        }

        @Override
        public String needs() {
            return "DataSource";
        }

        @Override
        public boolean available() {
            return sources().length > 0;
        }

        @Override
        public EffectStore create() {
            DataSource source = beans.getBeanProvider(DataSource.class).getIfUnique();
            if (source == null) {
                throw new StoreSelectionException(
                        "There are several DataSource beans (" + String.join(", ", sources())
                                + "), and records in one database do not protect from retries that ask the other.",
                        "Mark the one to keep records in with @Primary, or define an EffectStore bean:"
                                + " JdbcEffectStore.builder(dataSource).build().");
            }
            JdbcEffectStore.Builder store = JdbcEffectStore.builder(source);
            settings.applyTo(store);
            if (SPRING_JDBC) {
                store.localTransactions(TransactionManagers.of(beans, source));
            }
            return store.build();
        }

        private String[] sources() {
            return beans.getBeanNamesForType(DataSource.class, true, false);
        }
    }
}
