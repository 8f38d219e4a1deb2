package dev.retrysafe.tool;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a tool's lookup says of an effect in doubt. */
public final class Lookup {

    private static final Lookup ABSENT = new Lookup(false, null);

    private final boolean found;

    private final @Nullable Object value;

    private Lookup(boolean found, @Nullable Object value) {
        this.found = found;
        this.value = value;
    }

    /**
     * The effect has happened.
     *
     * @param value what the tool would have returned; inside a future, what it would have completed with
     * @return the answer
     */
    public static Lookup found(@Nullable Object value) {
        return new Lookup(true, value);
    }

    /**
     * The remote side does not have the effect now; a request may still be under way to it.
     *
     * @return the answer
     */
    public static Lookup absent() {
        return ABSENT;
    }

    /**
     * The answer of the lookup of a tool with a result. Called by generated code.
     *
     * @param found what it returned
     * @return the answer
     */
    public static Lookup of(Optional<?> found) {
        return found.isPresent() ? found(found.get()) : absent();
    }

    /**
     * The answer of the lookup of a tool whose result is itself an {@code Optional}. Called by generated code.
     *
     * @param found what it returned
     * @return the answer
     */
    public static Lookup ofOptional(Optional<?> found) {
        return found.isPresent() ? found(found) : absent();
    }

    /**
     * The answer of the lookup of a {@code void} tool. Called by generated code.
     *
     * @param found what it returned
     * @return the answer
     */
    public static Lookup of(boolean found) {
        return found ? found(null) : absent();
    }

    /**
     * Whether the effect has happened.
     *
     * @return false when it is absent
     */
    public boolean isFound() {
        return found;
    }

    /**
     * The result.
     *
     * @return what the tool would have returned; null when absent, and for a {@code void} tool
     */
    public @Nullable Object value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Lookup that && found == that.found && Objects.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(found, value);
    }

    @Override
    public String toString() {
        return found ? "found" : "absent";
    }
}
