package dev.retrysafe.spring;

import dev.retrysafe.engine.SideEffectEngine;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The operations endpoint, for applications that have Actuator, where it is exposed and access is given. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
class OperationsConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(endpoint = OperationsEndpoint.class)
    static class Endpoint {

        @Bean
        @ConditionalOnMissingBean
        OperationsEndpoint retrysafeOperationsEndpoint(SideEffectEngine engine) {
            return new OperationsEndpoint(engine.operations());
        }
    }
}
