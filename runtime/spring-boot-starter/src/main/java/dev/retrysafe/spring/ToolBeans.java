package dev.retrysafe.spring;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.util.ClassUtils;

/**
 * Sees every bean twice: before its proxy is made, by its type, and after, as the proxy that callers get. A bean whose
 * annotated methods would run unprotected is refused. As a post-processor of merged definitions it comes after all others
 * that make or change proxies.
 */
final class ToolBeans implements SmartInstantiationAwareBeanPostProcessor, MergedBeanDefinitionPostProcessor {

    private static final Logger LOG = LoggerFactory.getLogger("retrysafe");

    private final ProxyForecast forecast;

    private final ToolRegistry registry;

    /** Beans that others got as a proxy before they were complete; what comes later under their name is no proxy. */
    private final Set<String> handedOutEarly = ConcurrentHashMap.newKeySet();

    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    ToolBeans(ConfigurableListableBeanFactory beans, ToolRegistry registry) {
        this.forecast = new ProxyForecast(beans);
        this.registry = registry;
    }

    @Override
    public void postProcessMergedBeanDefinition(RootBeanDefinition definition, Class<?> type, String beanName) {
        checkType(beanName, type);
    }

    @Override
    public Object getEarlyBeanReference(Object bean, String beanName) {
        check(beanName, bean);
        handedOutEarly.add(beanName);
        return bean;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (!handedOutEarly.remove(beanName)) {
            check(beanName, bean);
        }
        return bean;
    }

    /**
     * Checks what can be told from a bean's type alone, as for lazy, scoped and prototype beans at start-up.
     *
     * @throws NotInterceptedException when no proxy could see the calls of its annotated methods
     * @throws dev.retrysafe.tool.ToolDefinitionException when there is no generated code
     */
    void checkType(String beanName, Class<?> given) {
        Class<?> type = ClassUtils.getUserClass(given);
        for (Method method : ToolTypes.tools(type)) {
            checkMethod(beanName, type, method);
            if (!type.isInterface()) {
                Class<?>[] interfaces = forecast.interfacesOf(beanName, type);
                checkVisible(beanName, type, method, interfaces);
            }
        }
    }

    /**
     * Checks a bean as callers get it.
     *
     * @throws NotInterceptedException when a call of an annotated method would not be seen
     */
    void check(String beanName, Object bean) {
        // A scoped proxy only passes calls on to the bean of its scope, which is checked under its own name.
        if (bean instanceof ScopedObject) {
            return;
        }
        Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
        if (!ToolTypes.hasTools(type) || TestDoubles.isMock(bean)) {
            return;
        }
        AdviceChain chain = AdviceChain.of(bean);
        for (Method method : ToolTypes.tools(type)) {
            checkMethod(beanName, type, method);
            if (chain == null) {
                throw unproxied(beanName, type, method);
            }
            checkVisible(beanName, type, method, chain.interfaces());
            checkPackage(beanName, method, chain.proxyClass());
            checkTransaction(beanName, type, method);
            chain.retriesInside(method, type).forEach(advice -> warnOfRetry(beanName, advice, method));
        }
        if (chain != null) {
            chain.validateFirst();
            chain.guardLast();
        }
    }

    /** By its name alone, so it may be none; one that does enter twice is refused when it does. */
    private void warnOfRetry(String beanName, String advice, Method method) {
        String warning = advice + " stands inside the attempt of " + describe(method) + " (bean '" + beanName + "')";
        if (warned.add(warning)) {
            LOG.warn(
                    "{}: if it retries, its second try is refused (EnteredTwice) and the attempt is in doubt. Give a retry"
                            + " an order of RetrysafeOrder.INTERCEPTOR - 1 ({}) or less, so that it runs outside",
                    warning,
                    RetrysafeOrder.INTERCEPTOR - 1);
        }
    }

