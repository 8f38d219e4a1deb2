package dev.retrysafe.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What operations set for one tool. It beats the annotation, which beats the engine's settings.
 *
 * @param ttl the receipt's retention, null for the annotation's
 * @param lease how long an owner may stay silent, null for the engine's
 * @param waitAtMost how long a caller waits for a live owner, zero for not at all, null for the engine's
 * @param runAtMost how long a lease is renewed, null for the engine's
 * @param maxRequestAge how old a request may be that executes, null for the engine's, or else the ttl
 */
public record ToolSettings(
        @Nullable Duration ttl,
        @Nullable Duration lease,
        @Nullable Duration waitAtMost,
        @Nullable Duration runAtMost,
        @Nullable Duration maxRequestAge) {

    /** Nothing set. */
    public static final ToolSettings NONE = new ToolSettings(null, null, null, null);

    /**
     * What is set, but for the age of requests.
     *
     * @param ttl the receipt's retention, null for the annotation's
     * @param lease how long an owner may stay silent, null for the engine's
     * @param waitAtMost how long a caller waits for a live owner, zero for not at all, null for the engine's
     * @param runAtMost how long a lease is renewed, null for the engine's
     */
    public ToolSettings(
            @Nullable Duration ttl,
            @Nullable Duration lease,
            @Nullable Duration waitAtMost,
            @Nullable Duration runAtMost) {
        this(ttl, lease, waitAtMost, runAtMost, null);
    }

    /** Checks what is set. */
    public ToolSettings {
        Durations.positive("ttl", ttl);
        Durations.positive("lease", lease);
        Durations.notNegative("waitAtMost", waitAtMost);
        Durations.positive("runAtMost", runAtMost);
        Durations.positive("maxRequestAge", maxRequestAge);
    }
}
