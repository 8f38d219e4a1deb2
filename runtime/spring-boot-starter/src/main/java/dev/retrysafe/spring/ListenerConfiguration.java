package dev.retrysafe.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What traces and metrics are told, for applications that have the libraries. */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

    private static final String SCOPE = "dev.retrysafe";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(OpenTelemetry.class)
    static class Traces {

        @Bean
        OpenTelemetryListener retrysafeOpenTelemetryListener(ObjectProvider<OpenTelemetry> bean) {
            OpenTelemetry openTelemetry = bean.getIfUnique();
            return new OpenTelemetryListener(() ->
                    openTelemetry == null ? GlobalOpenTelemetry.getTracer(SCOPE) : openTelemetry.getTracer(SCOPE));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Metrics {

        @Bean
        @ConditionalOnBean(MeterRegistry.class)
        MicrometerListener retrysafeMicrometerListener(MeterRegistry registry) {
            return new MicrometerListener(registry);
        }
    }
}
