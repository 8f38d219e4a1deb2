package dev.retrysafe.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;

/** The interceptors around one bean, outermost first, as seen from ours. */
final class AdviceChain {

    private static final String VALIDATION =
            "org.springframework.validation.beanvalidation.MethodValidationInterceptor";

    private final Advised proxy;

    private AdviceChain(Advised proxy) {
        this.proxy = proxy;
    }

    /** The chain that holds our interceptor: the bean's own or, where proxies are nested, one further in. */
    static @Nullable AdviceChain of(Object bean) {
        if (!(bean instanceof Advised proxy)) {
            return null;
        }
        AdviceChain chain = new AdviceChain(proxy);
        if (chain.ours() >= 0) {
            return chain;
        }
        Object inner = AopProxyUtils.getSingletonTarget(bean);
        return inner == null ? null : of(inner);
    }

    private int ours() {
        List<Advisor> advisors = Arrays.asList(proxy.getAdvisors());
        for (int i = 0; i < advisors.size(); i++) {
            if (advisors.get(i).getAdvice() instanceof SideEffectInterceptor) {
                return i;
            }
        }
        return -1;
    }

    /** The interfaces that the proxy implements; null for one that extends the class. */
    Class<?> @Nullable [] interfaces() {
        return AopUtils.isJdkDynamicProxy(proxy) ? proxy.getProxiedInterfaces() : null;
    }

    Class<?> proxyClass() {
        return proxy.getClass();
    }

    /**
     * Spring adds its validation behind all others, where a refused argument would leave the key in doubt. It is moved to
     * directly before ours.
     */
    void validateFirst() {
        int ours = ours();
        Advisor[] advisors = proxy.getAdvisors();
        for (int i = ours + 1; i < advisors.length && !proxy.isFrozen(); i++) {
            if (isA(advisors[i].getAdvice().getClass(), VALIDATION)) {
                proxy.removeAdvisor(advisors[i]);
                proxy.addAdvisor(ours, advisors[i]);
            }
        }
    }

    /**
     * Advice without an order sorts behind the guard, which has the last there is. The guard is moved behind it: what stood
     * there would enter the method unseen.
     */
    void guardLast() {
        Advisor[] advisors = proxy.getAdvisors();
        for (int i = 0; i < advisors.length - 1 && !proxy.isFrozen(); i++) {
            if (advisors[i].getAdvice() instanceof EntryGuard) {
                proxy.removeAdvisor(advisors[i]);
                proxy.addAdvisor(advisors[i]);
            }
        }
    }

    /** The names of what stands inside ours and looks like a retry. */
    List<String> retriesInside(Method method, Class<?> targetClass) {
        List<String> found = new ArrayList<>();
        Advisor[] advisors = proxy.getAdvisors();
        for (int i = ours() + 1; i < advisors.length; i++) {
            Class<?> advice = declaring(advisors[i].getAdvice());
            if (advice.getSimpleName().contains("Retry") && matches(advisors[i], method, targetClass)) {
                found.add(advice.getName());
            }
        }
        return found;
    }

    private static Class<?> declaring(Advice advice) {
        return advice instanceof AbstractAspectJAdvice aspect
                ? aspect.getAspectJAdviceMethod().getDeclaringClass()
                : advice.getClass();
    }

    private static boolean matches(Advisor advisor, Method method, Class<?> targetClass) {
        return !(advisor instanceof PointcutAdvisor p)
                || (p.getPointcut().getClassFilter().matches(targetClass)
                        && p.getPointcut().getMethodMatcher().matches(method, targetClass));
    }

    private static boolean isA(Class<?> type, String name) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
