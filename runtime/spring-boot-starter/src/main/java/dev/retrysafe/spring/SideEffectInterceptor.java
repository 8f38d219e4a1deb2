package dev.retrysafe.spring;

import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.tool.ToolRegistry;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

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
        return engine.get().call(SpringCall.of(call, registry));
    }
}
