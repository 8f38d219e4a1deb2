package dev.retrysafe.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectRejectedException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {

    private static String written(Consumer<CanonicalWriter> value) {
        CanonicalWriter w = new CanonicalWriter("t");
        value.accept(w);
        String document = new String(w.document(), StandardCharsets.UTF_8);
        return document.substring("{\"effect\":".length(), document.length() - ",\"tool\":\"t\",\"v\":1}".length());
    }

    private static String text(String value) {
        return '"' + value + '"';
    }

    /** Worked out by hand from ECMA-262, Number::toString: each branch of its layout, and both sides of each border. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "-1, -1",
        "1.5, 1.5",
        "100, 100",
        "123456789, 123456789",
        "1e20, 100000000000000000000",
        "123456789012345680000, 123456789012345680000",
        "9.999999999999999e20, 999999999999999900000",
        "1e21, 1e+21",
        "1.5e21, 1.5e+21",
        "-1e21, -1e+21",
        "1e22, 1e+22",
        "1e23, 1e+23",
        "0.1, 0.1",
        "0.00001, 0.00001",
        "0.000001, 0.000001",
        "0.0000012, 0.0000012",
        "1e-7, 1e-7",
        "1.2e-7, 1.2e-7",
        "-1.2e-7, -1.2e-7",
        "0.3, 0.3",
        "0.30000000000000004, 0.30000000000000004",
        "9007199254740991, 9007199254740991",
        "9007199254740992, 9007199254740992",
        "9007199254740994, 9007199254740994",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "4.9e-324, 5e-324",
        "-4.9e-324, -5e-324",
        "2.2250738585072014e-308, 2.2250738585072014e-308",
        "2.2250738585072011e-308, 2.225073858507201e-308",
        "2e-3, 0.002",
        "2.0e23, 2e+23",
        "1.0e23, 1e+23",
        "8.41e21, 8.41e+21",
        "5.0e-324, 5e-324",
        "2.98023223876953125e-8, 2.9802322387695312e-8",
        "9.5367431640625e-7, 9.5367431640625e-7",
        "4.450147717014403e-308, 4.450147717014403e-308",
        "333333333.33333329, 333333333.3333333",
    })
    void aDoubleIsWrittenAsEcmaScriptDoes(double value, String expected) {
        assertThat(written(w -> w.number(value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "-0.0, 0",
        "0.3, 0.3",
        "16777216, 16777216",
        "3.4028235e38, 3.4028235e+38",
        "1.4e-45, 1e-45",
        "1.17549435e-38, 1.1754944e-38",
        "1e21, 1e+21",
        "1e20, 100000000000000000000",
        "33554432, 33554432",
        "1e-7, 1e-7",
    })
    void aFloatIsWrittenByItsOwnShortestDecimal(float value, String expected) {
        assertThat(written(w -> w.number(value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void case_14_whatJsonCannotWriteIsRefused(double value) {
        CanonicalWriter w = new CanonicalWriter("t");

        assertThatThrownBy(() -> w.number(value))
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageContaining("number " + value);
        assertThatThrownBy(() -> w.number((float) value)).isInstanceOf(SideEffectRejectedException.class);
    }

    /** Where JDK 17's own text has a digit too many. */
    @ParameterizedTest
    @CsvSource({"2.0E-3, 0.002", "1.0E23, 1e+23", "2.0E23, 2e+23", "4.8726570057E288, 4.8726570057e+288"})
    void theJdksTextIsNotTrustedToBeShortest(double value, String expected) {
        assertThat(Numbers.shortest(value)).isEqualTo(expected);
    }

    @Test
    void case_14_integersBeyondTwoToThe53AreText() {
        long limit = 1L << 53;

        assertThat(written(w -> w.integral(limit - 1))).isEqualTo("9007199254740991");
        assertThat(written(w -> w.integral(-limit + 1))).isEqualTo("-9007199254740991");
        assertThat(written(w -> w.integral(limit))).isEqualTo(text("9007199254740992"));
        assertThat(written(w -> w.integral(limit + 1))).isEqualTo(text("9007199254740993"));
        assertThat(written(w -> w.integral(-limit))).isEqualTo(text("-9007199254740992"));
        assertThat(written(w -> w.integral(Long.MIN_VALUE))).isEqualTo(text("-9223372036854775808"));
        assertThat(written(w -> w.integral(0L))).isEqualTo("0");
    }

    @Test
    void aBigIntegerIsWrittenAsTheLongWouldBe() {
        BigInteger limit = BigInteger.TWO.pow(53);

        assertThat(written(w -> w.integral(limit.subtract(BigInteger.ONE)))).isEqualTo("9007199254740991");
        assertThat(written(w -> w.integral(limit))).isEqualTo(text("9007199254740992"));
        assertThat(written(w -> w.integral(limit.negate()))).isEqualTo(text("-9007199254740992"));
        assertThat(written(w -> w.integral(BigInteger.valueOf(Long.MAX_VALUE)))).isEqualTo(text("9223372036854775807"));
        assertThat(written(w -> w.integral(BigInteger.TWO.pow(64)))).isEqualTo(text("18446744073709551616"));
        assertThat(written(w -> w.integral(BigInteger.ZERO))).isEqualTo("0");
    }

    @Test
    @Timeout(20)
    void aHugeBigIntegerIsRefusedInBoundedTime() {
        BigInteger huge = BigInteger.ONE.shiftLeft(400_000_000);
        CanonicalWriter w = new CanonicalWriter("t");

        assertThatThrownBy(() -> w.integral(huge)).isInstanceOf(SideEffectRejectedException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 10",
        "10.0, 10",
        "10.00, 10",
        "1E1, 10",
        "1E+1, 10",
        "0, 0",
        "0.00, 0",
        "0E+100, 0",
        "0E-100, 0",
        "-10.50, -10.5",
        "0.0000001, 0.0000001",
        "1E-7, 0.0000001",
        "1E3, 1000",
        "123456789012345678901234567890.10, 123456789012345678901234567890.1",
    })
    void case_13_equalDecimalsAreOneEffect(BigDecimal value, String expected) {
        assertThat(written(w -> w.decimal(value))).isEqualTo(text(expected));
    }

    @Test
    void aDecimalMayHaveAThousandDigits() {
        assertThat(written(w -> w.decimal(new BigDecimal("1E999")))).isEqualTo(text("1" + "0".repeat(999)));
        assertThat(written(w -> w.decimal(new BigDecimal("1E-999")))).isEqualTo(text("0." + "0".repeat(998) + "1"));
        for (String tooLong : new String[] {"1E1000", "1E-1000", "9".repeat(1001), "0." + "9".repeat(1000)}) {
            CanonicalWriter w = new CanonicalWriter("t");
            assertThatThrownBy(() -> w.decimal(new BigDecimal(tooLong)))
                    .isInstanceOf(SideEffectRejectedException.class)
                    .hasMessageContaining("1001 digits");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E50000000", "1E-50000000", "1E+1000000000", "-1E2147483647", "1E-2147483647"})
    @Timeout(20)
    void case_13_aHugeDecimalIsRefusedInBoundedTime(BigDecimal value) {
        CanonicalWriter w = new CanonicalWriter("t");
        // The thread's own time: what else runs on the machine is not its doing.
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();

        assertThatThrownBy(() -> w.decimal(value)).isInstanceOf(SideEffectRejectedException.class);
        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - start)).isLessThan(Duration.ofSeconds(1));
    }
}