    private void checkMethod(String beanName, Class<?> type, Method method) {
        int modifiers = method.getModifiers();
        String kind = Modifier.isStatic(modifiers) ? "static" : Modifier.isPrivate(modifiers) ? "private" : null;
        if (kind != null) {
            throw new NotInterceptedException(
                    beanName,
                    describe(method) + " is " + kind + ", and a proxy sees calls of its own methods alone",
                    "Make it a method that can be overridden, or compile with -Aretrysafe.interception=aspectj and weave.");
        }
        if (registry.find(type, method) == null) {
            throw new NotInterceptedException(
                    beanName,
                    describe(method) + " overrides an annotated method in a way that cannot be matched",
                    "Repeat the annotation on " + describe(method) + ".");
        }
    }

    /** Checks that a proxy would have the method: one of the class overrides it, one of interfaces implements it. */
    private static void checkVisible(
            String beanName, Class<?> type, Method method, Class<?> @Nullable [] proxiedInterfaces) {
        if (proxiedInterfaces != null) {
            if (Arrays.stream(proxiedInterfaces).noneMatch(i -> declares(i, type, method))) {
                throw new NotInterceptedException(
                        beanName,
                        "its proxy implements interfaces only, and none of them declares " + describe(method),
                        "Remove spring.aop.proxy-target-class=false, or declare the method in an interface of "
                                + type.getName() + ".");
            }
            return;
        }
        boolean finalClass = Modifier.isFinal(type.getModifiers());
        if (finalClass || Modifier.isFinal(method.getModifiers())) {
            throw new NotInterceptedException(
                    beanName,
                    (finalClass ? type.getName() + " is final (as records are)" : describe(method) + " is final")
                            + ", so no proxy can override " + describe(method),
                    "Remove \"final\", or call the method through an interface with spring.aop.proxy-target-class=false.");
        }
    }

    /** What is committed together must be in one transaction. */
    private void checkTransaction(String beanName, Class<?> type, Method method) {
        ToolMethod tool = registry.find(type, method);
        String escaping = CallersTransactions.SPRING_TX
                        && tool != null
                        && tool.definition().mutation() == Mutation.LOCAL_TRANSACTION
                ? TransactionAttributes.escaping(method, type)
                : null;
        if (escaping != null) {
            throw new NotInterceptedException(
                    beanName,
                    describe(method) + " is declared LOCAL_TRANSACTION and @Transactional(propagation = " + escaping
                            + "), so its effect would be committed apart from its receipt",
                    "Leave the propagation out: the method joins the transaction of its record. Or declare another class"
                            + " of mutation.");
        }
    }

    /** The package of a class proxy is another one, however it is named, when its class loader is. */
    private static void checkPackage(String beanName, Method method, Class<?> proxyClass) {
        int modifiers = method.getModifiers();
        if ((modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0
                && proxyClass.getClassLoader() != method.getDeclaringClass().getClassLoader()) {
            throw new NotInterceptedException(
                    beanName,
                    describe(method) + " is package-private, and its proxy is in another class loader",
                    "Make it protected or public.");
        }
    }

    private static boolean declares(Class<?> proxied, Class<?> type, Method method) {
        return Arrays.stream(proxied.getMethods())
                .anyMatch(m -> m.getName().equals(method.getName())
                        && AopUtils.getMostSpecificMethod(m, type).equals(method));
    }

    private static NotInterceptedException unproxied(String beanName, Class<?> type, Method method) {
        return new NotInterceptedException(
                beanName,
                "it is no proxy, or one without the interceptor, so calls of " + describe(method)
                        + " reach the object itself. It was made before proxies could be, usually because a"
                        + " BeanPostProcessor (or a bean that one needs) needs it; or it was registered as a finished object",
                "Let the BeanPostProcessor look up '" + beanName + "' when it is used (@Lazy or ObjectProvider) and"
                        + " declare its @Bean method static; or define " + type.getName() + " as an ordinary bean.");
    }

    private static String describe(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
