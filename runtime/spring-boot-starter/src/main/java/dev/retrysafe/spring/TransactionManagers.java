package dev.retrysafe.spring;

import dev.retrysafe.jdbc.TransactionSource;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;

/** Chooses the application's transaction manager for what is in the database of the records. */
final class TransactionManagers {

    private TransactionManagers() {}

    /** Asks for the manager only when a tool needs one: by then all of the application's are there. */
    static TransactionSource of(ListableBeanFactory beans, DataSource dataSource) {
        return new SpringTransactions(() -> choose(beans, dataSource), dataSource);
    }

    private static PlatformTransactionManager choose(ListableBeanFactory beans, DataSource dataSource) {
        PlatformTransactionManager only =
                beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
        if (only != null) {
            return only;
        }
        Map<String, PlatformTransactionManager> all = beans.getBeansOfType(PlatformTransactionManager.class);
        if (all.isEmpty()) {
            throw new IllegalStateException("there is no PlatformTransactionManager bean whose transaction effect and"
                    + " receipt could share. Define one for the DataSource, for instance by adding"
                    + " spring-boot-starter-jdbc, or use another class of mutation.");
        }
        List<PlatformTransactionManager> covering = all.values().stream()
                .filter(manager -> SpringTransactions.covers(manager, dataSource))
                .toList();
        if (covering.size() != 1) {
            throw new IllegalStateException("of the PlatformTransactionManager beans ("
                    + String.join(", ", all.keySet()) + ") " + (covering.isEmpty() ? "none is" : "several are")
                    + " for the store's DataSource. Mark the one that the tools' transactions are of with @Primary.");
        }
        return covering.get(0);
    }
}
