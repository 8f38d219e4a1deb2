package dev.retrysafe.spring;

import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.spring.RetrysafeProperties.StoreKind;
import dev.retrysafe.store.EffectStore;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store in a database, for applications that have its module and a DataSource. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({JdbcEffectStore.class, DataSource.class})
class JdbcStoreConfiguration {

    /** The table must have been created (by Flyway, say) before the store looks for it. */
    @Bean
    @DependsOnDatabaseInitialization
    StoreCandidate retrysafeJdbcCandidate(ListableBeanFactory beans) {
        return new JdbcCandidate(beans);
    }

    private record JdbcCandidate(ListableBeanFactory beans) implements StoreCandidate {

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
            return JdbcEffectStore.builder(source).build();
        }

        private String[] sources() {
            return beans.getBeanNamesForType(DataSource.class, true, false);
        }
    }
}
