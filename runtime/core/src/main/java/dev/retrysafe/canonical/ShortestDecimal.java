package dev.retrysafe.canonical;

/**
 * The shortest decimal that reads back as a binary number, and among those the closest to it; of two equally close ones
 * the even. The algorithm is Schubfach: at the power of ten that is just not wider than the interval of numbers which read
 * back, four candidates are enough, each a few multiplications away (Raffaello Giulietti, The Schubfach way to render
 * doubles, 2021, sections 8 and 9). Not {@code Double.toString}: JDK 17's is not the shortest for some numbers, and a
 * fingerprint must not depend on the JDK.
 */
final class ShortestDecimal {

    private ShortestDecimal() {}

    /**
     * The power of ten that {@link #digits} are counted in.
     *
     * @param q the binary exponent
     * @param narrowBelow whether the next number below is only half as far away as the one above
     */
    static int exponent(int q, boolean narrowBelow) {
        return narrowBelow ? PowersOfTen.floorLog10OfThreeQuarters(q) : PowersOfTen.floorLog10(q);
    }

    /**
     * The decimal's digits as a number, which may end in zeros.
     *
     * @param c the significand, positive and below two to the 53
     * @param q the binary exponent: the number is {@code c} times two to the {@code q}
     * @param narrowBelow whether the next number below is only half as far away as the one above
     * @return the decimal is this times ten to the {@link #exponent}
     */
    static long digits(long c, int q, boolean narrowBelow) {
        int k = exponent(q, narrowBelow);
        long high = PowersOfTen.high(-k);
        long low = PowersOfTen.low(-k);
        // The number and the borders of its interval in quarters of ten to the k, rounded so that comparisons stay
        // exact.
        int shift = q + PowersOfTen.floorLog2(-k) + 2;
        long four = c << 2;
        long number = scaled(high, low, four << shift);
        long lower = scaled(high, low, (four - (narrowBelow ? 1 : 2)) << shift);
        long upper = scaled(high, low, (four + 2) << shift);
        // Reading rounds half to even, so the borders themselves read back as an even significand only.
        long outside = c & 1;

        long below = number >> 2;
        long tenBelow = below / 10 * 10;
        if (tenBelow > 0) {
            // At most one multiple of ten reads back; then it has the fewest digits.
            long tenAbove = tenBelow + 10;
            boolean belowReadsBack = lower + outside <= tenBelow << 2;
            boolean aboveReadsBack = (tenAbove << 2) + outside <= upper;
            if (belowReadsBack != aboveReadsBack) {
                return belowReadsBack ? tenBelow : tenAbove;
            }
        }
        long above = below + 1;
        boolean belowReadsBack = lower + outside <= below << 2;
        boolean aboveReadsBack = (above << 2) + outside <= upper;
        if (belowReadsBack != aboveReadsBack) {
            return belowReadsBack ? below : above;
        }
        long beyondTheMiddle = number - ((below + above) << 1);
        return beyondTheMiddle < 0 || (beyondTheMiddle == 0 && (below & 1) == 0) ? below : above;
    }

    /** The upper bits of factor times {@code value}, the lowest of them set when anything was cut off: rounded to odd. */
    private static long scaled(long high, long low, long value) {
        long fromLow = Math.multiplyHigh(low, value);
        long middle = ((high * value) >>> 1) + fromLow;
        long top = Math.multiplyHigh(high, value) + (middle >>> 63);
        return top | (((middle & Long.MAX_VALUE) + Long.MAX_VALUE) >>> 63);
    }
}
