package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.CallContext;
import dev.retrysafe.Decision;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.observe.CallObserver;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.redis.RedisEffectStore;
import dev.retrysafe.store.EffectStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Public bug reports of libraries that do this job, in a Spring application on a real server. */
class CasesOnRedisTest {

    private static RealRedis redis;

    private final Ledger ledger = new Ledger();

    private final ApplicationContextRunner application = Applications.withoutStore()
            .withBean(Ledger.class, () -> ledger)
            .withBean(RedissonClient.class, () -> redis.client())
            .withUserConfiguration(PatientStore.class)
            .withBean(Decisions.class)
            .withBean(Bank.class);

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        redis = new RealRedis(directory, "appendonly yes");
    }

    @AfterAll
    static void stop() throws IOException {
        redis.close();
    }

    @Test
    void case_27_sixteenCallersAtOnce() {
        application.run(context -> {
            Bank bank = context.getBean(Bank.class);
            CyclicBarrier together = new CyclicBarrier(16);
            ExecutorService threads = Executors.newFixedThreadPool(16);
            try {
                List<Future<String>> answers = new ArrayList<>();
                for (int i = 0; i < 16; i++) {
                    answers.add(threads.submit(() -> {
                        together.await();
                        return asTenant(() -> bank.transfer("case-27", 7));
                    }));
                }
                for (Future<String> answer : answers) {
                    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("transfer-1");
                }
            } finally {
                threads.shutdown();
            }
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void case_29_aToolThatCallsItselfThroughItsProxy() {
        application.run(context -> {
            Bank bank = context.getBean(Bank.class);

            assertThatThrownBy(() -> asTenant(() -> bank.transferTwice("case-29")))
                    .isInstanceOfSatisfying(
                            SideEffectRejectedException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo("SelfCall"));

            // Refused at once, not when a lease or a wait had passed; and what the outer call had done is not repeated.
            assertThat(ledger.effects()).containsExactly("outer case-29");
            assertThatThrownBy(() -> asTenant(() -> bank.transferTwice("case-29")))
                    .isInstanceOf(SideEffectInDoubtException.class);
            assertThat(ledger.effects()).hasSize(1);
        });
    }

    @Test
    void case_35_anOuterRetryAfterALostAnswer() {
        application.withUserConfiguration(Retries.class).run(context -> {
            Bank bank = context.getBean(Bank.class);

            assertThatThrownBy(() -> asTenant(() -> bank.transferAndLoseTheAnswer("case-35")))
                    .isInstanceOf(SideEffectInDoubtException.class);

            assertThat(ledger.effects()).containsExactly("lost case-35");
        });
    }

    @Test
    void case_43_aFutureThatCompletesLater() {
        application.run(context -> {
            Bank bank = context.getBean(Bank.class);

            CompletableFuture<String> first = asTenant(() -> bank.settle("case-43a"));
            assertThat(first).isNotDone();
            bank.pending().complete("settled");

            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("settled");
            assertThat(asTenant(() -> bank.settle("case-43a")).get(60, TimeUnit.SECONDS))
                    .isEqualTo("settled");
            assertThat(ledger.effects()).containsExactly("settlement");
            assertThat(context.getBean(Decisions.class).all).containsExactly(Decision.EXECUTE, Decision.REPLAY);
        });
    }

    @Test
    void case_43_aFutureThatFailsLater() {
        application.run(context -> {
            Bank bank = context.getBean(Bank.class);

            CompletableFuture<String> first = asTenant(() -> bank.settle("case-43b"));
            bank.pending().completeExceptionally(new IOException("reset"));

            assertThatThrownBy(() -> first.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseExactlyInstanceOf(IOException.class);
            CompletableFuture<String> second = asTenant(() -> bank.settle("case-43b"));
            assertThatThrownBy(() -> second.get(60, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(SideEffectInDoubtException.class);
            assertThat(ledger.effects()).containsExactly("settlement");
        });
    }

    @Test
    void case_43_aFutureThatItsCallerCancels() {
        application.run(context -> {
            Bank bank = context.getBean(Bank.class);

            CompletableFuture<String> first = asTenant(() -> bank.settle("case-43c"));
            assertThat(first.cancel(true)).isTrue();
            assertThatThrownBy(first::join).isInstanceOf(CancellationException.class);
            assertThat(bank.pending()).isNotDone();
            bank.pending().complete("settled");

            await().untilAsserted(() ->
                    assertThat(context.getBean(Decisions.class).all).containsExactly(Decision.EXECUTE));
            assertThat(asTenant(() -> bank.settle("case-43c")).get(60, TimeUnit.SECONDS))
                    .isEqualTo("settled");
            assertThat(ledger.effects()).containsExactly("settlement");
        });
    }

    @Test
    void case_43_throughAsync() {
        application.withUserConfiguration(Tasks.class).run(context -> {
            Bank bank = context.getBean(Bank.class);

            CompletableFuture<String> first = bank.settleAside("acme", "case-43d");
            CompletableFuture<String> second = bank.settleAside("acme", "case-43d");
            await().until(bank::isPending);
            bank.pending().complete("settled");

            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("settled");
            assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo("settled");
            assertThat(ledger.effects()).containsExactly("settlement");
        });
    }

    @Test
    void case_56_aScheduledJobAndAQueueListener() {
        application.withUserConfiguration(Jobs.class).run(context -> {
            Jobs.Nightly job = context.getBean(Jobs.Nightly.class);
            assertThat(job.done.await(60, TimeUnit.SECONDS)).isTrue();

            BlockingQueue<String> queue = new LinkedBlockingQueue<>(List.of("case-56", "case-56", "case-56"));
            Thread listener = new Thread(() -> Jobs.drain(queue, context.getBean(Bank.class)), "listener");
            listener.start();
            listener.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(listener.isAlive()).isFalse();

            assertThat(queue).isEmpty();
            assertThat(ledger.effects()).containsExactly("transfer", "transfer");
            assertThat(job.answers).hasSizeGreaterThan(1).containsOnly("transfer-1");
        });
    }

    @Test
    void case_57_scheduledOnTheToolItselfIsRefusedNotRunUnprotected() {
        application.withUserConfiguration(ScheduledTool.class).run(context -> {
            Decisions decisions = context.getBean(Decisions.class);

            // No caller binds a tenant for the scheduler's thread.
            await().untilAsserted(() -> assertThat(decisions.all).hasSizeGreaterThan(1));

            assertThat(decisions.all).containsOnly(Decision.REJECTED);
            assertThat(ledger.effects()).isEmpty();
        });
    }

    @Test
    void aReceiptOutlivesTheApplication() {
        application.run(context -> asTenant(() -> context.getBean(Bank.class).transfer("restart", 7)));
        application.run(context -> {
            Bank bank = context.getBean(Bank.class);
            var outcome = asTenant(() -> SideEffects.observe(() -> bank.transfer("restart", 7)));
            assertThat(outcome.replayed()).isTrue();
            assertThat(outcome.value()).isEqualTo("transfer-1");
        });
        assertThat(ledger.effects()).hasSize(1);
    }

    /** Gives a slow machine's server more than its three seconds. */
    @Configuration(proxyBeanMethods = false)
    static class PatientStore {

        @Bean
        EffectStore store(RedissonClient client) {
            return RedisEffectStore.builder(client)
                    .commandBudget(Duration.ofSeconds(20))
                    .build();
        }
    }

    /** What was decided, in the order of the calls' ends. */
    static class Decisions implements SideEffectListener {

        private final Queue<Decision> all = new ConcurrentLinkedQueue<>();

        @Override
        public CallObserver callStarted(String tool) {
            return this::finished;
        }

        private void finished(CallFinished call) {
            all.add(call.decision());
        }
    }

    static class Bank {

        private final Ledger ledger;

        private final ObjectProvider<Bank> self;

        private final AtomicReference<@Nullable CompletableFuture<String>> pending = new AtomicReference<>();

        Bank(Ledger ledger, ObjectProvider<Bank> self) {
            this.ledger = ledger;
            this.self = self;
        }

        boolean isPending() {
            return pending.get() != null;
        }

        CompletableFuture<String> pending() {
            return Objects.requireNonNull(pending.get());
        }

        @SideEffect(key = "{ctx.tenant}:{transfer}", fingerprint = "*")
        public String transfer(String transfer, long amount) {
            return ledger.numbered("transfer");
        }

        @SideEffect(key = "{ctx.tenant}:{transfer}", fingerprint = "*")
        public String transferTwice(String transfer) {
            ledger.effect("outer " + transfer);
            return self.getObject().transferTwice(transfer);
        }

        @Retryable(maxRetries = 3, delay = 1)
        @SideEffect(key = "{ctx.tenant}:{transfer}", fingerprint = "*")
        public String transferAndLoseTheAnswer(String transfer) {
            ledger.effect("lost " + transfer);
            throw new IllegalStateException("read timed out");
        }

        @SideEffect(key = "{ctx.tenant}:{transfer}", fingerprint = "*")
        public CompletableFuture<String> settle(String transfer) {
            return settlement();
        }

        @Async
        @SideEffect(key = "{tenantId}:{transfer}", fingerprint = "*")
        public CompletableFuture<String> settleAside(String tenantId, String transfer) {
            return settlement();
        }

        private CompletableFuture<String> settlement() {
            ledger.effect("settlement");
            CompletableFuture<String> later = new CompletableFuture<>();
            pending.set(later);
            return later;
        }
    }

    @Configuration
    @EnableResilientMethods
    static class Retries {}

    @Configuration
    @EnableAsync
    static class Tasks {

        @Bean
        SimpleAsyncTaskExecutor taskExecutor() {
            return new SimpleAsyncTaskExecutor("task-");
        }
    }

    @Configuration
    @EnableScheduling
    static class Jobs {

        @Bean
        Nightly nightly(Bank bank) {
            return new Nightly(bank);
        }

        static class Nightly {

            private final Bank bank;

            private final CountDownLatch done = new CountDownLatch(3);

            private final Queue<String> answers = new ConcurrentLinkedQueue<>();

            Nightly(Bank bank) {
                this.bank = bank;
            }

            @Scheduled(fixedDelay = 10)
            void pay() throws Exception {
                answers.add(asTenant(() -> bank.transfer("nightly", 1)));
                done.countDown();
            }
        }

        static void drain(BlockingQueue<String> queue, Bank bank) {
            for (String message = queue.poll(); message != null; message = queue.poll()) {
                String transfer = message;
                try {
                    CallContext.builder().tenant("acme").build().call(() -> bank.transfer(transfer, 1));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Configuration
    @EnableScheduling
    static class ScheduledTool {

        @Bean
        Sweeper sweeper(Ledger ledger) {
            return new Sweeper(ledger);
        }

        static class Sweeper {

            private final Ledger ledger;

            Sweeper(Ledger ledger) {
                this.ledger = ledger;
            }

            @Scheduled(fixedDelay = 10)
            @SideEffect(key = "{ctx.tenant}:{ctx.operation}", fingerprint = "*")
            public void sweep() {
                ledger.effect("swept");
            }
        }
    }
}
