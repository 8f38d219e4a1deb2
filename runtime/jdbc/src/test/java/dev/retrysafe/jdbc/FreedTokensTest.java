package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.Token;
import org.junit.jupiter.api.Test;

class FreedTokensTest {

    private static final long THEN = 1_700_000_000_000L;

    private static final long LATE = Token.LATE_AT_MOST.toMillis();

    @Test
    void case_85_aTokenIsRememberedForAsLongAsItsCommandsCanBeLate() {
        Token token = Token.fresh();
        FreedTokens freed = new FreedTokens();
        freed.add(token, THEN);
        FreedTokens read = FreedTokens.parse(freed.text());
        assertThat(read.contains(token, THEN + LATE - 1)).isTrue();
        assertThat(read.contains(token, THEN + LATE)).isFalse();
        assertThat(read.contains(Token.fresh(), THEN)).isFalse();
    }

    @Test
    void whatIsRememberedNoLongerIsNotWritten() {
        FreedTokens freed = new FreedTokens();
        for (int i = 0; i < 20; i++) {
            freed.add(Token.fresh(), THEN);
        }
        Token last = Token.fresh();
        freed.add(last, THEN + LATE);
        assertThat(freed.text()).isEqualTo(last + "/" + (THEN + LATE));
    }
}
