package dev.retrysafe.redis;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.ConstantDelay;

/**
 * Runs a script within the command budget. A script may reach the server twice, when an answer is late or a connection
 * breaks; they are written for that.
 */
final class ScriptRunner {

    private static final int RESENDS = 2;

    private final RScript scripts;
    private final Duration budget;

    ScriptRunner(RedissonClient redisson, Duration budget) {
        this.budget = budget;
        Duration pause = budget.dividedBy(30);
        Duration perSending = budget.minus(pause.multipliedBy(RESENDS)).dividedBy(RESENDS + 1);
        this.scripts = redisson.getScript(OptionalOptions.defaults()
                // Never the client's own codec: records are plain bytes, and nothing in them is deserialised.
                .codec(ByteArrayCodec.INSTANCE)
                .timeout(perSending)
                .retryAttempts(RESENDS)
                .retryDelay(new ConstantDelay(pause)));
    }

    byte[] run(Script script, RecordKeys keys, Object... arguments) {
        CompletableFuture<byte[]> sent;
        try {
            // READ_WRITE for looks too: a replica may not have heard of the claim yet.
            sent = scripts.<byte[]>evalAsync(
                            RScript.Mode.READ_WRITE,
                            script.body(),
                            RScript.ReturnType.VALUE,
                            keys.scriptKeys(),
                            arguments)
                    .toCompletableFuture();
        } catch (RuntimeException e) {
            throw Failures.translate(script, budget, e);
        }
        try {
            return Patience.await(sent, budget);
        } catch (TimeoutException e) {
            // Ends the client's own resending as well.
            sent.cancel(true);
            throw Failures.translate(script, budget, e);
        } catch (CancellationException e) {
            throw Failures.translate(script, budget, e);
        } catch (ExecutionException e) {
            throw Failures.translate(script, budget, e.getCause() == null ? e : e.getCause());
        }
    }
}
