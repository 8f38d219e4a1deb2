package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.NoEffect;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.SideEffectListener;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.validation.annotation.Validated;

/** Where the interceptor stands among others: inside async, retry, security and validation; outside transactions. */
class ChainOrderTest {

    private final Ledger ledger = new Ledger();

    private final Events events = new Events();

    private final ApplicationContextRunner application =
            Applications.inMemory(ledger).withBean(Events.class, () -> events);

    @Test
    void outsideTransactionsAndInsideSecurity() {
        application
                .withUserConfiguration(Surroundings.class)
                .withBean(Clinic.class)
                .run(context -> {
                    Clinic clinic = context.getBean(Clinic.class);

                    asTenant(() -> clinic.book("p-1"));
                    asTenant(() -> clinic.book("p-1"));

                    assertThat(events.all())
                            .containsExactly(
                                    "authorize",
                                    "call",
                                    "begin",
                                    "method",
                                    "commit",
                                    "execute",
                                    "authorize",
                                    "call",
                                    "replay");
                });
    }

    @Test
    void insideAsync() {
        application.withUserConfiguration(Tasks.class).withBean(Clinic.class).run(context -> {
            Clinic clinic = context.getBean(Clinic.class);

            String first = clinic.bookFor("acme", "p-1").get(60, TimeUnit.SECONDS);
            String second = clinic.bookFor("acme", "p-1").get(60, TimeUnit.SECONDS);

            assertThat(second).isEqualTo(first).startsWith("booking-1 on task-");
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void case_35_insideARetryThatStandsOnTheTool() {
        application.withUserConfiguration(Retries.class).withBean(Clinic.class).run(context -> {
            Clinic clinic = context.getBean(Clinic.class);

            assertThatThrownBy(() -> asTenant(() -> clinic.bookAndFail("p-1")))
                    .isInstanceOf(SideEffectInDoubtException.class);

            assertThat(ledger.effects()).hasSize(1);
            assertThat(events.all()).startsWith("call", "in_doubt", "call", "in_doubt", "call");
        });
    }

    @Test
    void case_35_aRetryAfterAProofThatNothingHappenedRunsAgain() {
        application.withUserConfiguration(Retries.class).withBean(Clinic.class).run(context -> {
            Clinic clinic = context.getBean(Clinic.class);

            String booked = asTenant(() -> clinic.bookAtLast("p-1"));

            assertThat(booked).isEqualTo("booking-1");
            assertThat(events.all()).containsExactly("call", "method", "execute", "call", "method", "execute");
        });
    }

    @Test
    void case_35_aRetryOfOnesOwnInsideIsRefused() {
        application
                .withUserConfiguration(RetryInside.class)
                .withBean(Clinic.class)
                .run(context -> {
                    Clinic clinic = context.getBean(Clinic.class);
                    assertThatThrownBy(() -> asTenant(() -> clinic.bookAndFail("p-1")))
                            .isInstanceOfSatisfying(
                                    SideEffectInDoubtException.class,
                                    e -> assertThat(e.code()).isEqualTo("EnteredTwice"));
                    assertThat(ledger.effects()).hasSize(1);
                });
    }

    @Test
    void case_35_aRetryOfOnesOwnOutsideIsNot() {
        application
                .withUserConfiguration(RetryOutside.class)
                .withBean(Clinic.class)
                .run(context -> {
                    Clinic clinic = context.getBean(Clinic.class);
                    assertThatThrownBy(() -> asTenant(() -> clinic.bookAndFail("p-1")))
                            .isInstanceOf(SideEffectInDoubtException.class);
                    assertThat(ledger.effects()).hasSize(1);
                });
    }

    @Test
    void insideValidation() {
        application
                .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
                .withBean(ValidatedClinic.class)
                .run(context -> {
                    ValidatedClinic clinic = context.getBean(ValidatedClinic.class);

                    assertThatThrownBy(() -> asTenant(() -> clinic.bookByName("p-1", " ")))
                            .isInstanceOf(ConstraintViolationException.class);
                    assertThat(events.all()).isEmpty();

                    assertThat(asTenant(() -> clinic.bookByName("p-1", "Ada"))).isEqualTo("booking-1");
                });
    }

    /** What happened, in order. */
    static class Events implements SideEffectListener {

        private final List<String> all = new CopyOnWriteArrayList<>();

        void add(String event) {
            all.add(event);
        }

        List<String> all() {
            return List.copyOf(all);
        }

        @Override
        public CallObserver callStarted(String tool) {
            add("call");
            return this::finished;
        }

        private void finished(CallFinished call) {
            add(call.decision().word());
        }
    }

    static class Clinic {

        private final Ledger ledger;

        private final Events events;

        private int calls;

        Clinic(Ledger ledger, Events events) {
            this.ledger = ledger;
            this.events = events;
        }

        @SideEffect(key = "{ctx.tenant}:{patient}", fingerprint = "*")
        public String book(String patient) {
            events.add("method");
            return ledger.numbered("booking");
        }

        @Async
        @SideEffect(key = "{tenantId}:{patient}", fingerprint = "*")
        public CompletableFuture<String> bookFor(String tenantId, String patient) {
            return CompletableFuture.completedFuture(
                    ledger.numbered("booking") + " on " + Thread.currentThread().getName());
        }

        @Retryable(maxRetries = 2, delay = 1)
        @SideEffect(key = "{ctx.tenant}:{patient}", fingerprint = "*")
        public String bookAndFail(String patient) {
            ledger.effect("booking");
            throw new IllegalStateException("the answer was lost");
        }

        @Retryable(maxRetries = 2, delay = 1)
        @SideEffect(key = "{ctx.tenant}:{patient}", fingerprint = "*")
        public String bookAtLast(String patient) {
            events.add("method");
            if (calls++ == 0) {
                throw new NotSentException();
            }
            return ledger.numbered("booking");
        }
    }

    @Validated
    static class ValidatedClinic {

        private final Ledger ledger;

        ValidatedClinic(Ledger ledger) {
            this.ledger = ledger;
        }

        @SideEffect(key = "{ctx.tenant}:{patient}", fingerprint = "*")
        public String bookByName(String patient, @NotBlank String name) {
            return ledger.numbered("booking");
        }
    }

    static class NotSentException extends RuntimeException implements NoEffect {
        private static final long serialVersionUID = 1L;
    }

    @Configuration
    static class Surroundings {

        private static final AnnotationMatchingPointcut TOOLS =
                AnnotationMatchingPointcut.forMethodAnnotation(SideEffect.class);

        /** As Spring Security's, in the middle of its orders. */
        @Bean
        static DefaultPointcutAdvisor security(Events events) {
            return advisor(200, call -> {
                events.add("authorize");
                return call.proceed();
            });
        }

        /** As Spring's own for transactions. */
        @Bean
        static DefaultPointcutAdvisor transactions(Events events) {
            return advisor(Ordered.LOWEST_PRECEDENCE, call -> {
                events.add("begin");
                Object result = call.proceed();
                events.add("commit");
                return result;
            });
        }

        private static DefaultPointcutAdvisor advisor(int order, MethodInterceptor interceptor) {
            DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(TOOLS, interceptor);
            advisor.setOrder(order);
            return advisor;
        }
    }

    @Configuration
    @EnableAsync
    static class Tasks {

        @Bean
        SimpleAsyncTaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor("task-");
        }
    }

    @Configuration
    @EnableResilientMethods
    static class Retries {}

    @Aspect
    static class RetryAspect {

        @Around("@annotation(org.springframework.resilience.annotation.Retryable)")
        Object twice(ProceedingJoinPoint call) throws Throwable {
            try {
                return call.proceed();
            } catch (IllegalStateException e) {
                return call.proceed();
            }
        }
    }

    @Configuration
    static class RetryInside {

        @Bean
        RetryAspect retries() {
            return new RetryAspect();
        }
    }

    @Aspect
    @Order(RetrysafeOrder.INTERCEPTOR - 1)
    static class OuterRetryAspect extends RetryAspect {}

    @Configuration
    static class RetryOutside {

        @Bean
        OuterRetryAspect retries() {
            return new OuterRetryAspect();
        }
    }
}
