package dev.retrysafe.redis;

import dev.retrysafe.redis.DurabilityFinding.Code;
import dev.retrysafe.redis.DurabilityFinding.Severity;
import dev.retrysafe.redis.DurabilityReport.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RFuture;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodeAsync;
import org.redisson.api.redisnode.RedisNodes;

/**
 * Asks every master whether it keeps what it acknowledged. A store that forgets a claim lets a second effect in; so an
 * application looks once, at start-up, and decides by itself what to do about the findings.
 */
public final class RedisDurabilityCheck {

    private static final Duration PER_QUESTION = Duration.ofSeconds(3);

    private final RedissonClient redisson;
    private final Duration perQuestion;

    /**
     * Makes a check.
     *
     * @param redisson the client
     */
    public RedisDurabilityCheck(RedissonClient redisson) {
        this(redisson, PER_QUESTION);
    }

    RedisDurabilityCheck(RedissonClient redisson, Duration perQuestion) {
        this.redisson = Objects.requireNonNull(redisson, "redisson");
        this.perQuestion = perQuestion;
    }

    /**
     * Asks now. A server that cannot be asked is a finding too; nothing is thrown.
     *
     * @return what was found, the same finding of several masters once; empty when all is well
     */
    public List<DurabilityFinding> findings() {
        return report(0).findings();
    }

    /**
     * Asks now, likewise.
     *
     * @param minReplicas how many replicas must have a claim, as the store is told
     * @return level, replicas and findings
     */
    public DurabilityReport report(int minReplicas) {
        List<DurabilityReport> reports = new ArrayList<>();
        try {
            for (RedisNodeAsync master : masters()) {
                reports.add(report(master, minReplicas));
            }
        } catch (RuntimeException e) {
            reports.add(new DurabilityReport(Level.UNKNOWN, 0, minReplicas, List.of(unknown("the masters", e))));
        }
        return new DurabilityReport(
                reports.stream()
                        .map(DurabilityReport::level)
                        .min(Comparator.naturalOrder())
                        .orElse(Level.UNKNOWN),
                reports.stream().mapToInt(DurabilityReport::replicas).min().orElse(0),
                minReplicas,
                reports.stream()
                        .flatMap(report -> report.findings().stream())
                        .distinct()
                        .toList());
    }

    private Collection<? extends RedisNodeAsync> masters() {
        var config = redisson.getConfig();
        if (config.isClusterConfig()) {
            return redisson.getRedisNodes(RedisNodes.CLUSTER).getMasters();
        }
        if (config.isSentinelConfig()) {
            return List.of(
                    redisson.getRedisNodes(RedisNodes.SENTINEL_MASTER_SLAVE).getMaster());
        }
        if (config.isSingleConfig()) {
            return List.of(redisson.getRedisNodes(RedisNodes.SINGLE).getInstance());
        }
        return List.of(redisson.getRedisNodes(RedisNodes.MASTER_SLAVE).getMaster());
    }

    private DurabilityReport report(RedisNodeAsync master, int minReplicas) {
        List<DurabilityFinding> findings = new ArrayList<>();
        Level level = Level.UNKNOWN;
        int replicas = 0;
        try {
            checkMemoryPolicy(ask(master.infoAsync(InfoSection.MEMORY)).get("maxmemory_policy"), findings);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            findings.add(unknown("maxmemory-policy", e));
        }
        try {
            level = persistence(master, findings);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            findings.add(unknown("persistence", e));
        }
        try {
            replicas = replicas(master, minReplicas, findings);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            findings.add(unknown("replicas", e));
        }
        return new DurabilityReport(level, replicas, minReplicas, findings);
    }

    private static void checkMemoryPolicy(@Nullable String policy, List<DurabilityFinding> findings) {
        if (policy == null) {
            findings.add(unknown("maxmemory-policy", null));
        } else if (!policy.equals("noeviction")) {
            findings.add(new DurabilityFinding(
                    Code.EVICTING_MEMORY_POLICY,
                    Severity.ERROR,
                    "Redis has maxmemory-policy " + policy + ": when memory is short it deletes receipts or claims, and"
                            + " their effects happen again. Set maxmemory-policy noeviction, or give Retrysafe a server"
                            + " of its own."));
        }
    }

    private Level persistence(RedisNodeAsync master, List<DurabilityFinding> findings)
            throws ExecutionException, TimeoutException {
        String appendOnly = ask(master.infoAsync(InfoSection.PERSISTENCE)).get("aof_enabled");
        if (appendOnly == null) {
            findings.add(unknown("persistence", null));
            return Level.UNKNOWN;
        }
        if (appendOnly.equals("1")) {
            String sync = setting(master, "appendfsync");
            // Where a managed server does not say, it has at least the file.
            return sync == null || sync.equals("no")
                    ? Level.BY_SYSTEM
                    : sync.equals("always") ? Level.ALWAYS : Level.EVERYSEC;
        }
        String snapshots = setting(master, "save");
        findings.add(withoutAppendOnlyFile(snapshots));
        return snapshots == null ? Level.UNKNOWN : snapshots.isBlank() ? Level.NONE : Level.SNAPSHOTS;
    }

    private static DurabilityFinding withoutAppendOnlyFile(@Nullable String snapshots) {
        if (snapshots != null && snapshots.isBlank()) {
            return new DurabilityFinding(
                    Code.NO_PERSISTENCE,
                    Severity.WARNING,
                    "Redis has appendonly no and no snapshots: a restart forgets every claim and receipt, and their"
                            + " effects can happen again. Set appendonly yes.");
        }
        return new DurabilityFinding(
                Code.SNAPSHOTS_ONLY,
                Severity.WARNING,
                "Redis has appendonly no and "
                        + (snapshots == null ? "perhaps snapshots" : "snapshots (save " + snapshots + ")")
                        + ": a crash forgets the claims and receipts since the last snapshot, and their effects can"
                        + " happen again. Set appendonly yes.");
    }

    private int replicas(RedisNodeAsync master, int minReplicas, List<DurabilityFinding> findings)
            throws ExecutionException, TimeoutException {
        long online = ask(master.infoAsync(InfoSection.REPLICATION)).entrySet().stream()
                .filter(entry -> entry.getKey().matches("slave\\d+"))
                .filter(entry -> entry.getValue().contains("state=online"))
                .count();
        if (online < minReplicas) {
            findings.add(new DurabilityFinding(
                    Code.TOO_FEW_REPLICAS,
                    Severity.WARNING,
                    "Redis has " + online + " replicas connected and min-replicas is " + minReplicas
                            + ": until that many are, every claim is refused. Connect them, or lower"
                            + " retrysafe.redis.min-replicas."));
        }
        return (int) online;
    }

    /** Null where the server does not say, since managed ones forbid the question. */
    private @Nullable String setting(RedisNodeAsync master, String name) {
        try {
            return ask(master.getConfigAsync(name)).get(name);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            return null;
        }
    }

    private Map<String, String> ask(RFuture<Map<String, String>> question) throws ExecutionException, TimeoutException {
        return Patience.await(question.toCompletableFuture(), perQuestion);
    }

    private static DurabilityFinding unknown(String what, @Nullable Exception failure) {
        Throwable cause =
                failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
        return new DurabilityFinding(
                Code.UNKNOWN,
                Severity.WARNING,
                "Redis did not say its " + what
                        + (cause == null ? "" : " (" + cause.getClass().getSimpleName() + ")")
                        + ": whether it keeps claims and receipts is not known. Grant the client's user the command"
                        + " INFO, and see that maxmemory-policy is noeviction and appendonly is yes.");
    }
}
