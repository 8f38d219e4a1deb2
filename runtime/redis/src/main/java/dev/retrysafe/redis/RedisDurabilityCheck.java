package dev.retrysafe.redis;

import dev.retrysafe.redis.DurabilityFinding.Code;
import dev.retrysafe.redis.DurabilityFinding.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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

    /**
     * Makes a check.
     *
     * @param redisson the client
     */
    public RedisDurabilityCheck(RedissonClient redisson) {
        this.redisson = Objects.requireNonNull(redisson, "redisson");
    }

    /**
     * Asks now. A server that cannot be asked is a finding too; nothing is thrown.
     *
     * @return what was found, the same finding of several masters once; empty when all is well
     */
    public List<DurabilityFinding> findings() {
        List<DurabilityFinding> findings = new ArrayList<>();
        try {
            for (RedisNodeAsync master : masters()) {
                findings.addAll(findings(master));
            }
        } catch (RuntimeException e) {
            findings.add(unknown("the masters", e));
        }
        return findings.stream().distinct().toList();
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

    private static List<DurabilityFinding> findings(RedisNodeAsync master) {
        List<DurabilityFinding> findings = new ArrayList<>();
        try {
            checkMemoryPolicy(ask(master.infoAsync(InfoSection.MEMORY)).get("maxmemory_policy"), findings);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            findings.add(unknown("maxmemory-policy", e));
        }
        try {
            checkPersistence(master, findings);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            findings.add(unknown("persistence", e));
        }
        return findings;
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

    private static void checkPersistence(RedisNodeAsync master, List<DurabilityFinding> findings)
            throws ExecutionException, TimeoutException {
        String appendOnly = ask(master.infoAsync(InfoSection.PERSISTENCE)).get("aof_enabled");
        if (appendOnly == null) {
            findings.add(unknown("persistence", null));
        } else if (!appendOnly.equals("1")) {
            findings.add(withoutAppendOnlyFile(snapshots(master)));
        }
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

    /** When snapshots are made; null where the server does not say, since managed ones forbid the question. */
    private static @Nullable String snapshots(RedisNodeAsync master) {
        try {
            return ask(master.getConfigAsync("save")).get("save");
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            return null;
        }
    }

    private static Map<String, String> ask(RFuture<Map<String, String>> question)
            throws ExecutionException, TimeoutException {
        return Patience.await(question.toCompletableFuture(), PER_QUESTION);
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
