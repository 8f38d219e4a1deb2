package dev.retrysafe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The derivation is frozen: these values were computed once, by another program, and never change. */
class DownstreamKeyTest {

    private static final String KEY = "acme:approval-17:create_ticket";

    @Test
    void theFirstCallsKeyIsFrozen() {
        assertThat(DownstreamKey.derive("default", "create_ticket", KEY, null))
                .hasToString("3c69dc40-7c89-45fc-b5af-e18ff20b7567");
    }

    @Test
    void aNamedCallsKeyIsFrozen() {
        assertThat(DownstreamKey.derive("default", "create_ticket", KEY, "capture"))
                .hasToString("5e06b81f-0fee-477d-8b3d-17479848487a");
    }

    @Test
    void textIsUtf8() {
        assertThat(DownstreamKey.derive("shop-é", "refund", "a%3Ab:1:refund", "POST api.example/v1/refunds"))
                .hasToString("72d980da-248f-4b9d-a72b-acb9fa146c01");
    }

    @Test
    void itIsAVersion4Uuid() {
        UUID uuid = UUID.fromString(DownstreamKey.derive("n", "t", "k", null).value());
        assertThat(uuid.version()).isEqualTo(4);
        assertThat(uuid.variant()).isEqualTo(2);
    }

    @Test
    void partsNeverRunTogether() {
        assertThat(DownstreamKey.derive("ab", "c", "k", null)).isNotEqualTo(DownstreamKey.derive("a", "bc", "k", null));
        assertThat(DownstreamKey.derive("n", "t", "k", "")).isNotEqualTo(DownstreamKey.derive("n", "t", "k", null));
    }
}
