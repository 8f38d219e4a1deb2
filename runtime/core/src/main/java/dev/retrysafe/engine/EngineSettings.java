package dev.retrysafe.engine;

import dev.retrysafe.RefusalCode;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolDefinitionException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An engine's settings. See {@link EngineBuilder} for each one's meaning and default.
 *
 * @param namespace separates applications that share a store
 * @param actor who asks when the call context does not say
 * @param ttl the receipts' retention
 * @param lease how long an owner may stay silent
 * @param waitAtMost how long a caller waits for a live owner
 * @param runAtMost how long a lease is renewed
 * @param commitBudget how long the caller of an executed tool waits for its receipt to be stored
 * @param maxResultBytes the largest stored result
 * @param maxRequestAge how old a request may be that executes; null for a tool's ttl
 * @param tenantArgument what becomes of a tenant in an argument that cannot be checked
 * @param tools what is set per tool
 */
public record EngineSettings(
        String namespace,
        String actor,
        Duration ttl,
        Duration lease,
        Duration waitAtMost,
        Duration runAtMost,
        Duration commitBudget,
        long maxResultBytes,
        @Nullable Duration maxRequestAge,
        TenantArgument tenantArgument,
        Map<String, ToolSettings> tools) {

    /** Checks the values and copies the map. */
    public EngineSettings {
        if (namespace.isBlank() || actor.isBlank()) {
            throw new IllegalArgumentException("namespace and actor must not be blank");
        }
        Durations.positive("ttl", ttl);
        Durations.positive("lease", lease);
        Durations.notNegative("waitAtMost", waitAtMost);
        Durations.positive("runAtMost", runAtMost);
        Durations.positive("commitBudget", commitBudget);
        if (maxResultBytes < 0) {
            throw new IllegalArgumentException("maxResultBytes is negative: " + maxResultBytes);
        }
        Durations.positive("maxRequestAge", maxRequestAge);
        Objects.requireNonNull(tenantArgument, "tenantArgument");
        tools = Map.copyOf(tools);
        requireReceiptsToOutliveRequests("the engine", ttl, maxRequestAge);
        requireReceiptsToOutliveWaiters("the engine", ttl, waitAtMost);
        for (Map.Entry<String, ToolSettings> tool : tools.entrySet()) {
            Duration own = tool.getValue().ttl();
            if (own != null) {
                requireReceiptsToOutliveWaiters(
                        "the tool \"" + tool.getKey() + "\"",
                        own,
                        Durations.first(tool.getValue().waitAtMost(), waitAtMost));
                Duration age = tool.getValue().maxRequestAge();
                requireReceiptsToOutliveRequests(
                        "the tool \"" + tool.getKey() + "\"", own, age == null ? maxRequestAge : age);
            }
        }
    }

    /** What the annotation of a tool says is known only with the tool: {@code Gate} checks it. */
    private static void requireReceiptsToOutliveWaiters(String whose, Duration ttl, Duration waitAtMost) {
        if (ttl.compareTo(waitAtMost) < 0) {
            throw new ToolDefinitionException(
                    RefusalCode.TTL_SHORTER_THAN_WAIT.code(),
                    whose + " keeps receipts for a ttl of " + ttl
                            + ", while a caller waits for one up to a wait-at-most of "
                            + waitAtMost
                            + ": a waiter could find it expired and cause the effect again. Set a longer ttl,"
                            + " or a shorter wait-at-most.");
        }
    }

    private static void requireReceiptsToOutliveRequests(String whose, Duration ttl, @Nullable Duration maxRequestAge) {
        if (maxRequestAge != null && ttl.compareTo(maxRequestAge) < 0) {
            throw new ToolDefinitionException(
                    RefusalCode.TTL_SHORTER_THAN_AGE.code(),
                    whose + " keeps receipts for a ttl of " + ttl
                            + ", while a request may be up to a max-request-age of "
                            + maxRequestAge
                            + " old: one could come when its receipt has expired, and cause the effect again. Set a longer"
                            + " ttl, or a shorter max-request-age.");
        }
    }

    /** How old a request may be that executes. */
    Duration maxRequestAge(ToolDefinition tool) {
        Duration own = of(tool).maxRequestAge();
        Duration set = own == null ? maxRequestAge : own;
        return set == null ? ttl(tool) : set;
    }

    Duration ttl(ToolDefinition tool) {
        Duration annotated = tool.ttl();
        return Durations.first(of(tool).ttl(), Durations.first(annotated, ttl));
    }

    /** Of a tool of which only the name is known, if that. */
    Duration ttl(@Nullable String tool) {
        ToolSettings own = tool == null ? ToolSettings.NONE : tools.getOrDefault(tool, ToolSettings.NONE);
        return Durations.first(own.ttl(), ttl);
    }

    Duration lease(ToolDefinition tool) {
        return Durations.first(of(tool).lease(), lease);
    }

    Duration waitAtMost(ToolDefinition tool) {
        return Durations.first(of(tool).waitAtMost(), waitAtMost);
    }

    Duration runAtMost(ToolDefinition tool) {
        return Durations.first(of(tool).runAtMost(), runAtMost);
    }

    private ToolSettings of(ToolDefinition tool) {
        return tools.getOrDefault(tool.tool(), ToolSettings.NONE);
    }
}
