package dev.retrysafe.spring;

import dev.retrysafe.engine.Invocation;
import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.tool.Completion;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import org.springframework.aop.support.AopUtils;

/** Hands a call on a proxy to the engine. Decides nothing. */
final class SideEffectInterceptor implements MethodInterceptor {

    private final ToolRegistry registry;

    private final Supplier<SideEffectEngine> engine;

    /**
     * Makes the interceptor.
     *
     * @param engine asked at calls only: proxies are made before the engine and what it needs
     */
    SideEffectInterceptor(ToolRegistry registry, Supplier<SideEffectEngine> engine) {
        this.registry = registry;
        this.engine = engine;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Object target = innermost(call.getThis());
        Class<?> targetClass = target == null ? call.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
        ToolMethod tool = registry.find(targetClass, call.getMethod());
        if (tool == null) {
            throw new IllegalStateException("not run: " + call.getMethod() + " was matched as a tool of "
                    + targetClass.getName() + " and is none");
        }
        Method method = AopUtils.getMostSpecificMethod(call.getMethod(), targetClass);
        return engine.get().call(new SpringCall(tool, target, new JoinPoint(method, call.getThis()), call));
    }

    /** The object behind nested proxies, which a bean that is defined under two names has. */
    private static @Nullable Object innermost(@Nullable Object target) {
        Object inner = target == null ? null : AopProxyUtils.getSingletonTarget(target);
        return inner == null ? target : innermost(inner);
    }

    /** A method, advised by the proxy around this object. The same for a call through an interface or the class. */
    private static final class JoinPoint {

        private final Method method;

        private final @Nullable Object advised;

        private JoinPoint(Method method, @Nullable Object advised) {
            this.method = method;
            this.advised = advised;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof JoinPoint point && method.equals(point.method) && advised == point.advised;
        }

        @Override
        public int hashCode() {
            return method.hashCode();
        }
    }

    private record SpringCall(ToolMethod tool, @Nullable Object target, Object joinPoint, MethodInvocation call)
            implements Invocation {

        @Override
        public @Nullable Object[] arguments() {
            return call.getArguments();
        }

        /**
         * A call can be walked once, while each subscription to a {@code Mono} is a call: each walks a copy of its own, and
         * aspects inside find it on their thread as ever.
         */
        @Override
        public @Nullable Object proceed() throws Throwable {
            return tool.definition().completion() == Completion.MONO && call instanceof ProxyMethodInvocation proxied
                    ? ExposeInvocationInterceptor.INSTANCE.invoke(proxied.invocableClone())
                    : call.proceed();
        }
    }
}
