package dev.retrysafe.canonical;

import dev.retrysafe.SideEffectRejectedException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The members of a canonical document's objects, those of single values in one call. */
abstract sealed class MemberWriter extends ScalarWriter permits CanonicalWriter {

    /**
     * Writes the name of the next member.
     *
     * @param name from {@link CanonicalWriter#memberName}
     */
    public final void member(byte[] name) {
        out.constant(name);
    }

    /**
     * Writes a member that is text; none for null.
     *
     * @param name from {@link CanonicalWriter#memberName}
     * @param value well-formed Unicode text
     * @throws SideEffectRejectedException when it holds half of a surrogate pair
     */
    public final void text(byte[] name, @Nullable CharSequence value) {
        if (value != null) {
            member(name);
            text(value);
        }
    }

    /**
     * Writes a member whose canonical text is its {@code toString()}; none for null.
     *
     * @param name from {@link CanonicalWriter#memberName}
     * @param value a value of a type that says so, such as {@code UUID}
     */
    public final void textOf(byte[] name, @Nullable Object value) {
        if (value != null) {
            member(name);
            text(value.toString());
        }
    }

    /**
     * Writes a member that is an enum constant, by its {@code name()}; none for null.
     *
     * @param name from {@link CanonicalWriter#memberName}
     * @param value the constant
     */
    public final void constant(byte[] name, @Nullable Enum<?> value) {
        if (value != null) {
            member(name);
            constant(value);
        }
    }

    /**
     * Writes a member that is an integral number.
     *
     * @param name from {@link CanonicalWriter#memberName}
     * @param value the number
     * @see #integral(long)
     */
    public final void integral(byte[] name, long value) {
        member(name);
        integral(value);
    }

    /**
     * Writes a member that is a boolean.
     *
     * @param name from {@link CanonicalWriter#memberName}
     * @param value the boolean
     */
    public final void bool(byte[] name, boolean value) {
        member(name);
        bool(value);
    }

    /**
     * Writes a member that is a decimal number; none for null.
     *
     * @param name from {@link CanonicalWriter#memberName}
     * @param value the number
     * @throws SideEffectRejectedException when its plain notation has over 1,000 digits
     * @see #decimal(BigDecimal)
     */
    public final void decimal(byte[] name, @Nullable BigDecimal value) {
        if (value != null) {
            member(name);
            decimal(value);
        }
    }
}
