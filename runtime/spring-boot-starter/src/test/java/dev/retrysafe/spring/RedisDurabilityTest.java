package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.redis.RedisEffectStore;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.EffectStoreException;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Token;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RedissonClient;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What becomes of an application whose server may lose records. */
@ExtendWith(OutputCaptureExtension.class)
class RedisDurabilityTest {

    private static RealRedis redis;

    private final ApplicationContextRunner application =
            Applications.withoutStore().withBean(RedissonClient.class, () -> redis.client());

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        redis = new RealRedis(directory, "save \"\"", "appendonly no");
    }

    @AfterAll
    static void stop() throws IOException {
        redis.close();
    }

    private void whenEvicting(
            ApplicationContextRunner runner, ContextConsumer<? super AssertableApplicationContext> test) {
        redis.set("maxmemory-policy", "allkeys-lru");
        try {
            runner.run(test);
        } finally {
            redis.set("maxmemory-policy", "noeviction");
        }
    }

    @Test
    void standardWarnsOfMissingPersistence(CapturedOutput output) {
        application.run(context -> {
            assertThat(context.getBean(EffectStore.class)).isInstanceOf(RedisEffectStore.class);
            assertThat(output).containsOnlyOnce("[retrysafe:UnsafeRedis]").contains("appendonly no");
        });
    }

    @Test
    void oneLineSaysTheLevelThatWasFound(CapturedOutput output) {
        application.run(context -> assertThat(output)
                .containsOnlyOnce("Redis durability: ")
                .contains("Redis durability: none (a restart loses everything); replicas: 0 connected, min-replicas 0"
                        + " (a fail-over can lose what it acknowledged last)."));
    }

    @Test
    void fewerReplicasThanAskedForAreWarnedOfAndRefuseEveryClaim(CapturedOutput output) {
        application.withPropertyValues("retrysafe.redis.min-replicas=1").run(context -> {
            assertThat(output).contains("min-replicas 1 (a claim counts once that many have it).");
            assertThat(output).contains("Redis has 0 replicas connected and min-replicas is 1");
            EffectStoreException refusal = catchThrowableOfType(
                    EffectStoreException.class,
                    () -> context.getBean(EffectStore.class).claim(claim()));
            assertThat(refusal).hasMessageContaining("0 of 1 replicas");
        });
    }

    private static ClaimRequest claim() {
        return new ClaimRequest(
                new OperationId("default", "acme", "create_ticket", "acme:approval_17:create_ticket"),
                Token.fresh(),
                "sha256:" + "0a".repeat(32),
                "d0".repeat(16),
                Mutation.NON_IDEMPOTENT,
                "tester",
                Duration.ofSeconds(30),
                Duration.ofHours(24),
                null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"standard", "fail"})
    void evictionFailsStartUp(String check) {
        whenEvicting(application.withPropertyValues("retrysafe.redis.durability-check=" + check), context -> {
            UnsafeRedisException refusal = refusal(context, UnsafeRedisException.class);
            assertThat(refusal.description()).contains("maxmemory-policy allkeys-lru");
            assertThat(refusal.action()).contains("retrysafe.redis.durability-check=warn");
        });
    }

    @Test
    void failRefusesEveryFinding() {
        application
                .withPropertyValues("retrysafe.redis.durability-check=fail")
                .run(context ->
                        assertThat(refusal(context, UnsafeRedisException.class)).hasMessageContaining("appendonly no"));
    }

    @Test
    void warnStarts(CapturedOutput output) {
        whenEvicting(application.withPropertyValues("retrysafe.redis.durability-check=warn"), context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).contains("maxmemory-policy allkeys-lru").contains("appendonly no");
        });
    }

    @Test
    void offAsksNothing(CapturedOutput output) {
        whenEvicting(application.withPropertyValues("retrysafe.redis.durability-check=off"), context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).doesNotContain("[retrysafe:UnsafeRedis]", "Redis durability");
        });
    }
}
