package dev.retrysafe.spring;

import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.tool.AnnotatedMethods;
import java.lang.reflect.Method;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;

/** Puts the interceptor on every annotated method, also where an interface or a superclass carries the annotation. */
final class SideEffectAdvisor extends StaticMethodMatcherPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    SideEffectAdvisor(SideEffectInterceptor interceptor) {
        super(interceptor);
        setOrder(RetrysafeOrder.INTERCEPTOR);
        setClassFilter(ToolTypes::hasTools);
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return AnnotatedMethods.find(targetClass, method, SideEffect.class) != null;
    }
}
