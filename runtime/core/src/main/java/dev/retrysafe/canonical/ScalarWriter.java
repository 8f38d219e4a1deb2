package dev.retrysafe.canonical;

import dev.retrysafe.RefusalCode;
import dev.retrysafe.SideEffectRejectedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/** The leaves of a canonical document: how each kind of single value is written. */
abstract sealed class ScalarWriter permits MemberWriter {

    private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

    static final int MAX_DECIMAL_DIGITS = 1000;

    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    /** This document's until it ends. */
    JsonBuffer out = Buffers.take(this);

    /** The refusal of what was found at the place that is being written. */
    abstract SideEffectRejectedException refusal(RefusalCode code, String what);

    final SideEffectRejectedException notCanonical(String what) {
        return refusal(RefusalCode.NOT_CANONICAL, what);
    }

    /** Writes {@code null}: an element of a list or set; members that are null are left out instead. */
    public final void nullValue() {
        out.raw(NULL);
    }

    /**
     * Writes text.
     *
     * @param value well-formed Unicode text
     * @throws SideEffectRejectedException when it holds half of a surrogate pair
     */
    public final void text(CharSequence value) {
        out.text(value);
    }

    /**
     * Writes a character as text.
     *
     * @param value the character
     */
    public final void text(char value) {
        text(String.valueOf(value));
    }

    /**
     * Writes an enum constant by its {@code name()}.
     *
     * @param value the constant
     */
    public final void constant(Enum<?> value) {
        text(value.name());
    }

    /**
     * Writes a boolean.
     *
     * @param value the boolean
     */
    public final void bool(boolean value) {
        out.raw(value ? TRUE : FALSE);
    }

    /**
     * Writes an integral number: as a number up to 2^53-1, beyond as text.
     *
     * @param value the number
     */
    public final void integral(long value) {
        if (value >= -MAX_SAFE_INTEGER && value <= MAX_SAFE_INTEGER) {
            out.integral(value);
        } else {
            text(Long.toString(value));
        }
    }

    /**
     * Writes a {@code BigInteger}: as a number up to 2^53-1, beyond as text.
     *
     * @param value the number
     */
    public final void integral(BigInteger value) {
        if (value.bitLength() <= 62) {
            integral(value.longValue());
        } else if (value.bitLength() > CanonicalWriter.MAX_BYTES) {
            throw out.tooLarge();
        } else {
            text(value.toString());
        }
    }

    /**
     * Writes a {@code BigDecimal} as text in plain notation without trailing zeros, so that 10, 10.0 and 1E1 are one.
     *
     * @param value the number
     * @throws SideEffectRejectedException when its plain notation has over 1,000 digits
     */
    public final void decimal(BigDecimal value) {
        text(plain(value));
    }

    /** The plain notation; refused when it is too long. */
    final String plain(BigDecimal value) {
        long digits = Numbers.plainDigits(value);
        if (digits > MAX_DECIMAL_DIGITS) {
            throw notCanonical("a decimal number of " + digits + " digits; at most " + MAX_DECIMAL_DIGITS
                    + " have a canonical form");
        }
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /**
     * Writes a {@code double} in ECMAScript's shortest form; {@code -0} is {@code 0}.
     *
     * @param value a finite number
     * @throws SideEffectRejectedException for NaN and infinities
     */
    public final void number(double value) {
        if (!Double.isFinite(value)) {
            throw notCanonical("the number " + value + ", which JSON cannot write");
        }
        out.number(value);
    }

    /**
     * Writes a {@code float} by its own shortest decimal.
     *
     * @param value a finite number
     * @throws SideEffectRejectedException for NaN and infinities
     */
    public final void number(float value) {
        if (!Float.isFinite(value)) {
            throw notCanonical("the number " + value + ", which JSON cannot write");
        }
        out.number(value);
    }

    /**
     * Writes an instant as {@code Instant.toString()} does.
     *
     * @param value the instant
     */
    public final void instant(Instant value) {
        text(value.toString());
    }

    /**
     * Writes bytes as base64url text without padding (RFC 4648 section 5).
     *
     * @param value the bytes
     */
    public final void bytes(byte[] value) {
        if (value.length > CanonicalWriter.MAX_BYTES) {
            throw out.tooLarge();
        }
        out.put('"');
        out.raw(Base64.getUrlEncoder().withoutPadding().encode(value));
        out.put('"');
    }
}
