package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.SideEffect;
import jakarta.validation.constraints.NotBlank;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.validation.annotation.Validated;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Advice inside the protected attempt that enters the method more than once. */
@ExtendWith(OutputCaptureExtension.class)
class SecondEntryTest {

    private final VendorServer vendor = new VendorServer();

    private final ApplicationContextRunner application =
            Applications.inMemory().withBean(VendorServer.class, () -> vendor).withBean(Shop.class);

    @AfterEach
    void close() {
        vendor.close();
    }

    private static void isInDoubt(Callable<?> call) {
        assertThatThrownBy(() -> asTenant(call)).isInstanceOf(SideEffectInDoubtException.class);
    }

    private static void isEnteredTwice(Callable<?> call) {
        assertThatThrownBy(() -> asTenant(call)).isInstanceOfSatisfying(SideEffectInDoubtException.class, e -> {
            assertThat(e.code()).isEqualTo("EnteredTwice");
            assertThat(e.toMap()).containsEntry("status", "in_doubt").containsEntry("next_action", "ask_a_human");
        });
    }

    /** What an aspect makes of the refusal. */
    enum Makes {
        NOTHING,
        A_RESULT,
        ANOTHER_EXCEPTION
    }

    @ParameterizedTest
    @EnumSource(Makes.class)
    void case_67_aSecondEntryIsRefusedWhateverTheAspectMakesOfIt(Makes of) {
        vendor.failures = 1_000;
        application.withBean(Resilience.class, () -> new Resilience(of)).run(context -> {
            Shop shop = context.getBean(Shop.class);
            if (of == Makes.ANOTHER_EXCEPTION) {
                assertThatThrownBy(() -> asTenant(() -> shop.buy("o-1")))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("gave up");
            } else {
                isEnteredTwice(() -> shop.buy("o-1"));
            }
            isInDoubt(() -> shop.buy("o-1"));
            assertThat(vendor.ledger()).containsExactly("o-1");
        });
    }

    @Test
    void case_67_aSecondEntryIsRefusedAfterASuccessToo() {
        application.withBean(Hedge.class).run(context -> {
            Shop shop = context.getBean(Shop.class);
            isEnteredTwice(() -> shop.buy("o-1"));
            isInDoubt(() -> shop.buy("o-1"));
            assertThat(vendor.ledger()).containsExactly("o-1");
        });
    }

    /** Made while another bean is: its proxy is handed out before it is complete. */
    @Test
    void case_67_ofABeanThatWasHandedOutEarly() {
        vendor.failures = 1_000;
        application
                .withBean(Resilience.class, () -> new Resilience(Makes.NOTHING))
                .withAllowCircularReferences(true)
                .withUserConfiguration(Circle.class)
                .run(context -> {
                    Clerk clerk = context.getBean(Clerk.class);
                    isEnteredTwice(() -> clerk.shop.buy("o-1"));
                    assertThat(vendor.ledger()).containsExactly("o-1");
                });
    }

    @Test
    void case_67_ofABeanThatIsMadeAnewEachTime() {
        vendor.failures = 1_000;
        Applications.inMemory()
                .withBean(VendorServer.class, () -> vendor)
                .withBean(Resilience.class, () -> new Resilience(Makes.NOTHING))
                .withBean(Shop.class, () -> new Shop(vendor), bean -> bean.setScope("prototype"))
                .run(context -> {
                    isEnteredTwice(() -> context.getBean(Shop.class).buy("o-1"));
                    isInDoubt(() -> context.getBean(Shop.class).buy("o-1"));
                    assertThat(vendor.ledger()).containsExactly("o-1");
                });
    }

    /** Behind transactions, and behind validation where that cannot be moved. */
    @Test
    void theGuardIsTheLastOfTheChain() {
        application
                .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .withBean(ValidatedShop.class)
                .withBean(Resilience.class, () -> new Resilience(Makes.NOTHING))
                .withUserConfiguration(Transactions.class)
                .run(context -> {
                    Advisor[] advisors = ((Advised) context.getBean(ValidatedShop.class)).getAdvisors();
                    assertThat(advisors).hasSizeGreaterThan(4);
                    assertThat(advisors[advisors.length - 1].getAdvice()).isInstanceOf(EntryGuard.class);
                    assertThat(advisors)
                            .extracting(Advisor::getAdvice)
                            .filteredOn(EntryGuard.class::isInstance)
                            .hasSize(1);
                });
    }

