package dev.retrysafe.spring;

import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.tool.AnnotatedMethods;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.core.Ordered;

/** Puts an interceptor on every annotated method, also where an interface or a superclass carries the annotation. */
final class SideEffectAdvisor extends StaticMethodMatcherPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    SideEffectAdvisor(SideEffectInterceptor interceptor) {
        this(interceptor, RetrysafeOrder.INTERCEPTOR);
    }

    private SideEffectAdvisor(MethodInterceptor interceptor, int order) {
        super(interceptor);
        setOrder(order);
        setClassFilter(ToolTypes::hasTools);
    }

    /** The advisor of the guard, which {@link AdviceChain#guardLast} puts behind all others. */
    static SideEffectAdvisor of(EntryGuard guard) {
        return new SideEffectAdvisor(guard, Ordered.LOWEST_PRECEDENCE);
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return AnnotatedMethods.find(targetClass, method, SideEffect.class) != null;
    }
}
