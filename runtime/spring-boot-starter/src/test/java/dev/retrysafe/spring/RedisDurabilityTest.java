package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.redis.RedisEffectStore;
import dev.retrysafe.store.EffectStore;
import java.io.IOException;
import java.nio.file.Path;
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
            assertThat(output).doesNotContain("[retrysafe:UnsafeRedis]");
        });
    }
}
