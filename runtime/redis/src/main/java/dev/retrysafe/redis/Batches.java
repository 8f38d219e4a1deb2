package dev.retrysafe.redis;

import dev.retrysafe.redis.Failures.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchResult;
import org.redisson.api.RBatch;
import org.redisson.api.RedissonClient;

/** Asks many small questions in one sending to each server. For questions alone: they may be asked twice. */
final class Batches {

    private final RedissonClient redisson;
    private final Duration budget;

    Batches(RedissonClient redisson, Duration budget) {
        this.redisson = redisson;
        this.budget = budget;
    }

    /** The answers in the order of the questions. */
    List<?> ask(String command, Consumer<RBatch> questions) {
        RBatch batch = redisson.createBatch(BatchOptions.defaults()
                .responseTimeout(budget.toMillis(), TimeUnit.MILLISECONDS)
                .retryAttempts(0));
        questions.accept(batch);
        CompletableFuture<BatchResult<?>> sent = batch.executeAsync().toCompletableFuture();
        Throwable failure;
        try {
            return Patience.await(sent, budget).getResponses();
        } catch (ExecutionException e) {
            failure = e.getCause() == null ? e : e.getCause();
        } catch (TimeoutException | RuntimeException e) {
            sent.cancel(true);
            failure = e;
        }
        Refusal refusal = Refusal.in(failure);
        throw refusal == null
                ? Failures.unavailable(command, budget, failure)
                : Failures.refused(command, refusal, failure);
    }
}
