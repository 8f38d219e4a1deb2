package dev.retrysafe.spring;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.engine.CallersTransaction;
import dev.retrysafe.engine.Invocation;
import dev.retrysafe.engine.MethodEntry;
import dev.retrysafe.tool.Completion;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import org.springframework.aop.support.AopUtils;

/** A call on a proxy, as the engine sees it. */
final class SpringCall implements Invocation {

    /** Shared by all copies of one walk along a chain, whatever threads they go on. */
    private static final String ENTRY = MethodEntry.class.getName();

    private final ToolMethod tool;

    private final @Nullable Object target;

    private final Class<?> targetClass;

    private final JoinPoint joinPoint;

    private final MethodInvocation call;

    /** A copy: advice inside may put others in their place. */
    private final @Nullable Object[] arguments;

    private SpringCall(
            ToolMethod tool,
            @Nullable Object target,
            Class<?> targetClass,
            JoinPoint joinPoint,
            MethodInvocation call) {
        this.tool = tool;
        this.target = target;
        this.targetClass = targetClass;
        this.joinPoint = joinPoint;
        this.call = call;
        this.arguments = call.getArguments().clone();
    }

    static SpringCall of(MethodInvocation call, ToolRegistry registry) {
        Object target = innermost(call.getThis());
        Class<?> targetClass = target == null ? call.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
        ToolMethod tool = registry.find(targetClass, call.getMethod());
        if (tool == null) {
            throw new IllegalStateException("not run: " + call.getMethod() + " was matched as a tool of "
                    + targetClass.getName() + " and is none");
        }
        Method method = AopUtils.getMostSpecificMethod(call.getMethod(), targetClass);
        return new SpringCall(tool, target, targetClass, new JoinPoint(method, call.getThis()), call);
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

    @Override
    public ToolMethod tool() {
        return tool;
    }

    @Override
    public @Nullable Object[] arguments() {
        return arguments;
    }

    @Override
    public @Nullable Object target() {
        return target;
    }

    @Override
    public Object joinPoint() {
        return joinPoint;
    }

    @Override
    public CallersTransaction callersTransaction(@Nullable Object subscriber) {
        return CallersTransactions.around(
                joinPoint.method,
                targetClass,
                tool.definition().mutation() == Mutation.LOCAL_TRANSACTION,
                call instanceof ProxyMethodInvocation proxied ? proxied.getProxy() : null,
                subscriber);
    }

    /**
     * A call can be walked once, while each subscription to a {@code Mono} is a call: each walks a copy of its own, and
     * aspects inside find it on their thread as ever.
     */
    @Override
    public @Nullable Object proceed() throws Throwable {
        if (!(call instanceof ProxyMethodInvocation proxied)) {
            return call.proceed();
        }
        if (tool.definition().completion() == Completion.MONO) {
            return ExposeInvocationInterceptor.INSTANCE.invoke(proxied.invocableClone());
        }
        proxied.setUserAttribute(ENTRY, MethodEntry.current(this));
        return proxied.proceed();
    }

    /** Runs the method, where nothing but it is left of the chain. */
    @Nullable
    Object enter() throws Throwable {
        MethodEntry taken =
                call instanceof ProxyMethodInvocation proxied ? (MethodEntry) proxied.getUserAttribute(ENTRY) : null;
        return MethodEntry.enter(this, taken, call::proceed);
    }
}
