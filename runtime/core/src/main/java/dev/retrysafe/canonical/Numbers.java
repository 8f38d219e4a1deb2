package dev.retrysafe.canonical;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The shortest decimal that reads back as the same binary number, laid out as ECMAScript does (ECMA-262
 * Number::toString, which RFC 8785 section 3.2.2.3 asks for). Not {@code Double.toString}: JDK 17's is not the shortest
 * for some numbers, and a fingerprint must not depend on the JDK.
 */
final class Numbers {

    private static final double EXACT_INTEGERS = 1L << 53;

    private Numbers() {}

    /** How many digits plain notation needs at most, from precision and scale alone: the text itself may not fit. */
    private static final int MANY_BITS = 1 << 14;

    private static final double DIGITS_PER_BIT = Math.log10(2);

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
        if (value == Math.rint(value) && Math.abs(value) < EXACT_INTEGERS) {
            return Long.toString((long) value);
        }
        double magnitude = Math.abs(value);
        BigDecimal enough = new BigDecimal(Double.toString(magnitude));
        return layOut(value < 0, shortest(new BigDecimal(magnitude), enough, d -> d.doubleValue() == magnitude));
    }

    static String shortest(float value) {
        float magnitude = Math.abs(value);
        if (magnitude == 0) {
            return "0";
        }
        BigDecimal enough = new BigDecimal(Float.toString(magnitude));
        return layOut(value < 0, shortest(new BigDecimal(magnitude), enough, d -> d.floatValue() == magnitude));
    }

    /**
     * The JDK's own text reads back, so the shortest has no more digits; JDK 17's has a digit too many for some numbers,
     * or the right number of digits and not the closest ones.
     */
    private static BigDecimal shortest(BigDecimal exact, BigDecimal enough, Predicate<BigDecimal> readsBack) {
        int digits = enough.stripTrailingZeros().precision();
        BigDecimal found = closest(exact, digits, readsBack);
        BigDecimal shorter = found;
        while (shorter != null && --digits > 0) {
            found = shorter;
            shorter = closest(exact, digits, readsBack);
        }
        if (found == null) {
            throw new IllegalStateException("no decimal of " + digits + " digits reads back as " + exact);
        }
        return shorter == null ? found : shorter;
    }

    /** Both neighbours are tried: at a power of two the interval is wider above than below, and the nearer may be out. */
    private static @Nullable BigDecimal closest(BigDecimal exact, int digits, Predicate<BigDecimal> readsBack) {
        BigDecimal below = exact.round(new MathContext(digits, RoundingMode.FLOOR));
        BigDecimal above = exact.round(new MathContext(digits, RoundingMode.CEILING));
        boolean belowReadsBack = readsBack.test(below);
        if (belowReadsBack && readsBack.test(above)) {
            return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
        }
        if (belowReadsBack) {
            return below;
        }
        return readsBack.test(above) ? above : null;
    }

    private static String layOut(boolean negative, BigDecimal decimal) {
        BigDecimal stripped = decimal.stripTrailingZeros();
        String digits = stripped.unscaledValue().toString();
        int count = digits.length();
        // The value is 0.DIGITS times ten to the power of point: n in ECMA-262.
        int point = count - stripped.scale();
        StringBuilder text = new StringBuilder(26);
        if (negative) {
            text.append('-');
        }
        if (count <= point && point <= 21) {
            text.append(digits).append("0".repeat(point - count));
        } else if (0 < point && point <= 21) {
            text.append(digits, 0, point).append('.').append(digits, point, count);
        } else if (-6 < point && point <= 0) {
            text.append("0.").append("0".repeat(-point)).append(digits);
        } else {
            text.append(digits.charAt(0));
            if (count > 1) {
                text.append('.').append(digits, 1, count);
            }
            text.append('e').append(point > 0 ? '+' : '-').append(Math.abs(point - 1));
        }
        return text.toString();
    }
}
