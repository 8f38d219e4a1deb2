package dev.retrysafe.samples.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a verdict lets pass. */
class VerdictTest {

    private static Verdict verdict(Violation violation, int operations) {
        Verdict verdict = new Verdict(299);
        for (int i = 0; i < operations; i++) {
            verdict.add(violation, "operation " + i, "what");
        }
        return verdict;
    }

    @Test
    void ofAHundredCallsOneMayHaveBeenKeptWaiting() {
        assertThat(verdict(Violation.OVERDUE, 0).isClean()).isTrue();
        assertThat(verdict(Violation.OVERDUE, 2).isClean()).isTrue();
        assertThat(verdict(Violation.OVERDUE, 3).isClean()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OVERDUE")
    void nothingElsePasses(Violation violation) {
        assertThat(verdict(violation, 1).isClean()).isFalse();
    }
}
