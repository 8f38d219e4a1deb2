package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.InMemoryEffectStore;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import reactor.core.publisher.Mono;

/** Arguments that their caller changes between the claim and the method. */
class ChangedArgumentsTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final Ledger ledger = new Ledger();

    private final PaymentOrder order = new PaymentOrder("a-1", 10);

    /** What happens while the store is asked. */
    private volatile Runnable meanwhile = () -> {};

    private final ApplicationContextRunner application = Applications.withoutStore()
            .withBean(Ledger.class, () -> ledger)
            .withBean(EffectStore.class, this::slowStore)
            .withBean(Till.class);

    /** Its claims take their time. */
    private EffectStore slowStore() {
        InMemoryEffectStore memory = new InMemoryEffectStore();
        return (EffectStore) Proxy.newProxyInstance(
                EffectStore.class.getClassLoader(), new Class<?>[] {EffectStore.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    } finally {
                        if (method.getName().equals("claim")) {
                            meanwhile.run();
                        }
                    }
                });
    }

    private void refused(Callable<?> call) {
        assertThatThrownBy(() -> asTenant(() -> {
                    try {
                        return call.call();
                    } catch (ExecutionException e) {
                        throw (Exception) Objects.requireNonNull(e.getCause());
                    }
                }))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        e -> assertThat(e.toMap())
                                .containsEntry("code", "ArgumentsChanged")
                                .containsEntry("next_action", "fix_arguments"));
        assertThat(ledger.effects()).isEmpty();
        meanwhile = () -> {};
    }

    /** Approval 1 stands for 10, and nothing has been done under it. */
    private void thenPaysTen(Callable<?> call) throws Exception {
        order.setApproval("a-1");
        order.setAmount(10);
        Object paid = asTenant(call);
        assertThat(paid).isEqualTo("paid 10");
        assertThat(asTenant(call)).isEqualTo(paid);
        assertThat(ledger.effects()).containsExactly("paid 10");
    }

    @Test
    void case_84_aMonosArgumentsAreThoseThatWereClaimed() {
        application.run(context -> {
            Till till = context.getBean(Till.class);
            meanwhile = () -> order.setAmount(20);
            refused(() -> till.payAtTillInMono(order).block(SOON));
            thenPaysTen(() -> till.payAtTillInMono(order).block(SOON));
        });
    }

    @Test
    void case_84_aFuturesArgumentsAreThoseThatWereClaimed() {
        application.run(context -> {
            Till till = context.getBean(Till.class);
            meanwhile = () -> order.setAmount(20);
            refused(() -> till.payAtTillLater(order).get(30, TimeUnit.SECONDS));
            thenPaysTen(() -> till.payAtTillLater(order).get(30, TimeUnit.SECONDS));
        });
    }

    @Test
    void case_84_aPlainCallsArgumentsAreThoseThatWereClaimed() {
        application.run(context -> {
            Till till = context.getBean(Till.class);
            meanwhile = () -> order.setAmount(20);
            refused(() -> till.payAtTill(order));
            thenPaysTen(() -> till.payAtTill(order));
        });
    }

    @Test
    void case_84_aPartOfTheKeyThatTheFingerprintDoesNotShow() {
        application.run(context -> {
            Till till = context.getBean(Till.class);
            meanwhile = () -> order.setApproval("a-2");
            refused(() -> till.payAmountAtTill(order));
            thenPaysTen(() -> till.payAmountAtTill(order));
        });
    }

    @Test
    void case_84_aLocalTransactionsArgumentsAreThoseThatWereClaimed() throws IOException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        DataSource slow = new DelegatingDataSource(database) {
            @Override
            public Connection getConnection() throws SQLException {
                meanwhile.run();
                return super.getConnection();
            }
        };
        new JdbcTemplate(database)
                .execute(new ClassPathResource("dev/retrysafe/jdbc/h2/V1__retrysafe.sql")
                        .getContentAsString(StandardCharsets.UTF_8));
        new JdbcTemplate(database).execute("CREATE TABLE payment (amount BIGINT NOT NULL)");
        Applications.withoutStore()
                .withBean(DataSource.class, () -> slow)
                .withBean(JdbcTemplate.class, () -> new JdbcTemplate(slow))
                .withBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(slow))
                .withBean(Ledger.class, () -> ledger)
                .withBean(Books.class)
                .run(context -> {
                    Books books = context.getBean(Books.class);
                    meanwhile = () -> order.setAmount(20);
                    refused(() -> books.bookPayment(order));
                    assertThat(new JdbcTemplate(database)
                                    .queryForObject("SELECT COUNT(*) FROM retrysafe_record", Integer.class))
                            .isZero();
                    thenPaysTen(() -> books.bookPayment(order));
                });
    }

    static class Till {

        private final Ledger ledger;

        Till(Ledger ledger) {
            this.ledger = ledger;
        }

        private String paid(PaymentOrder order) {
            String paid = "paid " + order.getAmount();
            ledger.effect(paid);
            return paid;
        }

        @SideEffect(key = "{ctx.tenant}:{order.approval}", fingerprint = "*")
        public String payAtTill(PaymentOrder order) {
            return paid(order);
        }

        @SideEffect(key = "{ctx.tenant}:{order.approval}", fingerprint = "order.amount")
        public String payAmountAtTill(PaymentOrder order) {
            return paid(order);
        }

        @SideEffect(key = "{ctx.tenant}:{order.approval}", fingerprint = "*")
        public CompletableFuture<String> payAtTillLater(PaymentOrder order) {
            return CompletableFuture.supplyAsync(() -> paid(order));
        }

        @SideEffect(key = "{ctx.tenant}:{order.approval}", fingerprint = "*")
        public Mono<String> payAtTillInMono(PaymentOrder order) {
            return Mono.fromSupplier(() -> paid(order));
        }
    }

    static class Books {

        private final JdbcTemplate jdbc;

        private final Ledger ledger;

        Books(JdbcTemplate jdbc, Ledger ledger) {
            this.jdbc = jdbc;
            this.ledger = ledger;
        }

        @SideEffect(key = "{ctx.tenant}:{order.approval}", fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION)
        public String bookPayment(PaymentOrder order) {
            jdbc.update("INSERT INTO payment (amount) VALUES (?)", order.getAmount());
            ledger.effect("paid " + order.getAmount());
            return "paid " + order.getAmount();
        }
    }
}
