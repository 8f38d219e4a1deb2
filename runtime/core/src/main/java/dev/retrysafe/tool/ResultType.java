package dev.retrysafe.tool;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A generic type as a value, captured by an anonymous subclass: {@code new ResultType<List<Ticket>>() {}}.
 *
 * @param <T> the type; primitives boxed
 */
public abstract class ResultType<T> {

    /** The type of a {@code void} tool, which has no result to store. */
    public static final ResultType<@Nullable Void> VOID = new ResultType<>() {};

    private final Type type;

    /** Captures the type argument of the subclass. */
    protected ResultType() {
        Type superclass = getClass().getGenericSuperclass();
        if (!(superclass instanceof ParameterizedType parameterized)) {
            throw new IllegalStateException("ResultType needs a type argument, as in new ResultType<Ticket>() {}");
        }
        type = parameterized.getActualTypeArguments()[0];
    }

    private ResultType(Type type) {
        this.type = type;
    }

    /**
     * A type without type arguments.
     *
     * @param type the class
     * @param <T> the type
     * @return the type as a value
     */
    public static <T> ResultType<T> of(Class<T> type) {
        return new ResultType<>(type) {};
    }

    /**
     * The captured type.
     *
     * @return the type
     */
    public final Type type() {
        return type;
    }

    @Override
    public String toString() {
        return type.getTypeName();
    }
}
