package dev.retrysafe.aspectj;

import dev.retrysafe.engine.Invocation;
import dev.retrysafe.tool.ToolDefinitionException;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import org.jspecify.annotations.Nullable;

/** An execution of a woven method. */
final class WovenInvocation implements Invocation {

    private static final ToolRegistry TOOLS = new ToolRegistry();

    private final ToolMethod tool;

    private final JoinPoint execution;

    private final @Nullable Object[] arguments;

    private WovenInvocation(ToolMethod tool, JoinPoint execution) {
        this.tool = tool;
        this.execution = execution;
        // A copy at each call.
        this.arguments = execution.getArgs();
    }

    /**
     * A call that can proceed. The weaver looks at this parameter's type: it would take an advice that hands its execution on
     * as anything else for one that never proceeds, and leave out what proceeding needs.
     */
    static WovenInvocation of(ProceedingJoinPoint execution) {
        return new WovenInvocation(tool(execution), execution);
    }

    /** A call whose method is next. */
    static WovenInvocation entering(JoinPoint execution) {
        return new WovenInvocation(tool(execution), execution);
    }

    /** The method that runs, which a subclass may have overridden and reached by {@code super}. */
    private static ToolMethod tool(JoinPoint execution) {
        Method method = ((MethodSignature) execution.getSignature()).getMethod();
        ToolMethod tool = TOOLS.find(method.getDeclaringClass(), method);
        if (tool == null) {
            throw new ToolDefinitionException(
                    "NoGeneratedCode",
                    method + " was woven as an annotated method, and its class has no such annotation: it was replaced"
                            + " while the JVM ran. Restart it.");
        }
        return tool;
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
    public boolean isOverriddenBy(Object running) {
        return running instanceof JoinPoint.StaticPart other
                && other.getSignature() instanceof MethodSignature overriding
                && execution.getSignature() instanceof MethodSignature own
                && own.getDeclaringType() != overriding.getDeclaringType()
                && own.getMethod().getDeclaringClass().isAssignableFrom(overriding.getDeclaringType())
                && own.getName().equals(overriding.getName())
                && Arrays.equals(own.getParameterTypes(), overriding.getParameterTypes());
    }

    @Override
    public @Nullable Object proceed() throws Throwable {
        return ((ProceedingJoinPoint) execution).proceed();
    }
}
