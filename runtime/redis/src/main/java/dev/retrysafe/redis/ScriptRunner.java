package dev.retrysafe.redis;

import dev.retrysafe.redis.Failures.Refusal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.ConstantDelay;

/**
 * Runs a script within the command budget, sending it again where no answer came or the server is not ready yet. A script
 * may thus take place twice, and is written for that. Sending again is done here and not left to the client, because
 * only "refused at every sending" tells that nothing took place.
 */
final class ScriptRunner {

    private static final int SENDINGS = 3;

    /** Pauses are a small part of the budget. */
    private static final int PAUSES_IN_BUDGET = 30;

    private final RScript scripts;
    private final Duration budget;
    private final Duration pause;

    ScriptRunner(RedissonClient redisson, Duration budget) {
        this.budget = budget;
        this.pause = budget.dividedBy(PAUSES_IN_BUDGET);
        Duration perSending = budget.minus(pause.multipliedBy(SENDINGS - 1)).dividedBy(SENDINGS);
        this.scripts = redisson.getScript(OptionalOptions.defaults()
                // Never the client's own codec: records are plain bytes, and nothing in them is deserialised.
                .codec(ByteArrayCodec.INSTANCE)
                .timeout(perSending)
                .retryAttempts(0)
                // Without attempts left, this is how long the client waits for a connection to write to.
                .retryDelay(new ConstantDelay(perSending)));
    }

    byte[] run(Script script, RecordKeys keys, Object... arguments) {
        return runUntil(System.nanoTime() + budget.toNanos(), script, keys, arguments);
    }

    /** Runs a script in what is left of a budget, until a time by {@link System#nanoTime()}. */
    byte[] runUntil(long deadline, Script script, RecordKeys keys, Object... arguments) {
        boolean mayHaveTakenPlace = false;
        for (int sending = 1; ; sending++) {
            Throwable failure;
            try {
                return send(script, keys, arguments, Duration.ofNanos(deadline - System.nanoTime()));
            } catch (ExecutionException e) {
                failure = e.getCause() == null ? e : e.getCause();
            } catch (TimeoutException | RuntimeException e) {
                failure = e;
            }
            Refusal refusal = Refusal.in(failure);
            mayHaveTakenPlace |= refusal == null;
            boolean again = sending < SENDINGS
                    && (refusal == null || refusal.passing())
                    && deadline - System.nanoTime() > pause.toNanos();
            if (!again) {
                throw refusal == null || mayHaveTakenPlace
                        ? Failures.unavailable(script.command(), budget, failure)
                        : Failures.refused(script.command(), refusal, failure);
            }
            Patience.pause(pause);
        }
    }

    private byte[] send(Script script, RecordKeys keys, Object[] arguments, Duration left)
            throws ExecutionException, TimeoutException {
        // READ_WRITE for looks too: a replica may not have heard of the claim yet.
        CompletableFuture<byte[]> sent = scripts.<byte[]>evalAsync(
                        RScript.Mode.READ_WRITE, script.body(), RScript.ReturnType.VALUE, keys.scriptKeys(), arguments)
                .toCompletableFuture();
        try {
            return Patience.await(sent, left);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw e;
        }
    }
}
