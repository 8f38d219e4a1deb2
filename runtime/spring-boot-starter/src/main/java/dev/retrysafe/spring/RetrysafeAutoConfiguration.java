package dev.retrysafe.spring;

import dev.retrysafe.ResultClassifier;
import dev.retrysafe.engine.EngineBuilder;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.observe.SideEffectListener;
import dev.retrysafe.result.ResultCodec;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.function.SingletonSupplier;

/**
 * Protects every bean with {@code @SideEffect} methods. An {@link EffectStore} or {@link SideEffectEngine} bean of the
 * application's own is used in place of the configured one; {@link SideEffectListener}, {@link ResultClassifier} and
 * {@link ResultCodec} beans are picked up.
 */
@AutoConfiguration(
        // Spring Boot 4's name, then Spring Boot 3's.
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
        })
@Import({
    RetrysafeAutoConfiguration.ProxyCreatorRegistrar.class,
    RedisStoreConfiguration.class,
    JdbcStoreConfiguration.class,
    ListenerConfiguration.class,
    OperationsConfiguration.class
})
public final class RetrysafeAutoConfiguration {

    /** Called by Spring. */
    public RetrysafeAutoConfiguration() {}

    /**
     * What must be there before any other bean is made: it is asked for with the first one. It therefore needs nothing
     * that connects anywhere; the engine is looked up at calls.
     */
    @Configuration(proxyBeanMethods = false)
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static class Interception {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static ToolRegistry retrysafeToolRegistry() {
            return new ToolRegistry();
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static SideEffectAdvisor retrysafeAdvisor(ToolRegistry registry, ObjectProvider<SideEffectEngine> engine) {
            return new SideEffectAdvisor(new SideEffectInterceptor(registry, SingletonSupplier.of(engine::getObject)));
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static SideEffectAdvisor retrysafeEntryGuard(ToolRegistry registry) {
            return SideEffectAdvisor.of(new EntryGuard(registry));
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static ToolBeans retrysafeToolBeans(ConfigurableListableBeanFactory beans, ToolRegistry registry) {
            return new ToolBeans(beans, registry);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(RetrysafeProperties.class)
    static class Engine {

        @Bean
        @ConditionalOnMissingBean({EffectStore.class, SideEffectEngine.class})
        EffectStore retrysafeStore(RetrysafeProperties properties, ObjectProvider<StoreCandidate> candidates) {
            return new StoreSelection(candidates.orderedStream().toList()).select(properties.store());
        }

        @Bean
        @ConditionalOnMissingBean
        SideEffectEngine retrysafeEngine(
                EffectStore store,
                RetrysafeProperties properties,
                Environment environment,
                ObjectProvider<SideEffectListener> listeners,
                ObjectProvider<ResultClassifier> classifier,
                ObjectProvider<ResultCodec> codec) {
            EngineBuilder engine = SideEffectEngine.builder().store(store);
            new Settings(properties, environment).applyTo(engine);
            listeners.orderedStream().forEach(engine::listener);
            classifier.ifAvailable(engine::resultClassifier);
            codec.ifAvailable(engine::resultCodec);
            return engine.build();
        }

        @Bean
        CallsUnderWay retrysafeCallsUnderWay() {
            return new CallsUnderWay();
        }

        @Bean
        StartupCheck retrysafeStartupCheck(
                ConfigurableListableBeanFactory beans,
                ToolBeans toolBeans,
                ToolRegistry registry,
                SideEffectEngine engine,
                ObjectProvider<ToolMethod> unannotated,
                RetrysafeProperties properties) {
            return new StartupCheck(beans, toolBeans, registry, engine, unannotated, properties);
        }
    }

    /** Interception does not depend on whether the application configures any other. */
    static final class ProxyCreatorRegistrar implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        }
    }
}
