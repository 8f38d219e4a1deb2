package dev.retrysafe.spring;

import dev.retrysafe.OneLine;
import dev.retrysafe.redis.DurabilityFinding;
import dev.retrysafe.redis.DurabilityFinding.Severity;
import dev.retrysafe.redis.DurabilityReport;
import dev.retrysafe.redis.RedisDurabilityCheck;
import dev.retrysafe.spring.RetrysafeProperties.DurabilityCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.redisson.api.RedissonClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides what becomes of the findings about a server: start-up fails, or somebody is warned. One line says what was found. */
final class RedisDurability {

    private static final Logger LOG = LoggerFactory.getLogger("retrysafe");

    private RedisDurability() {}

    static void check(RedissonClient client, DurabilityCheck check, int minReplicas) {
        if (check == DurabilityCheck.OFF) {
            return;
        }
        DurabilityReport report = new RedisDurabilityCheck(client).report(minReplicas);
        LOG.info("{}", OneLine.of(report.line()));
        List<DurabilityFinding> fatal = new ArrayList<>();
        for (DurabilityFinding finding : report.findings()) {
            if (isFatal(finding, check)) {
                fatal.add(finding);
            } else {
                LOG.warn("[retrysafe:UnsafeRedis] {}", OneLine.of(finding.message()));
            }
        }
        if (!fatal.isEmpty()) {
            throw new UnsafeRedisException(
                    fatal.stream().map(DurabilityFinding::message).collect(Collectors.joining("\n")));
        }
    }

    private static boolean isFatal(DurabilityFinding finding, DurabilityCheck check) {
        return check == DurabilityCheck.FAIL
                || (check == DurabilityCheck.STANDARD && finding.severity() == Severity.ERROR);
    }
}
