package dev.retrysafe.canonical;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.erdtman.jcs.NumberToJSON;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fast way to the shortest decimal gives what the slow, exact one does. */
class ShortestDecimalTest {

    private static final int RANDOM_NUMBERS = 200_000;

    private static String shortest(double value) {
        byte[] text = new byte[Numbers.LONGEST];
        return new String(text, 0, Numbers.write(value, text, 0), ISO_8859_1);
    }

    private static String shortest(float value) {
        byte[] text = new byte[Numbers.LONGEST];
        return new String(text, 0, Numbers.write(value, text, 0), ISO_8859_1);
    }

    private static void isExact(double value) {
        for (double near : new double[] {Math.nextDown(value), value, Math.nextUp(value)}) {
            if (Double.isFinite(near)) {
                same(near, shortest(near), ExactDecimals.shortest(near));
            }
        }
    }

    private static void isExact(float value) {
        for (float near : new float[] {Math.nextDown(value), value, Math.nextUp(value)}) {
            if (Float.isFinite(near)) {
                same(near, shortest(near), ExactDecimals.shortest(near));
            }
        }
    }

    /** Half a million times, so an assertion is made for what fails only. */
    private static void same(double number, String written, String expected) {
        if (!written.equals(expected)) {
            assertThat(written).as("%a", number).isEqualTo(expected);
        }
    }

    /** Where the next number below is only half as far away as the one above. */
    @Test
    void everyPowerOfTwoAndItsNeighbours() {
        for (int exponent = Double.MIN_EXPONENT - 52; exponent <= Double.MAX_EXPONENT; exponent++) {
            isExact(Math.scalb(1.0, exponent));
        }
        for (int exponent = Float.MIN_EXPONENT - 23; exponent <= Float.MAX_EXPONENT; exponent++) {
            isExact(Math.scalb(1.0f, exponent));
        }
    }

    /** Where digits run out, and where one more or less of them tells numbers apart. */
    @Test
    void everyPowerOfTenAndItsNeighbours() {
        for (int exponent = -324; exponent <= 308; exponent++) {
            for (int digit : new int[] {1, 2, 5, 9}) {
                isExact(Double.parseDouble(digit + "e" + exponent));
                isExact(Float.parseFloat(digit + "e" + exponent));
            }
        }
    }

    /** One or two bits: so few that ten neighbours share their first digits. */
    @Test
    void theSmallestSubnormals() {
        for (int bits = 1; bits <= 2_000; bits++) {
            isExact(Double.longBitsToDouble(bits));
            isExact(Float.intBitsToFloat(bits));
        }
    }

    /** Integers whose neighbours are two, four, eight apart lie halfway between shorter decimals. */
    @Test
    void integersAroundTwoToThe53AndBeyond() {
        for (long power = 1L << 53; power <= 1L << 57; power <<= 1) {
            for (int i = -300; i <= 300; i++) {
                isExact((double) (power + i));
            }
        }
        for (int i = -300; i <= 300; i++) {
            isExact((float) ((1 << 24) + i));
        }
    }

