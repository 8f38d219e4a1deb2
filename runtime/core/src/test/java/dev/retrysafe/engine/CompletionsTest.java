package dev.retrysafe.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CompletionsTest {

    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void whereNoThreadCanBeHadTheCompletingOneDoesIt() {
        assertRunHere(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
    }

    @Test
    void whereThreadsAreRefusedTheCompletingOneDoesIt() {
        assertRunHere(task -> {
            throw new RejectedExecutionException("closed");
        });
    }

    private void assertRunHere(Executor threads) {
        Completions completions = new Completions(threads, threads);
        completions.end(runs::incrementAndGet);
        completions.answer(runs::incrementAndGet);
        assertThat(runs).hasValue(2);
    }
}
