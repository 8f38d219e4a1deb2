package dev.retrysafe.observe;

import dev.retrysafe.CommitReceipt;
import dev.retrysafe.Decision;
import dev.retrysafe.EffectConflict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of one call of a tool.
 *
 * @param tool the tool's name
 * @param actor who asked
 * @param key the idempotency key, null when it could not be built
 * @param fingerprint the fingerprint, null when it could not be computed
 * @param decision what was done; {@link Decision#IN_DOUBT} also for an attempt that was entered and whose fate is unknown
 * @param receipt the stored receipt, null when there is none
 * @param conflict the conflict, null when there is none
 * @param failure what the caller got instead of a result, null when it got one
 * @param duration from the call to its end
 */
public record CallFinished(
        String tool,
        String actor,
        @Nullable String key,
        @Nullable String fingerprint,
        Decision decision,
        @Nullable CommitReceipt receipt,
        @Nullable EffectConflict conflict,
        @Nullable Throwable failure,
        Duration duration) {}
