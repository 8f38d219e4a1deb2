package dev.retrysafe.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The codes of failures that are hard to bring about; real ones are met in the tests with servers. */
class RefusalTest {

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 40001, 0, BUSY",
        "POSTGRESQL, 40P01, 0, BUSY",
        "POSTGRESQL, 55P03, 0, BUSY",
        "POSTGRESQL, 53100, 0, FULL",
        "POSTGRESQL, 53300, 0, NO_CONNECTION",
        "POSTGRESQL, 57P01, 0, NO_CONNECTION",
        "POSTGRESQL, 08006, 0, NO_CONNECTION",
        "POSTGRESQL, 40003, 0, NO_CONNECTION",
        "MARIADB, 40003, 0, NO_CONNECTION",
        "POSTGRESQL, 23505, 0, OTHER",
        "POSTGRESQL, 22P05, 0, OTHER",
        "MARIADB, 40001, 1213, BUSY",
        "MARIADB, HY000, 1205, BUSY",
        "MARIADB, HY000, 1020, BUSY",
        "MARIADB, HY000, 1290, READ_ONLY",
        "MARIADB, HY000, 1114, FULL",
        "MARIADB, 08S01, 0, NO_CONNECTION",
        "MARIADB, 70100, 1927, NO_CONNECTION",
        "MARIADB, 42000, 1142, NO_RIGHT",
        "MARIADB, 22001, 1406, OTHER",
        "H2, 40001, 40001, BUSY",
        "H2, HYT00, 50200, BUSY",
        "H2, 90131, 90131, BUSY",
        "H2, 90121, 90121, NO_CONNECTION",
        "H2, 90067, 90067, NO_CONNECTION",
        "H2, 22001, 22001, OTHER"
    })
    void aCodeHasOneMeaning(Dialect dialect, String state, int code, Refusal meaning) {
        assertThat(Refusal.of(new SQLException("x", state, code), dialect)).isEqualTo(meaning);
    }

    @Test
    void aFailureOfTheConnectionIsKnownByItsTypeToo() {
        for (Dialect dialect : Dialect.values()) {
            assertThat(Refusal.of(new SQLTransientConnectionException("pool"), dialect))
                    .isEqualTo(Refusal.NO_CONNECTION);
            assertThat(Refusal.of(new SQLRecoverableException("gone"), dialect)).isEqualTo(Refusal.NO_CONNECTION);
            assertThat(Refusal.of(new SQLException("?"), dialect)).isEqualTo(Refusal.OTHER);
        }
    }

    /** After a commit only these tell that nothing took place. */
    @Test
    void whatIsNotKnownToBeUndoneMayHaveTakenPlace() {
        assertThat(Refusal.BUSY.undone()).isTrue();
        assertThat(Refusal.NO_CONNECTION.undone()).isFalse();
        assertThat(Refusal.OTHER.undone()).isFalse();
    }
}
