package dev.retrysafe.canonical;

import java.math.BigInteger;

/**
 * Powers of ten as 126-bit integers: {@code factor(e) = floor(10^e / 2^(floorLog2(e) - 125)) + 1}, for every power that the
 * shortest decimal of a {@code double} or {@code float} needs (Giulietti, The Schubfach way to render doubles, section 9).
 */
final class PowersOfTen {

    /** The greatest double is just under ten to the 309, of which 17 digits are taken. */
    static final int SMALLEST = -292;

    /** The least double is about five times ten to the -324. */
    static final int GREATEST = 324;

    private static final int FACTOR_BITS = 126;

    /** Both halves of a factor have 63 bits, so that neither is ever negative. */
    private static final int HALF_BITS = 63;

    private static final long[] HIGH = new long[GREATEST - SMALLEST + 1];

    private static final long[] LOW = new long[GREATEST - SMALLEST + 1];

    static {
        BigInteger power = BigInteger.ONE;
        for (int e = 0; e <= GREATEST; e++) {
            int excess = power.bitLength() - FACTOR_BITS;
            put(e, excess < 0 ? power.shiftLeft(-excess) : power.shiftRight(excess));
            if (e > 0 && -e >= SMALLEST) {
                put(
                        -e,
                        BigInteger.ONE
                                .shiftLeft(power.bitLength() + FACTOR_BITS - 1)
                                .divide(power));
            }
            power = power.multiply(BigInteger.TEN);
        }
    }

    private PowersOfTen() {}

    private static void put(int e, BigInteger floor) {
        BigInteger factor = floor.add(BigInteger.ONE);
        HIGH[e - SMALLEST] = factor.shiftRight(HALF_BITS).longValueExact();
        LOW[e - SMALLEST] = factor.longValue() & Long.MAX_VALUE;
    }

    /** The upper 63 bits of the factor for ten to the power of {@code e}. */
    static long high(int e) {
        return HIGH[e - SMALLEST];
    }

    /** The lower 63 bits of the factor for ten to the power of {@code e}. */
    static long low(int e) {
        return LOW[e - SMALLEST];
    }

    // The logarithms below are exact far beyond the exponents of a double; the tests hold each against a BigInteger.

    /** The floor of the binary logarithm of ten to the power of {@code e}. */
    static int floorLog2(int e) {
        // log2(10) times two to the 19.
        return (e * 1_741_647) >> 19;
    }

    /** The floor of the decimal logarithm of two to the power of {@code q}. */
    static int floorLog10(int q) {
        // log10(2) times two to the 20.
        return (q * 315_653) >> 20;
    }

    /** The floor of the decimal logarithm of three quarters of two to the power of {@code q}. */
    static int floorLog10OfThreeQuarters(int q) {
        // log10(3/4) times two to the 20 is -131,008; a little less is as exact for every q of a double.
        return (q * 315_653 - 131_072) >> 20;
    }
}