    @Test
    void case_67_ofALocalTransaction() throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        JdbcTemplate rows = new JdbcTemplate(database);
        rows.execute(new ClassPathResource("dev/retrysafe/jdbc/h2/V1__retrysafe.sql")
                .getContentAsString(StandardCharsets.UTF_8));
        rows.execute("CREATE TABLE purchase (name VARCHAR(80) NOT NULL)");
        Applications.withoutStore()
                .withBean(DataSource.class, () -> database)
                .withBean(JdbcTemplate.class, () -> rows)
                .withBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(database))
                .withBean(Hedge.class)
                .withBean(Purchases.class)
                .run(context -> {
                    Purchases purchases = context.getBean(Purchases.class);
                    assertThatThrownBy(() -> asTenant(() -> purchases.enterPurchase("o-1")))
                            .isInstanceOfSatisfying(
                                    SideEffectRejectedException.class,
                                    e -> assertThat(e)
                                            .hasMessageContaining("Nothing was done")
                                            .extracting(SideEffectRejectedException::code)
                                            .isEqualTo("EnteredTwice"));
                    assertThat(rows.queryForObject("SELECT COUNT(*) FROM purchase", Integer.class))
                            .isZero();
                    assertThat(rows.queryForObject("SELECT COUNT(*) FROM retrysafe_record", Integer.class))
                            .isZero();
                });
    }

    @Test
    void case_67_onAnotherThread() {
        vendor.failures = 1_000;
        application.withBean(Elsewhere.class).run(context -> {
            Shop shop = context.getBean(Shop.class);
            isEnteredTwice(() -> shop.buy("o-1"));
            isInDoubt(() -> shop.buy("o-1"));
            assertThat(vendor.ledger()).containsExactly("o-1");
        });
    }

    @Test
    void case_67_ofATypeThatProvesNothingElse() {
        vendor.failures = 1_000;
        application
                .withBean(Resilience.class, () -> new Resilience(Makes.ANOTHER_EXCEPTION))
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    assertThatThrownBy(() -> asTenant(() -> shop.buyOrNot("o-1")))
                            .hasMessage("gave up");
                    isInDoubt(() -> shop.buyOrNot("o-1"));
                    assertThat(vendor.ledger()).containsExactly("o-1");
                });
    }

    @Test
    void case_67_ofAMethodThatReturnsAFuture() {
        vendor.failures = 1_000;
        application
                .withBean(Resilience.class, () -> new Resilience(Makes.NOTHING))
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    isEnteredTwice(() -> unwrapped(() -> shop.buyLater("o-1").get(30, TimeUnit.SECONDS)));
                    isInDoubt(() -> unwrapped(() -> shop.buyLater("o-1").get(30, TimeUnit.SECONDS)));
                    assertThat(vendor.ledger()).containsExactly("o-1");
                });
    }

    @ParameterizedTest
    @EnumSource(MonoRetry.How.class)
    void case_67_ofAMethodThatReturnsAMono(MonoRetry.How how) {
        vendor.failures = 1_000;
        application.withBean(MonoRetry.class, () -> new MonoRetry(how)).run(context -> {
            Shop shop = context.getBean(Shop.class);
            isEnteredTwice(() -> shop.buyInMono("o-1").block(Duration.ofSeconds(30)));
            isInDoubt(() -> shop.buyInMono("o-1").block(Duration.ofSeconds(30)));
            assertThat(vendor.ledger()).containsExactly("o-1");
        });
    }

    @Test
    void case_67_anAspectByThatNameWhichEntersOnceIsOnlyWarnedOf(CapturedOutput output) {
        application.withBean(RetryCounterMetrics.class).run(context -> {
            assertThat(context).hasNotFailed();
            Shop shop = context.getBean(Shop.class);
            String first = asTenant(() -> shop.buy("o-1"));
            assertThat(asTenant(() -> shop.buy("o-1"))).isEqualTo(first);
            assertThat(vendor.ledger()).containsExactly("o-1");
            assertThat(output.getAll().lines().filter(line -> line.contains(RetryCounterMetrics.class.getName())))
                    .singleElement()
                    .asString()
                    .contains("WARN", Shop.class.getName() + ".buy", "RetrysafeOrder.INTERCEPTOR - 1");
        });
    }

    private static <T> T unwrapped(Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (ExecutionException e) {
            throw (Exception) Objects.requireNonNull(e.getCause());
        }
    }

    /** Tries three times, and sorts inside. */
    @Aspect
    static class Resilience {

        private final Makes makes;

        Resilience(Makes makes) {
            this.makes = makes;
        }

        @Around("@annotation(dev.retrysafe.annotation.SideEffect)")
        @Nullable
        Object around(ProceedingJoinPoint call) throws Throwable {
            Throwable last = new AssertionError();
            for (int i = 0; i < 3; i++) {
                try {
                    Object result = call.proceed();
                    return result instanceof CompletableFuture<?> future
                            ? future.exceptionallyCompose(failed -> again(call))
                            : result;
                } catch (RuntimeException e) {
                    last = e;
                }
            }
            return switch (makes) {
                case NOTHING -> throw last;
                case A_RESULT -> "a fallback";
                case ANOTHER_EXCEPTION -> throw new IllegalStateException("gave up", last);
            };
        }

        private static <T> CompletableFuture<T> again(ProceedingJoinPoint call) {
            try {
                @SuppressWarnings("unchecked")
                CompletableFuture<T> future = (CompletableFuture<T>) call.proceed();
                return future;
            } catch (Throwable t) {
                return CompletableFuture.failedFuture(t);
            }
        }
    }

    /** Enters twice although the first entry succeeded, and keeps quiet about what came of the second. */
    @Aspect
    static class Hedge {

        @Around("@annotation(dev.retrysafe.annotation.SideEffect)")
        Object around(ProceedingJoinPoint call) throws Throwable {
            Object result = call.proceed();
            try {
                return call.proceed();
            } catch (SideEffectRejectedException e) {
                assertThat(e.code()).isEqualTo("EnteredTwice");
                return result;
            }
        }
    }

    /** Enters on a thread that knows of no tool. */
    @Aspect
    static class Elsewhere {

        @Around("execution(* dev.retrysafe.spring.SecondEntryTest.Shop.buy(..))")
        @Nullable
        Object around(ProceedingJoinPoint call) {
            CompletableFuture<@Nullable Object> result = CompletableFuture.supplyAsync(() -> proceed(call))
                    .exceptionallyCompose(failed -> CompletableFuture.supplyAsync(() -> proceed(call)));
            try {
                return result.join();
            } catch (CompletionException e) {
                throw (RuntimeException) Objects.requireNonNull(e.getCause());
            }
        }

        private static @Nullable Object proceed(ProceedingJoinPoint call) {
            try {
                return call.proceed();
            } catch (RuntimeException e) {
                throw e;
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }
    }

    @Aspect
    static class MonoRetry {

        enum How {
            SUBSCRIBES_AGAIN,
            SUBSCRIBES_TO_THE_SAME_AGAIN,
            ON_ANOTHER_THREAD
        }

        private final How how;

        MonoRetry(How how) {
            this.how = how;
        }

        @Around("execution(* dev.retrysafe.spring.SecondEntryTest.Shop.buyInMono(..))")
        Object around(ProceedingJoinPoint call) {
            return switch (how) {
                case SUBSCRIBES_AGAIN -> Mono.defer(() -> proceed(call)).retry(2);
                case SUBSCRIBES_TO_THE_SAME_AGAIN -> proceed(call).retry(2);
                case ON_ANOTHER_THREAD ->
                    Mono.defer(() -> proceed(call))
                            .subscribeOn(Schedulers.boundedElastic())
                            .retry(2);
            };
        }

        private static Mono<?> proceed(ProceedingJoinPoint call) {
            try {
                return (Mono<?>) call.proceed();
            } catch (Throwable t) {
                return Mono.error(t);
            }
        }
    }

    /** Retries nothing. */
    @Aspect
    static class RetryCounterMetrics {

        private final AtomicInteger calls = new AtomicInteger();

        @Around("execution(* dev.retrysafe.spring.SecondEntryTest.Shop.buy(..))")
        @Nullable
        Object around(ProceedingJoinPoint call) throws Throwable {
            calls.incrementAndGet();
            return call.proceed();
        }
    }

    static class Shop {

        private final VendorServer vendor;

        Shop(VendorServer vendor) {
            this.vendor = vendor;
        }

        @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
        public String buy(String order) {
            return vendor.post(order);
        }

        /** Declares what the aspect throws in the end: it does not speak of the first entry. */
        @SideEffect(
                key = "{ctx.tenant}:{order}",
                fingerprint = "*",
                failures = @Failures(noEffect = IllegalStateException.class))
        public String buyOrNot(String order) {
            return vendor.post(order);
        }

        @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
        public CompletableFuture<String> buyLater(String order) {
            return vendor.postLater(order);
        }

        @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
        public Mono<String> buyInMono(String order) {
            return Mono.fromFuture(() -> vendor.postLater(order));
        }
    }

    static class Clerk {

        private final Shop shop;

        Clerk(Shop shop) {
            this.shop = shop;
        }
    }

    /** The shop needs the clerk, who needs the shop. */
    static class CircularShop extends Shop {

        CircularShop(VendorServer vendor) {
            super(vendor);
        }

        @Autowired
        void employ(Clerk clerk) {
            assertThat(clerk.shop).isNotNull();
        }
    }

    @Configuration
    static class Circle {

        @Bean
        @Primary
        CircularShop circularShop(VendorServer vendor) {
            return new CircularShop(vendor);
        }

        @Bean
        Clerk clerk(CircularShop shop) {
            return new Clerk(shop);
        }
    }

    @Configuration
    @EnableTransactionManagement
    static class Transactions {

        @Bean
        PlatformTransactionManager transactionManager() {
            return new JdbcTransactionManager(new JdbcDataSource());
        }
    }

    @Validated
    @Transactional
    static class ValidatedShop {

        private final VendorServer vendor;

        ValidatedShop(VendorServer vendor) {
            this.vendor = vendor;
        }

        @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
        public String buyByName(String order, @NotBlank String name) {
            return vendor.post(order);
        }
    }

    static class Purchases {

        private final JdbcTemplate jdbc;

        Purchases(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @SideEffect(key = "{ctx.tenant}:{name}", fingerprint = "*", mutation = Mutation.LOCAL_TRANSACTION)
        public int enterPurchase(String name) {
            return jdbc.update("INSERT INTO purchase (name) VALUES (?)", name);
        }
    }
}
