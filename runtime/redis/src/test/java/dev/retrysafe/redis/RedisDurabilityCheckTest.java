package dev.retrysafe.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import dev.retrysafe.redis.DurabilityFinding.Code;
import dev.retrysafe.redis.DurabilityFinding.Severity;
import dev.retrysafe.redis.DurabilityReport.Level;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

@Execution(CONCURRENT)
class RedisDurabilityCheckTest {

    private static List<DurabilityFinding> findings(Server server) {
        return Server.check(server.client()).findings();
    }

    @Test
    void aDurableServerHasNoFindings() {
        try (Server server = Server.start("appendonly yes")) {
            assertThat(findings(server)).isEmpty();
        }
    }

    @Test
    void theLevelIsWhatTheServerKeeps() {
        try (Server server = Server.start()) {
            assertThat(level(server)).isEqualTo(Level.NONE);
            server.set("save", "900 1");
            assertThat(level(server)).isEqualTo(Level.SNAPSHOTS);
            server.set("appendonly", "yes");
            for (Level level : List.of(Level.EVERYSEC, Level.ALWAYS)) {
                server.set("appendfsync", level.text());
                assertThat(level(server)).isEqualTo(level);
            }
            server.set("appendfsync", "no");
            assertThat(level(server)).isEqualTo(Level.BY_SYSTEM);
            server.execute("ACL", "SETUSER", "default", "-config");
            assertThat(level(server)).isEqualTo(Level.BY_SYSTEM);
            server.execute("ACL", "SETUSER", "default", "-info");
            assertThat(level(server)).isEqualTo(Level.UNKNOWN);
        }
    }

    private static Level level(Server server) {
        return Server.check(server.client()).report(0).level();
    }

    @Test
    void connectedReplicasAreCountedAndTooFewAreAWarning() {
        try (Server master = Server.start("appendonly yes");
                Server replica = Server.start()) {
            RedisDurabilityCheck check = Server.check(master.client());
            assertThat(check.report(1).findings()).singleElement().satisfies(finding -> {
                assertThat(finding.code()).isEqualTo(Code.TOO_FEW_REPLICAS);
                assertThat(finding.message()).contains("0 replicas", "min-replicas is 1");
            });
            replica.replicate(master.port());
            await().until(() -> check.report(1).replicas() == 1);
            DurabilityReport report = check.report(1);
            assertThat(report.findings()).isEmpty();
            assertThat(report.line()).contains("everysec", "1 connected, min-replicas 1");
        }
    }

    @Test
    void everyEvictingPolicyIsAnError() {
        try (Server server = Server.start("appendonly yes")) {
            for (String policy :
                    List.of("allkeys-lru", "allkeys-lfu", "allkeys-random", "volatile-lru", "volatile-ttl")) {
                server.set("maxmemory-policy", policy);
                assertThat(findings(server)).singleElement().satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(Code.EVICTING_MEMORY_POLICY);
                    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
                    assertThat(finding.message()).contains(policy, "maxmemory-policy noeviction");
                });
            }
        }
    }

    @Test
    void noPersistenceIsAWarning() {
        try (Server server = Server.start()) {
            assertThat(findings(server)).singleElement().satisfies(finding -> {
                assertThat(finding.code()).isEqualTo(Code.NO_PERSISTENCE);
                assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                assertThat(finding.message()).contains("appendonly no", "appendonly yes");
            });
        }
    }

    @Test
    void snapshotsAloneAreAWarning() {
        try (Server server = Server.start()) {
            server.set("save", "900 1");
            assertThat(findings(server)).singleElement().satisfies(finding -> {
                assertThat(finding.code()).isEqualTo(Code.SNAPSHOTS_ONLY);
                assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                assertThat(finding.message()).contains("save 900 1");
            });
        }
    }

    @Test
    void aServerThatForbidsTheQuestionsIsAFinding() {
        try (Server server = Server.start()) {
            server.execute("ACL", "SETUSER", "default", "-info", "-config");
            assertThat(findings(server))
                    .isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding.code()).isEqualTo(Code.UNKNOWN));
        }
    }

    @Test
    void aServerThatIsGoneIsAFinding() {
        try (Server server = Server.start()) {
            server.stop();
            assertThat(new RedisDurabilityCheck(server.client(), Duration.ofSeconds(1)).findings())
                    .isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding.code()).isEqualTo(Code.UNKNOWN));
        }
    }
}
