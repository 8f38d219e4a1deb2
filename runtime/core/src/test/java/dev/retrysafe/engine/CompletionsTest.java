package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CompletionsTest {

    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void whereNoThreadCanBeHadTheCompletingOneDoesIt() {
        Completions completions = new Completions(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        completions.run(runs::incrementAndGet);
        assertThat(runs).hasValue(1);
    }

    @Test
    void whereThreadsAreRefusedTheCompletingOneDoesIt() {
        Completions completions = new Completions(task -> {
            throw new RejectedExecutionException("closed");
        });
        completions.run(runs::incrementAndGet);
        assertThat(runs).hasValue(1);
    }
}
