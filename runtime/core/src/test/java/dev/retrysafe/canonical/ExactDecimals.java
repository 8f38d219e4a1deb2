package dev.retrysafe.canonical;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What ECMA-262 Number::toString says, word for word and slowly: decimals of ever fewer digits around the exact value,
 * asked whether they read back. What the fast way is held against.
 */
final class ExactDecimals {

    private ExactDecimals() {}

    static String shortest(double value) {
        double magnitude = Math.abs(value);
        if (magnitude == 0) {
            return "0";
        }
        return layOut(value < 0, shortest(new BigDecimal(magnitude), 17, d -> d.doubleValue() == magnitude));
    }

    static String shortest(float value) {
        float magnitude = Math.abs(value);
        if (magnitude == 0) {
            return "0";
        }
        return layOut(value < 0, shortest(new BigDecimal(magnitude), 9, d -> d.floatValue() == magnitude));
    }

    /** So many digits are always enough to read back. */
    private static BigDecimal shortest(BigDecimal exact, int enough, Predicate<BigDecimal> readsBack) {
        BigDecimal found = null;
        for (int digits = enough; digits > 0; digits--) {
            BigDecimal shorter = closest(exact, digits, readsBack);
            if (shorter == null) {
                break;
            }
            found = shorter;
        }
        if (found == null) {
            throw new AssertionError("no decimal of " + enough + " digits reads back as " + exact);
        }
        return found;
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
