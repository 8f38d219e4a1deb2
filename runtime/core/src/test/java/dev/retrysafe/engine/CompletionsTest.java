package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CompletionsTest {

    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void whereNoThreadCanBeHadTheCompletingOneDoesIt() {
        try (Completions completions = new Completions(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        })) {
            completions.run(runs::incrementAndGet);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void whereThreadsAreRefusedTheCompletingOneDoesIt() {
        try (Completions completions = new Completions(task -> {
            throw new RejectedExecutionException("closed");
        })) {
            completions.run(runs::incrementAndGet);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void afterItIsClosedTheCompletingOneDoesIt() {
        AtomicReference<Thread> ran = new AtomicReference<>();
        Completions completions = new Completions();
        completions.close();
        completions.run(() -> ran.set(Thread.currentThread()));
        assertThat(ran).hasValue(Thread.currentThread());
    }
}
