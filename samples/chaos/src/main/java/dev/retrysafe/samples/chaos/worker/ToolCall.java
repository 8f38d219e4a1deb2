package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.engine.Invocation;
import dev.retrysafe.tool.ToolMethod;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A skin of its own, as thin as they get: neither Spring nor a weaver is in the workers' small heaps. */
public final class ToolCall implements Invocation {

    private final ToolMethod tool;

    private final Object target;

    private final Method method;

    private final @Nullable Object[] arguments;

    /**
     * A call.
     *
     * @param tool the tool
     * @param target the object whose method it is
     * @param method the method
     * @param arguments the arguments
     */
    public ToolCall(ToolMethod tool, Object target, Method method, @Nullable Object... arguments) {
        this.tool = tool;
        this.target = target;
        this.method = method;
        this.arguments = arguments;
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
    public Object target() {
        return target;
    }

    @Override
    public Object joinPoint() {
        return method;
    }

    @Override
    public @Nullable Object proceed() throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
