package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static dev.retrysafe.spring.Applications.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectStoreException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.tool.ToolDefinitionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/** Tools whose rows and records are committed together, in Spring's transactions. */
class LocalTransactionsTest {

    private final DataSource database = database();

    private final JdbcTemplate outside = new JdbcTemplate(database);

    private final ApplicationContextRunner withoutManager = Applications.withoutStore()
            .withUserConfiguration(Transactions.class)
            .withBean(DataSource.class, () -> database)
            .withBean(JdbcTemplate.class, () -> new JdbcTemplate(database))
            .withBean(Books.class);

    private final ApplicationContextRunner application =
            withoutManager.withBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(database));

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Transactions {}

    /** A fresh database, asked for while this object is made. */
    DataSource database() {
        JdbcDataSource fresh = new JdbcDataSource();
        fresh.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return fresh;
    }

    /** The directory of its migration script. */
    String migration() {
        return "h2";
    }

    @BeforeEach
    void createTables() {
        try {
            outside.execute(new ClassPathResource("dev/retrysafe/jdbc/" + migration() + "/V1__retrysafe.sql")
                    .getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        outside.execute("CREATE TABLE entry (id VARCHAR(80) NOT NULL)");
    }

    private interface Calls {
        void on(Books books) throws Exception;
    }

    private void run(Calls calls) {
        application.run(context -> calls.on(context.getBean(Books.class)));
    }

    private int count(String from) {
        Integer count = outside.queryForObject("SELECT COUNT(*) FROM " + from, Integer.class);
        return count == null ? -1 : count;
    }

    @Test
    void rowAndReceiptAreThereTogether() {
        run(books -> {
            assertThat(asTenant(() -> books.addEntry("e-1", "fine"))).isEqualTo(1);
            assertThat(asTenant(() -> books.addEntry("e-1", "fine"))).isEqualTo(1);
            assertThat(count("entry")).isEqualTo(1);
            assertThat(count("retrysafe_record")).isEqualTo(1);
        });
    }

    @Test
    void anExceptionRollsBothBack() {
        run(books -> {
            for (int i = 1; i <= 2; i++) {
                assertThatThrownBy(() -> asTenant(() -> books.addEntry("e-1", "fails")))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("no such account");
                assertThat(count("entry")).isZero();
                assertThat(count("retrysafe_record")).isZero();
                assertThat(books.runs()).isEqualTo(i);
            }
        });
    }

    @Test
    void aTransactionalMethodJoins() {
        run(books -> {
            assertThatThrownBy(() -> asTenant(() -> books.bookInTransaction("e-1", "fails")))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(count("entry")).isZero();
            assertThat(asTenant(() -> books.bookInTransaction("e-1", "fine"))).isEqualTo(2);
            assertThat(asTenant(() -> books.bookInTransaction("e-1", "fine"))).isEqualTo(2);
            assertThat(count("entry")).isEqualTo(1);
            assertThat(count("retrysafe_record")).isEqualTo(1);
        });
    }

    /** A checked exception, for which Spring alone would commit. */
    @Test
    void aFinalFailureIsStoredAndItsRowsAreNot() {
        run(books -> {
            for (int i = 1; i <= 2; i++) {
                assertThatThrownBy(() -> asTenant(() -> books.bookInTransaction("e-1", "closed")))
                        .isInstanceOf(Books.ClosedException.class)
                        .hasMessage("the books are closed");
            }
            assertThat(books.runs()).isEqualTo(1);
            assertThat(count("entry")).isZero();
            assertThat(count("retrysafe_record")).isEqualTo(1);
        });
    }

    @Test
    void aTransactionMarkedRollbackOnlyIsToldAndARetryExecutes() {
        run(books -> {
            for (int i = 1; i <= 2; i++) {
                assertThatThrownBy(() -> asTenant(() -> books.bookInTransaction("e-1", "rollback-only")))
                        .isInstanceOfSatisfying(SideEffectStoreException.class, e -> {
                            assertThat(e.code()).isEqualTo("RolledBack");
                            assertThat(e.retryable()).isTrue();
                            assertThat(e.toMap()).containsEntry("next_action", "retry_later");
                        })
                        .hasMessageContaining("marked to be rolled back");
                assertThat(books.runs()).isEqualTo(i);
            }
            assertThat(count("entry")).isZero();
            assertThat(count("retrysafe_record")).isZero();
        });
    }

    @Test
    void case_36_aCallersTransactionThatRollsBackLeavesRowAndReceipt() {
        application.run(context -> {
            Books books = context.getBean(Books.class);
            TransactionTemplate callers = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            Callable<Integer> call = () -> books.addEntry("e-1", "fine");
            assertThatThrownBy(() -> callers.execute(status -> {
                        int unused = outside.update("INSERT INTO entry (id) VALUES ('callers')");
                        try {
                            assertThat(asTenant(call)).isEqualTo(1);
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                        throw new IllegalStateException("the caller fails");
                    }))
                    .hasMessage("the caller fails");
            assertThat(asTenant(() -> SideEffects.observe(call)).replayed()).isTrue();
            assertThat(books.runs()).isEqualTo(1);
            assertThat(count("entry WHERE id = 'e-1'")).isEqualTo(1);
            assertThat(count("entry WHERE id = 'callers'")).isZero();
        });
    }

    /** Of any other class of mutation: the record outlives the rollback, because what was sent outlives it. */
    @Test
    void case_36_aTransactionalToolThatThrowsAfterItsRemoteCallIsInDoubt() {
        run(books -> {
            assertThatThrownBy(() -> asTenant(() -> books.sendAndFail("e-1")))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> asTenant(() -> books.sendAndFail("e-1")))
                    .isInstanceOf(SideEffectInDoubtException.class);
            assertThat(books.runs()).isEqualTo(1);
            assertThat(count("entry")).isZero();
        });
    }

    @Test
    void withoutAManagerTheApplicationDoesNotStart() {
        withoutManager.run(context -> assertThat(refusal(context, ToolDefinitionException.class))
                .hasMessageContaining("[retrysafe:UnsupportedByStore]")
                .hasMessageContaining("LOCAL_TRANSACTION")
                .hasMessageContaining("there is no PlatformTransactionManager bean"));
    }

    @Test
    void aManagerOfAnotherDatabaseDoesNotStart() {
        JdbcDataSource other = new JdbcDataSource();
        other.setURL("jdbc:h2:mem:" + UUID.randomUUID());
        withoutManager
                .withBean(PlatformTransactionManager.class, () -> new DataSourceTransactionManager(other))
                .run(context -> assertThat(refusal(context, ToolDefinitionException.class))
                        .hasMessageContaining("[retrysafe:UnsupportedByStore]")
                        .hasMessageContaining("are not of the store's DataSource"));
    }

    @Test
    void ofSeveralManagersTheOneOfTheStoresDatabaseIsTaken() {
        JdbcDataSource other = new JdbcDataSource();
        other.setURL("jdbc:h2:mem:" + UUID.randomUUID());
        withoutManager
                .withBean("other", PlatformTransactionManager.class, () -> new JdbcTransactionManager(other))
                .withBean("own", PlatformTransactionManager.class, () -> new JdbcTransactionManager(database))
                .run(context -> {
                    Books books = context.getBean(Books.class);
                    assertThat(asTenant(() -> books.addEntry("e-1", "fine"))).isEqualTo(1);
                    assertThat(count("entry")).isEqualTo(1);
                });
    }

    @Test
    void aMethodThatLeavesTheTransactionDoesNotStart() {
        application
                .withBean(Books.Apart.class)
                .run(context -> assertThat(refusal(context, NotInterceptedException.class))
                        .hasMessageContaining("bookApart")
                        .hasMessageContaining("REQUIRES_NEW")
                        .hasMessageContaining("apart from its receipt"));
    }
}
