package dev.retrysafe.engine;

import dev.retrysafe.tool.ToolMethod;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A call of a tool without annotations. */
final class DirectInvocation implements Invocation {

    private final ToolMethod tool;

    private final Callable<?> body;

    private final @Nullable Object[] arguments;

    DirectInvocation(ToolMethod tool, Callable<?> body, @Nullable Object[] arguments) {
        this.tool = tool;
        this.body = body;
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
    public @Nullable Object target() {
        return tool;
    }

    @Override
    public Object joinPoint() {
        return DirectInvocation.class;
    }

    @Override
    public @Nullable Object proceed() throws Exception {
        return body.call();
    }
}
