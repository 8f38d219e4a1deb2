package dev.retrysafe.redis;

import dev.retrysafe.redis.Failures.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.redisson.api.BatchOptions;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RScriptAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Asks many small questions in one sending to each server. For questions alone: they may be asked twice. All of them are asked of
 * masters, as {@link ScriptRunner} does.
 */
final class Batches {

    /** For messages: nothing else is asked by the hundred. */
    private static final String COMMAND = "list";

    private final RedissonClient redisson;
    private final Duration budget;

    Batches(RedissonClient redisson, Duration budget) {
        this.redisson = redisson;
        this.budget = budget;
    }

    /**
     * The answers in the order of the questions.
     *
     * @param question what is asked of each
     * @param keys about what, one each
     * @param arguments the same for all
     */
    List<byte[]> ask(Question question, List<String> keys, Object... arguments) {
        CompletableFuture<List<byte[]>> sent = together(question, keys, arguments)
                .exceptionallyCompose(failure -> Failures.isForgottenScript(failure)
                        ? oneByOne(question, keys, arguments)
                        : CompletableFuture.failedFuture(failure));
        Throwable failure;
        try {
            return Patience.await(sent, budget);
        } catch (ExecutionException e) {
            failure = Failures.cause(e);
        } catch (TimeoutException | RuntimeException e) {
            failure = e;
        }
        Refusal refusal = Refusal.in(failure);
        throw refusal == null
                ? Failures.unavailable(COMMAND, budget, failure)
                : Failures.refused(COMMAND, refusal, failure);
    }

    private CompletableFuture<List<byte[]>> together(Question question, List<String> keys, Object[] arguments) {
        RBatch batch = redisson.createBatch(BatchOptions.defaults()
                .responseTimeout(budget.toMillis(), TimeUnit.MILLISECONDS)
                .retryAttempts(0));
        RScriptAsync scripts = batch.getScript(ByteArrayCodec.INSTANCE);
        for (String key : keys) {
            var unused = ask(scripts, question, key, arguments);
        }
        return batch.executeAsync()
                .toCompletableFuture()
                .thenApply(answers ->
                        answers.getResponses().stream().map(byte[].class::cast).toList());
    }

    /** Puts right what each server has forgotten, at whichever it is. */
    private CompletableFuture<List<byte[]>> oneByOne(Question question, List<String> keys, Object[] arguments) {
        RScriptAsync scripts = redisson.getScript(ByteArrayCodec.INSTANCE);
        List<CompletableFuture<byte[]>> sent =
                keys.stream().map(key -> ask(scripts, question, key, arguments)).toList();
        return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> sent.stream().map(CompletableFuture::join).toList());
    }

    private static CompletableFuture<byte[]> ask(
            RScriptAsync scripts, Question question, String key, Object[] arguments) {
        return scripts.<byte[]>evalAsync(
                        RScript.Mode.READ_WRITE, question.body(), RScript.ReturnType.VALUE, List.of(key), arguments)
                .toCompletableFuture();
    }
}
