package dev.retrysafe.canonical;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Writes numbers as ASCII digits. Floating-point numbers are laid out as ECMAScript does (ECMA-262 Number::toString, which
 * RFC 8785 section 3.2.2.3 asks for); {@code -0} is {@code 0}.
 */
final class Numbers {

    /** The most bytes that one number takes: {@code -0.0000012345678901234567}, and no {@code long} takes more. */
    static final int LONGEST = 25;

    private static final double EXACT_INTEGERS = 1L << 53;

    private static final float EXACT_FLOAT_INTEGERS = 1 << 24;

    /** How many bits make plain notation too long whatever the scale. */
    private static final int MANY_BITS = 1 << 14;

    private static final double DIGITS_PER_BIT = Math.log10(2);

    private Numbers() {}

    /** How many digits plain notation needs at most, from precision and scale alone: the text itself may not fit. */
    static long plainDigits(BigDecimal value) {
        // Counting the digits of a huge number takes as long as writing it; this many bits are over any bound of ours.
        int bits = value.unscaledValue().bitLength();
        if (bits > MANY_BITS) {
            return (long) (bits * DIGITS_PER_BIT);
        }
        long scale = value.scale();
        long precision = value.precision();
        return value.signum() == 0 ? 1 : scale <= 0 ? precision - scale : Math.max(precision, scale + 1);
    }

    static String shortest(double value) {
        byte[] text = new byte[LONGEST];
        return new String(text, 0, write(value, text, 0), StandardCharsets.ISO_8859_1);
    }

    /**
     * Writes a finite number.
     *
     * @param value the number
     * @param text where to, with room for {@link #LONGEST} bytes
     * @param position where the first byte goes
     * @return the position after the last
     */
    static int write(double value, byte[] text, int position) {
        double magnitude = Math.abs(value);
        if (magnitude < EXACT_INTEGERS && magnitude == (long) magnitude) {
            return write((long) value, text, position);
        }
        long bits = Double.doubleToRawLongBits(magnitude);
        long fraction = bits & ((1L << 52) - 1);
        int biased = (int) (bits >>> 52);
        boolean subnormal = biased == 0;
        return layOut(
                value < 0,
                subnormal ? fraction : fraction | 1L << 52,
                (subnormal ? 1 : biased) - 1075,
                fraction == 0 && biased > 1,
                text,
                position);
    }

    /** As for a {@code double}; the decimal is the shortest that reads back as this {@code float}. */
    static int write(float value, byte[] text, int position) {
        float magnitude = Math.abs(value);
        if (magnitude < EXACT_FLOAT_INTEGERS && magnitude == (long) magnitude) {
            return write((long) value, text, position);
        }
        int bits = Float.floatToRawIntBits(magnitude);
        int fraction = bits & ((1 << 23) - 1);
        int biased = bits >>> 23;
        boolean subnormal = biased == 0;
        return layOut(
                value < 0,
                subnormal ? fraction : fraction | 1 << 23,
                (subnormal ? 1 : biased) - 150,
                fraction == 0 && biased > 1,
                text,
                position);
    }

    /** Writes an integral number, which takes at most 20 bytes. */
    static int write(long value, byte[] text, int position) {
        int start = position;
        if (value < 0) {
            text[start++] = '-';
        }
        // Long.MIN_VALUE is its own negative, and the right one when read without a sign.
        long magnitude = value < 0 ? -value : value;
        int end = start + count(magnitude);
        digits(magnitude, text, end);
        return end;
    }

    private static int layOut(
            boolean negative, long significand, int binaryExponent, boolean narrowBelow, byte[] text, int position) {
        long digits = ShortestDecimal.digits(significand, binaryExponent, narrowBelow);
        int exponent = ShortestDecimal.exponent(binaryExponent, narrowBelow);
        while (digits % 10 == 0) {
            digits /= 10;
            exponent++;
        }
        int count = count(digits);
        // The value is 0.DIGITS times ten to the power of point: n in ECMA-262.
        int point = count + exponent;
        int at = position;
        if (negative) {
            text[at++] = '-';
        }
        if (count <= point && point <= 21) {
            digits(digits, text, at + count);
            return zeros(exponent, text, at + count);
        }
        if (0 < point && point <= 21) {
            digits(digits, text, at + 1 + count);
            System.arraycopy(text, at + 1, text, at, point);
            text[at + point] = '.';
            return at + 1 + count;
        }
        if (-6 < point && point <= 0) {
            text[at] = '0';
            text[at + 1] = '.';
            int end = zeros(-point, text, at + 2) + count;
            digits(digits, text, end);
            return end;
        }
        digits(digits, text, at + 1 + count);
        text[at] = text[at + 1];
        text[at + 1] = '.';
        // A single digit has no point behind it.
        int end = count == 1 ? at + 1 : at + 1 + count;
        text[end++] = 'e';
        text[end++] = (byte) (point > 0 ? '+' : '-');
        return write((long) Math.abs(point - 1), text, end);
    }

    private static int zeros(int count, byte[] text, int position) {
        for (int i = 0; i < count; i++) {
            text[position + i] = '0';
        }
        return position + count;
    }

    private static int count(long magnitude) {
        int count = 1;
        for (long bound = 10; count < 19; bound *= 10, count++) {
            if (Long.compareUnsigned(magnitude, bound) < 0) {
                return count;
            }
        }
        return count;
    }

    /** Writes the digits of a number from the last to the first. */
    private static void digits(long magnitude, byte[] text, int end) {
        long rest = magnitude;
        int at = end;
        while (rest < 0 || rest > Integer.MAX_VALUE) {
            long tenth = Long.divideUnsigned(rest, 10);
            text[--at] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
        int small = (int) rest;
        do {
            int tenth = small / 10;
            text[--at] = (byte) ('0' + (small - tenth * 10));
            small = tenth;
        } while (small != 0);
    }
}
