package dev.retrysafe.canonical;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the numbers of JSON-like values: integral ones up to 2^53-1 in magnitude, and decimals that are equal to the
 * shortest form of their nearest {@code double}, as numbers; all others as {@code {"$num":"…"}}, plain notation without
 * trailing zeros, over 1,000 digits refused. So 1, 1.0 and 1.00 are one, 0.1 is one as {@code double}, {@code float} and
 * {@code BigDecimal}, no two different numbers meet, and none meets a text.
 */
final class JsonNumbers {

    /** The only member of the object that stands for a number that JSON cannot hold. */
    static final String MEMBER = "$num";

    private static final byte[] MEMBER_NAME = CanonicalWriter.memberName(MEMBER);

    private static final long MAX_SAFE_INTEGER = (1L << 53) - 1;

    private JsonNumbers() {}

    /** Writes the number; false for a class that JSON libraries do not have. */
    static boolean write(CanonicalWriter w, Number number) {
        if (number instanceof Double value) {
            w.number(value.doubleValue());
        } else if (number instanceof Float value) {
            w.number(value.floatValue());
        } else if (number instanceof BigDecimal value) {
            decimal(w, value);
        } else if (number instanceof BigInteger value) {
            if (value.bitLength() < Long.SIZE) {
                integral(w, value.longValue());
            } else {
                exact(w, new BigDecimal(value));
            }
        } else if (isIntegral(number)) {
            integral(w, number.longValue());
        } else {
            return false;
        }
        return true;
    }

    private static boolean isIntegral(Number number) {
        return number instanceof Integer
                || number instanceof Long
                || number instanceof Short
                || number instanceof Byte
                || number instanceof AtomicInteger
                || number instanceof AtomicLong;
    }

    private static void integral(CanonicalWriter w, long value) {
        if (value >= -MAX_SAFE_INTEGER && value <= MAX_SAFE_INTEGER) {
            w.integral(value);
        } else {
            exact(w, BigDecimal.valueOf(value));
        }
    }

    private static void decimal(CanonicalWriter w, BigDecimal value) {
        // Beyond these digits there is no double, and looking for it would take long.
        if (value.signum() == 0) {
            w.integral(0);
        } else if (Numbers.plainDigits(value) <= ScalarWriter.MAX_DECIMAL_DIGITS && isItsShortestDouble(value)) {
            w.number(value.doubleValue());
        } else {
            exact(w, value);
        }
    }

    private static boolean isItsShortestDouble(BigDecimal value) {
        double nearest = value.doubleValue();
        return Double.isFinite(nearest) && new BigDecimal(Numbers.shortest(nearest)).compareTo(value) == 0;
    }

    private static void exact(CanonicalWriter w, BigDecimal value) {
        // Refused here or not at all: within the object, the message would say that the caller's value has a member.
        String digits = w.plain(value);
        int object = w.beginObject();
        w.member(MEMBER_NAME);
        w.text(digits);
        w.endObject(object);
    }
}
