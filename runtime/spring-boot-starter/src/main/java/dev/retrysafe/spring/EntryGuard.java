package dev.retrysafe.spring;

import dev.retrysafe.tool.ToolRegistry;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Stands behind all other advice, and lets an attempt enter its method once. */
final class EntryGuard implements MethodInterceptor {

    private final ToolRegistry registry;

    EntryGuard(ToolRegistry registry) {
        this.registry = registry;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        return SpringCall.of(call, registry).enter();
    }
}
