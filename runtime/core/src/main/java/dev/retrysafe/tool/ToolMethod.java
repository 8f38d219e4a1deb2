package dev.retrysafe.tool;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One annotated method: its definition, and the generated code that reads its arguments and result. */
public abstract class ToolMethod {

    private final ToolDefinition definition;

    private final ResultType<?> resultType;

    private final List<Class<?>> parameterTypes;

    /**
     * Called by generated code.
     *
     * @param definition what the annotation says, checked
     * @param resultType the declared, generic type of the result's value
     * @param parameterTypes the erased types of the method's parameters
     */
    protected ToolMethod(ToolDefinition definition, ResultType<?> resultType, Class<?>... parameterTypes) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.resultType = Objects.requireNonNull(resultType, "resultType");
        this.parameterTypes = List.of(parameterTypes);
    }

    /**
     * Writes the value of {@code effect}: one object, whose members are named by the parameters.
     *
     * @param w where to write
     * @param arguments the method's arguments; not changed
     */
    public abstract void effect(CanonicalWriter w, @Nullable Object[] arguments);

    /**
     * Writes the template's parts, without the tool's name.
     *
     * @param k where to write
     * @param arguments the method's arguments; not changed
     */
    public abstract void key(KeyWriter k, @Nullable Object[] arguments);

    /**
     * Reads the remote id.
     *
     * @param result the result's value; inside a future, what it completed with
     * @return the id; null when the tool names none or something on its path is null
     */
    public @Nullable String remoteId(Object result) {
        return null;
    }

    /**
     * Reads the remote address.
     *
     * @param result the result's value; inside a future, what it completed with
     * @return the address; null when the tool names none or something on its path is null
     */
    public @Nullable String remoteUrl(Object result) {
        return null;
    }

    /**
     * Builds a stored failure again. No class is loaded by a name from the store: only the definition's own types are
     * compared with it.
     *
     * @param type the binary name of one of the types that the tool replays, or once replayed
     * @param message the failure's message; null when it had none
     * @return the failure; null when the tool does not replay such a type
     * @throws Throwable what the type's constructor throws
     */
    public @Nullable Throwable rebuild(String type, @Nullable String message) throws Throwable {
        return null;
    }

    /**
     * Asks the remote side whether the effect happened, where the tool has a lookup.
     *
     * @param target the object whose method the tool is; null for a static one
     * @param arguments the method's arguments; not changed
     * @param key the key that every attempt forwards
     * @return what the lookup says
     * @throws UnsupportedOperationException when the tool has no lookup
     * @throws Throwable what the lookup throws
     */
    public Lookup lookUp(@Nullable Object target, @Nullable Object[] arguments, DownstreamKey key) throws Throwable {
        throw new UnsupportedOperationException(definition.tool() + " has no lookup");
    }

    /**
     * What the annotation says.
     *
     * @return the definition
     */
    public final ToolDefinition definition() {
        return definition;
    }

    /**
     * The type that a stored result is read back to; for a future, the type of what it completes with.
     *
     * @return the declared, generic type
     */
    public final ResultType<?> resultType() {
        return resultType;
    }

    /**
     * The erased types of the method's parameters, which with its name tell it from its overloads.
     *
     * @return the types in order
     */
    public final List<Class<?>> parameterTypes() {
        return parameterTypes;
    }
}
