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

    private final ReplicatedSending replicated;
    private final RScript scripts;
    private final Duration budget;
    private final Duration pause;
    private final Duration perSending;
    private final int minReplicas;

    ScriptRunner(RedissonClient redisson, Duration budget, int minReplicas) {
        this.replicated = new ReplicatedSending(redisson, minReplicas);
        this.budget = budget;
        this.pause = budget.dividedBy(PAUSES_IN_BUDGET);
        this.perSending = budget.minus(pause.multipliedBy(SENDINGS - 1)).dividedBy(SENDINGS);
        this.minReplicas = minReplicas;
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
                failure = Failures.cause(e);
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
        CompletableFuture<byte[]> sent = minReplicas > 0 && script.storesOutcome()
                ? sendAndAwaitReplicas(script, keys, arguments)
                : sendPlainly(script, keys, arguments);
        try {
            return Patience.await(sent, left);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw e;
        }
    }

    private CompletableFuture<byte[]> sendPlainly(Script script, RecordKeys keys, Object[] arguments) {
        // READ_WRITE for looks too: a replica may not have heard of the claim yet.
        return scripts.<byte[]>evalAsync(
                        RScript.Mode.READ_WRITE, script.body(), RScript.ReturnType.VALUE, keys.scriptKeys(), arguments)
                .toCompletableFuture();
    }

    /**
     * The receipt is in the master when this answers, and a little time was left for the replicas to get it too, in the same
     * sending. Where they do not it counts all the same: what a fail-over then forgets comes into doubt, since they have
     * the claim.
     */
    private CompletableFuture<byte[]> sendAndAwaitReplicas(Script script, RecordKeys keys, Object[] arguments) {
        return sendReplicated(script, keys, arguments)
                .exceptionallyCompose(failure -> Failures.isForgottenScript(failure)
                        ? sendPlainly(script, keys, arguments)
                                .thenCompose(learned -> sendReplicated(script, keys, arguments))
                        : CompletableFuture.failedFuture(failure));
    }

    private CompletableFuture<byte[]> sendReplicated(Script script, RecordKeys keys, Object[] arguments) {
        return replicated
                .send(script, keys, arguments, perSending.dividedBy(3), perSending)
                .thenApply(ReplicatedSending.Answer::bytes);
    }
}
