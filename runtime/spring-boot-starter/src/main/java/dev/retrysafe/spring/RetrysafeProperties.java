package dev.retrysafe.spring;

import dev.retrysafe.engine.TenantArgument;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What operations set. Every duration needs a unit, as in {@code 30s} or {@code 7d}. There is no switch that turns
 * protection off.
 *
 * @param store Where records are kept; by default the one whose module and client bean are present
 * @param namespace Separates applications that share a store; part of every downstream key
 * @param actor Who asks when the call context does not say; by default spring.application.name
 * @param ttl How long receipts are kept, counted from their commit, where neither the tool's configuration nor its
 *     annotation says
 * @param lease How long an owner may stay silent before its claim is in doubt; renewed while the method runs
 * @param waitAtMost How long a caller waits for a live owner before it is told "in progress"; 0s answers at once
 * @param runAtMost How long a running method's lease is renewed
 * @param maxResultSize The largest result that is stored; of a larger one only the receipt is
 * @param maxRequestAge How old a request may be that executes, where its caller says when it was issued; by default each
 *     tool's ttl
 * @param tenantArgument What becomes of a call whose tenant comes from an argument while no tenant is bound: it is served
 *     (allowed), or refused (checked)
 * @param tools What is set for one tool, by tool name; it beats the annotation, which beats the global value
 * @param redis What concerns the store on Redis
 * @param jdbc What concerns the store in a database
 */
@ConfigurationProperties(prefix = RetrysafeProperties.PREFIX, ignoreUnknownFields = false)
public record RetrysafeProperties(
        @Nullable StoreKind store,
        @DefaultValue("default") String namespace,
        @Nullable String actor,
        @DefaultValue("24h") Duration ttl,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("10s") Duration waitAtMost,
        @DefaultValue("15m") Duration runAtMost,
        @DefaultValue("1MB") DataSize maxResultSize,
        @Nullable Duration maxRequestAge,
        @DefaultValue("allowed") TenantArgument tenantArgument,
        @DefaultValue Map<String, Tool> tools,
        @DefaultValue Redis redis,
        @DefaultValue Jdbc jdbc) {

    static final String PREFIX = "retrysafe";

    /** Copies the map. */
    public RetrysafeProperties {
        tools = Map.copyOf(tools);
    }

    /** Where records are kept. */
    public enum StoreKind {
        /** Redis, through Redisson. */
        REDIS("redis"),
        /** A database, through JDBC. */
        JDBC("jdbc"),
        /** This process; what it knows ends with it. For tests. */
        IN_MEMORY("in-memory");

        private final String value;

        StoreKind(String value) {
            this.value = value;
        }

        String value() {
            return value;
        }
    }

    /**
     * What is set for one tool.
     *
     * @param ttl How long its receipts are kept, counted from their commit
     * @param lease How long an owner may stay silent before its claim is in doubt
     * @param waitAtMost How long a caller waits for a live owner; 0s answers at once
     * @param runAtMost How long its running method's lease is renewed
     * @param maxRequestAge How old a request may be that executes, where its caller says when it was issued
     */
    public record Tool(
            @Nullable Duration ttl,
            @Nullable Duration lease,
            @Nullable Duration waitAtMost,
            @Nullable Duration runAtMost,
            @Nullable Duration maxRequestAge) {}

    /**
     * What concerns the store on Redis.
     *
     * @param minReplicas How many replicas must have a claim before the method is entered
     * @param durabilityCheck What becomes of a server that may lose records
     */
    public record Redis(
            @DefaultValue("0") int minReplicas,
            @DefaultValue("standard") DurabilityCheck durabilityCheck) {}

    /**
     * What concerns the store in a database.
     *
     * @param table The table, after its schema's name and a point where wanted; by default retrysafe_record
     * @param budget How long one command of the store may take in all; keep it well below the shortest lease
     * @param connectionsAtMost How many of the DataSource's connections the store uses at a time
     * @param purgeEvery How often expired records are deleted; 0s for never
     */
    public record Jdbc(
            @Nullable String table,
            @DefaultValue("3s") Duration budget,
            @DefaultValue("8") int connectionsAtMost,
            @DefaultValue("1h") Duration purgeEvery) {}

    /** What becomes of a Redis server that may lose records. */
    public enum DurabilityCheck {
        /** A server that evicts records fails start-up; one without persistence is warned of. */
        STANDARD,
        /** Every finding fails start-up. */
        FAIL,
        /** Findings are warned of. */
        WARN,
        /** The server is not asked. */
        OFF
    }
}
