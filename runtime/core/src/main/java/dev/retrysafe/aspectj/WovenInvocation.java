package dev.retrysafe.aspectj;

import dev.retrysafe.engine.Invocation;
import dev.retrysafe.tool.ToolMethod;
import org.aspectj.lang.ProceedingJoinPoint;
import org.jspecify.annotations.Nullable;

/** An execution of a woven method. */
final class WovenInvocation implements Invocation {

    private final ToolMethod tool;

    private final ProceedingJoinPoint execution;

    private final @Nullable Object[] arguments;

    WovenInvocation(ToolMethod tool, ProceedingJoinPoint execution) {
        this.tool = tool;
        this.execution = execution;
        // A copy at each call.
        this.arguments = execution.getArgs();
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
        return execution.getTarget();
    }

    @Override
    public Object joinPoint() {
        // One for each woven method.
        return execution.getStaticPart();
    }

    @Override
    public @Nullable Object proceed() throws Throwable {
        return execution.proceed();
    }
}
