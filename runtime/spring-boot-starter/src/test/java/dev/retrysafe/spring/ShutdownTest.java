package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.InMemoryEffectStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that shuts down while its tools run. */
class ShutdownTest {

    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    static class SlowDesk {

        private final CallsUnderWay calls;

        private final CountDownLatch entered = new CountDownLatch(1);

        SlowDesk(CallsUnderWay calls) {
            this.calls = calls;
        }

        @SideEffect(key = "{ctx.tenant}:{approval}", fingerprint = "*", tool = "ticket_at_shutdown")
        public String create(String approval) {
            entered.countDown();
            await().until(() -> !calls.isRunning());
            EVENTS.add("the tool's effect");
            return "ticket-1";
        }

        void awaitEntered() throws InterruptedException {
            entered.await();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Store {

        @Bean
        EffectStore store() {
            return new InMemoryEffectStore();
        }

        /** Destroyed like the client of a store, after whatever uses it. */
        @Bean
        DisposableBean storesEnd(EffectStore store) {
            return () -> EVENTS.add("the store's end");
        }
    }

    @Test
    void theStoreIsThereUntilTheToolsHaveEnded() {
        EVENTS.clear();
        Applications.withoutStore()
                .withUserConfiguration(Store.class)
                .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=60s")
                .withBean(SlowDesk.class)
                .run(context -> {
                    SlowDesk desk = context.getBean(SlowDesk.class);
                    CompletableFuture<String> call = new CompletableFuture<>();
                    Thread caller = new Thread(() -> {
                        try {
                            call.complete(asTenant(() -> desk.create("a-1")));
                        } catch (Throwable t) {
                            call.completeExceptionally(t);
                        }
                    });
                    caller.start();
                    desk.awaitEntered();
                    context.close();
                    assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("ticket-1");
                    assertThat(EVENTS).containsExactly("the tool's effect", "the store's end");
                });
    }

    @Test
    void anApplicationThatNoToolRunsInDoesNotWait() {
        Applications.inMemory().run(context -> {
            CallsUnderWay calls = context.getBean(CallsUnderWay.class);
            assertThat(calls.isRunning()).isTrue();
            CompletableFuture<String> stopped = new CompletableFuture<>();
            calls.stop(() -> stopped.complete("stopped"));
            assertThat(stopped).isCompletedWithValue("stopped");
            assertThat(context.getBean(SideEffectEngine.class)).isNotNull();
        });
    }
}