    @Test
    void randomBitPatterns() {
        SplittableRandom random = new SplittableRandom(20_260_101);
        for (int i = 0; i < RANDOM_NUMBERS; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                same(value, shortest(value), ExactDecimals.shortest(value));
            }
            float single = Float.intBitsToFloat(random.nextInt());
            if (i % 4 == 0 && Float.isFinite(single)) {
                same(single, shortest(single), ExactDecimals.shortest(single));
            }
        }
    }

    /** Amounts, percentages and quotients, as arguments are made of. */
    @Test
    void randomNumbersOfEverydayLife() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < RANDOM_NUMBERS / 4; i++) {
            double amount = random.nextInt(10_000_000) / 100.0;
            same(amount, shortest(amount), ExactDecimals.shortest(amount));
            double quotient =
                    random.nextInt(1, 1_000_000) / (random.nextInt(8) == 0 ? -1.0 : 1.0) / random.nextInt(1, 1_000_000);
            same(quotient, shortest(quotient), ExactDecimals.shortest(quotient));
        }
    }

    @Test
    void anotherImplementationAgrees() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < RANDOM_NUMBERS; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                same(value, shortest(value), NumberToJSON.serializeNumber(value));
            }
        }
    }

    /**
     * A million numbers by the rule of the vectors that are published with RFC 8785, without the 168 that open them: 2,000
     * around the least normal one, then a chain of SHA-256 blocks read as doubles. The expected hash was recorded from code
     * that meets the published ones for the whole sequence, up to ten million lines.
     */
    @Test
    void aMillionNumbersOfThePublishedSequence() throws NoSuchAlgorithmException {
        MessageDigest lines = MessageDigest.getInstance("SHA-256");
        MessageDigest chain = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < 2_000; i++) {
            add(0x0010000000000000L + i, lines);
        }
        byte[] block = new byte[32];
        for (int count = 2_000; count < 1_000_000; ) {
            block = chain.digest(block);
            ByteBuffer numbers = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
            while (numbers.hasRemaining() && count < 1_000_000) {
                long bits = numbers.getLong();
                double value = Double.longBitsToDouble(bits);
                if (value != 0 && Double.isFinite(value)) {
                    add(bits, lines);
                    count++;
                }
            }
        }
        assertThat(HexFormat.of().formatHex(lines.digest()))
                .isEqualTo("3e6b8f99698ea125906fe6641848a95825bafca20f0c02d5e0d9bb493cd2b0a4");
    }

    private static void add(long bits, MessageDigest lines) {
        String line = Long.toHexString(bits) + ',' + shortest(Double.longBitsToDouble(bits)) + '\n';
        lines.update(line.getBytes(ISO_8859_1));
    }

    /** Worked out with another tool, or known from the literature on the subject. */
    @ParameterizedTest
    @CsvSource({
        "4.9e-324, 5e-324",
        "9.9e-324, 1e-323",
        "1.5e-323, 1.5e-323",
        "9.4e-323, 9.4e-323",
        "9.5e-323, 9.4e-323",
        "2.2250738585072014e-308, 2.2250738585072014e-308",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "9007199254740993, 9007199254740992",
        "9007199254740995, 9007199254740996",
        "5e-324, 5e-324",
        "9.5367431640625e-7, 9.5367431640625e-7",
        "2.98023223876953125e-8, 2.9802322387695312e-8",
        "9.007199254740991e15, 9007199254740991",
        "1.8446744073709552e19, 18446744073709552000",
        "1e23, 1e+23",
        "9.5e-7, 9.5e-7",
    })
    void numbersThatOthersGotWrong(double value, String expected) {
        assertThat(shortest(value)).isEqualTo(expected);
    }

    @Test
    void theLogarithmsAreExact() {
        for (int e = PowersOfTen.SMALLEST; e <= PowersOfTen.GREATEST; e++) {
            int bits = BigInteger.TEN.pow(Math.abs(e)).bitLength();
            // No power of ten but 1 is a power of two, so the floor is one lower on the other side of zero.
            assertThat(PowersOfTen.floorLog2(e)).isEqualTo(e >= 0 ? bits - 1 : -bits);
        }
        for (int q = -1074; q <= 971; q++) {
            BigDecimal power = q >= 0
                    ? new BigDecimal(BigInteger.TWO.pow(q))
                    : BigDecimal.ONE.divide(new BigDecimal(BigInteger.TWO.pow(-q)));
            assertThat(PowersOfTen.floorLog10(q)).isEqualTo(power.precision() - power.scale() - 1);
            BigDecimal threeQuarters = power.multiply(new BigDecimal("0.75"));
            assertThat(PowersOfTen.floorLog10OfThreeQuarters(q))
                    .isEqualTo(threeQuarters.precision() - threeQuarters.scale() - 1);
        }
    }

    /** 126 bits, and just above the power that they stand for. */
    @Test
    void theFactorsAreTheLeastIntegersAboveThePowers() {
        for (int e = PowersOfTen.SMALLEST; e <= PowersOfTen.GREATEST; e++) {
            BigInteger factor =
                    BigInteger.valueOf(PowersOfTen.high(e)).shiftLeft(63).add(BigInteger.valueOf(PowersOfTen.low(e)));
            assertThat(factor.bitLength()).isEqualTo(126);
            int shift = PowersOfTen.floorLog2(e) - 125;
            // factor - 1 <= 10^e / 2^shift < factor, both sides made integers.
            BigInteger power = BigInteger.TEN.pow(Math.abs(e));
            BigInteger left = (shift > 0 ? BigInteger.ONE.shiftLeft(shift) : BigInteger.ONE)
                    .multiply(e < 0 ? power : BigInteger.ONE);
            BigInteger right = (shift < 0 ? BigInteger.ONE.shiftLeft(-shift) : BigInteger.ONE)
                    .multiply(e < 0 ? BigInteger.ONE : power);
            assertThat(factor.subtract(BigInteger.ONE).multiply(left)).isLessThanOrEqualTo(right);
            assertThat(factor.multiply(left)).isGreaterThan(right);
        }
    }

    @Test
    void integralNumbersOfEveryLength() {
        long power = 1;
        for (int digits = 1; digits <= 19; digits++, power *= 10) {
            for (long value : new long[] {power - 1, power, power + 1, -power, 1 - power}) {
                byte[] text = new byte[Numbers.LONGEST];
                assertThat(new String(text, 0, Numbers.write(value, text, 0), ISO_8859_1))
                        .isEqualTo(Long.toString(value));
            }
        }
        byte[] text = new byte[Numbers.LONGEST];
        assertThat(new String(text, 0, Numbers.write(Long.MIN_VALUE, text, 0), ISO_8859_1))
                .isEqualTo("-9223372036854775808");
    }
}
