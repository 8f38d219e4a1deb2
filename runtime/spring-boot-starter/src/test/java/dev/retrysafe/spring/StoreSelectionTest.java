package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.jdbc.JdbcEffectStore;
import dev.retrysafe.redis.RedisEffectStore;
import dev.retrysafe.spring.RetrysafeProperties.StoreKind;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.InMemoryEffectStore;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Where records are kept: never anywhere that nobody chose. */
class StoreSelectionTest {

    private final ApplicationContextRunner application = Applications.withoutStore();

    @Test
    void noStoreAtAll() {
        application
                .withClassLoader(new FilteredClassLoader(RedisEffectStore.class, JdbcEffectStore.class))
                .run(context -> {
                    StoreSelectionException refusal = refusal(context, StoreSelectionException.class);
                    assertThat(refusal.description())
                            .contains("There is no store")
                            .doesNotContain("class path");
                    assertThat(refusal.action())
                            .contains("dev.retrysafe:retrysafe-redis")
                            .contains("RedissonClient")
                            .contains("dev.retrysafe:retrysafe-jdbc")
                            .contains("DataSource")
                            .contains("retrysafe.store=in-memory");
                });
    }

    @Test
    void theModuleWithoutAClient() {
        application.run(context -> assertThat(refusal(context, StoreSelectionException.class))
                .hasMessageContaining("retrysafe-redis is on the class path, and there is no RedissonClient bean")
                .hasMessageContaining("retrysafe-jdbc is on the class path, and there is no DataSource bean"));
    }

    @Test
    void severalClients() {
        application
                .withBean("one", RedissonClient.class, () -> mock(RedissonClient.class))
                .withBean("two", RedissonClient.class, () -> mock(RedissonClient.class))
                .run(context -> assertThat(refusal(context, StoreSelectionException.class))
                        .hasMessageContaining("(one, two)")
                        .hasMessageContaining("@Primary"));
    }

    @Test
    void twoStores() {
        application
                .withBean(DataSource.class, () -> mock(DataSource.class))
                .withBean(RedissonClient.class, () -> mock(RedissonClient.class))
                .run(context -> {
                    StoreSelectionException refusal = refusal(context, StoreSelectionException.class);
                    assertThat(refusal.description()).contains("jdbc").contains("redis");
                    assertThat(refusal.action()).contains("retrysafe.store=");
                });
    }

    @Test
    void twoStoresAndAChoice() {
        application
                .withClassLoader(new FilteredClassLoader(JdbcEffectStore.class))
                .withBean("one", StoreCandidate.class, () -> new Candidate(StoreKind.JDBC))
                .withBean(RedissonClient.class, () -> mock(RedissonClient.class))
                .withPropertyValues("retrysafe.store=jdbc")
                .run(context -> assertThat(context.getBean(EffectStore.class)).isInstanceOf(InMemoryEffectStore.class));
    }

    @Test
    void redisWithoutAClient() {
        application
                .withPropertyValues("retrysafe.store=redis")
                .run(context -> assertThat(refusal(context, StoreSelectionException.class))
                        .hasMessageContaining("there is no RedissonClient bean"));
    }

    @Test
    void jdbcWithoutItsModule() {
        application
                .withClassLoader(new FilteredClassLoader(JdbcEffectStore.class))
                .withPropertyValues("retrysafe.store=jdbc")
                .run(context -> assertThat(refusal(context, StoreSelectionException.class))
                        .hasMessageContaining("retrysafe-jdbc is not on the class path"));
    }

    @Test
    void inMemoryByNameOnly() {
        application
                .withPropertyValues("retrysafe.store=in-memory")
                .run(context -> assertThat(context.getBean(EffectStore.class)).isInstanceOf(InMemoryEffectStore.class));
    }

    @Test
    void theApplicationsOwnStore() {
        EffectStore own = new InMemoryEffectStore();
        application
                .withBean(EffectStore.class, () -> own)
                .run(context -> assertThat(context.getBean(EffectStore.class)).isSameAs(own));
    }

    @Test
    void theApplicationsOwnEngine() {
        try (SideEffectEngine own =
                SideEffectEngine.builder().store(new InMemoryEffectStore()).build()) {
            application.withBean(SideEffectEngine.class, () -> own).run(context -> {
                assertThat(context.getBean(SideEffectEngine.class)).isSameAs(own);
                assertThat(context).doesNotHaveBean(EffectStore.class);
            });
        }
    }

    private record Candidate(StoreKind kind) implements StoreCandidate {

        @Override
        public String needs() {
            return "DataSource";
        }

        @Override
        public boolean available() {
            return true;
        }

        @Override
        public EffectStore create() {
            return new InMemoryEffectStore();
        }
    }
}
