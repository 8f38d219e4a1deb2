package dev.retrysafe.spring;

import dev.retrysafe.jdbc.TransactionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * Spring's transactions, for {@code LOCAL_TRANSACTION} tools: each runs in one of its own ({@code REQUIRES_NEW}), which its
 * {@code @Transactional} methods, {@code JdbcTemplate} and entity manager join, and in which its record is written. A
 * transaction of the caller's is suspended meanwhile, because a receipt must be durable before the caller gets its result.
 *
 * <p>The manager must show the connection of its transactions, as those for one DataSource and for JPA do; those for JTA do
 * not.
 */
public final class SpringTransactions implements TransactionSource {

    private final Supplier<PlatformTransactionManager> manager;

    private final DataSource dataSource;

    /**
     * Takes transactions from a manager.
     *
     * @param manager the manager of the tools' transactions
     * @param dataSource the DataSource of both that manager and the store
     */
    public SpringTransactions(PlatformTransactionManager manager, DataSource dataSource) {
        this(() -> manager, dataSource);
    }

    /** Asks for the manager when it is first needed: it may be made after the store. */
    SpringTransactions(Supplier<PlatformTransactionManager> manager, DataSource dataSource) {
        this.manager = SingletonSupplier.of(Objects.requireNonNull(manager, "manager"));
        this.dataSource = innermost(Objects.requireNonNull(dataSource, "dataSource"));
    }

    /** What a manager binds connections under. */
    private static DataSource innermost(DataSource source) {
        DataSource target =
                source instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? source : innermost(target);
    }

    @Override
    public void check(DataSource records) {
        if (innermost(records) != dataSource) {
            throw new IllegalStateException("its transactions come from another DataSource than the store's records:"
                    + " give SpringTransactions and JdbcEffectStore.builder the same one.");
        }
        PlatformTransactionManager asked = manager.get();
        if (!covers(asked, dataSource)) {
            throw notCovered(asked);
        }
    }

    private static IllegalStateException notCovered(PlatformTransactionManager manager) {
        return new IllegalStateException(
                "the transactions of " + manager.getClass().getName()
                        + " are not of the store's DataSource, or do not show its connection, so effect and receipt could not"
                        + " commit together. Use a manager for that DataSource (JdbcTransactionManager, JpaTransactionManager),"
                        + " or another class of mutation.");
    }

    /** Whether transactions of a manager are on connections of a DataSource: one is begun, and rolled back. */
    static boolean covers(PlatformTransactionManager manager, DataSource dataSource) {
        TransactionStatus probe = manager.getTransaction(definition(Duration.ofMinutes(1)));
        try {
            return connection(dataSource) != null;
        } finally {
            manager.rollback(probe);
        }
    }

    /** In whole seconds, of which there is one at least: what Spring counts is for the transaction as a whole. */
    private static TransactionDefinition definition(Duration atMost) {
        DefaultTransactionDefinition own =
                new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        own.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        own.setTimeout((int)
                Math.max(1, Math.min(Integer.MAX_VALUE, atMost.plusMillis(999).toSeconds())));
        own.setName("retrysafe");
        return own;
    }

    private static @Nullable Connection connection(DataSource dataSource) {
        return TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                ? holder.getConnection()
                : null;
    }

    @Override
    public Transaction begin(Duration atMost) {
        PlatformTransactionManager asked = manager.get();
        TransactionStatus status = asked.getTransaction(definition(atMost));
        Connection connection;
        try {
            connection = connection(dataSource);
        } catch (RuntimeException e) {
            asked.rollback(status);
            throw e;
        }
        if (connection == null) {
            asked.rollback(status);
            throw notCovered(asked);
        }
        Managed begun = new Managed(asked, status, connection);
        begun.hear();
        return begun;
    }

    /** Where the manager tells of the end of its transactions, as they do by default. */
    private static final class Managed implements Transaction, TransactionSynchronization {

        private final PlatformTransactionManager manager;

        private final TransactionStatus status;

        private final Connection connection;

        private @Nullable Restoring restoring;

        private boolean hears;

        private boolean committed;

        private Managed(PlatformTransactionManager manager, TransactionStatus status, Connection connection) {
            this.manager = manager;
            this.status = status;
            this.connection = connection;
        }

        private void hear() {
            hears = TransactionSynchronizationManager.isSynchronizationActive();
            if (hears) {
                TransactionSynchronizationManager.registerSynchronization(this);
            }
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public void whenOver(Restoring action) {
            restoring = action;
        }

        @Override
        public boolean isRollbackOnly() {
            return status.isRollbackOnly();
        }

        @Override
        public boolean commit() {
            restoreUnheard();
            manager.commit(status);
            return true;
        }

        /** Told before the connection is given back. Of an end that was no success Spring does not know what it was. */
        @Override
        public void afterCompletion(int end) {
            committed = end == STATUS_COMMITTED;
            restore();
        }

        @Override
        public boolean failedAfterCommit() {
            return committed;
        }

        @Override
        public void rollback() {
            restoreUnheard();
            try {
                if (!status.isCompleted()) {
                    manager.rollback(status);
                }
            } catch (RuntimeException e) {
                // The connection is broken, and the database ends its transaction; or what failed came after the
                // rollback.
            }
        }

        private void restoreUnheard() {
            if (!hears) {
                restore();
            }
        }

        private void restore() {
            Restoring action = restoring;
            restoring = null;
            if (action == null) {
                return;
            }
            try {
                action.run();
            } catch (SQLException | RuntimeException e) {
                abort();
            }
        }

        private void abort() {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException | RuntimeException e) {
                // It is broken already.
            }
        }
    }
}
