package dev.retrysafe.spring;

import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyProcessorSupport;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Tells, by Spring's own rules, which kind of proxy a bean will get. */
final class ProxyForecast extends ProxyProcessorSupport {

    private static final long serialVersionUID = 1L;

    private final transient ConfigurableListableBeanFactory beans;

    ProxyForecast(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** The interfaces that the proxy will implement; null for a proxy that extends the class. */
    Class<?> @Nullable [] interfacesOf(String beanName, Class<?> type) {
        if (Proxy.isProxyClass(type) || ClassUtils.isLambdaClass(type)) {
            return type.getInterfaces();
        }
        if (classesAreProxied() || AutoProxyUtils.shouldProxyTargetClass(beans, beanName)) {
            return null;
        }
        ProxyFactory proxy = new ProxyFactory();
        evaluateProxyInterfaces(type, proxy);
        return proxy.isProxyTargetClass() ? null : proxy.getProxiedInterfaces();
    }

    private boolean classesAreProxied() {
        return beans.getSingleton(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME) instanceof ProxyConfig creator
                && creator.isProxyTargetClass();
    }
}
