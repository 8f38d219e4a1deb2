package dev.retrysafe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The derivation is frozen: these values were computed once, by another program, and never change. */
class DownstreamKeyTest {

    private static final String KEY = "acme:approval-17:create_ticket";

    /** Of the documents of both tools with an empty effect. */
    private static final String TICKET = "a32750af92187a90dc41e98903c231c5a6bebe27478c5ee4f008169dc0314e04";

    private static final String REFUND = "435e0246beac1cb760e13e6d30c810e07c5115bb7c61839b85e353ae6ed91daf";

    @Test
    void theFirstCallsKeyIsFrozen() {
        assertThat(DownstreamKey.derive("default", "create_ticket", KEY, "sha256:" + TICKET, null))
                .hasToString("e6e5de40-5cbd-4bce-9337-a3e93baace15");
    }

    @Test
    void aNamedCallsKeyIsFrozen() {
        assertThat(DownstreamKey.derive("default", "create_ticket", KEY, TICKET, "capture"))
                .hasToString("ff251992-b708-40f2-a9e8-dc5cc833fc26");
    }

    @Test
    void textIsUtf8() {
        assertThat(DownstreamKey.derive("shop-é", "refund", "a%3Ab:1:refund", REFUND, "POST api.example/v1/refunds"))
                .hasToString("b0e22753-4cc0-4ed4-a06c-ae10ba32c489");
    }

    /** One entry of the fixtures that the programs of docs/fingerprints.md are run over as well. */
    record Entry(
            String namespace,
            String tool,
            String key,
            Map<String, Object> effect,
            String fingerprint,
            @Nullable String name,
            @JsonProperty("downstream_key") String downstreamKey) {}

    @Test
    void areWhatOtherLanguagesFind() throws IOException {
        byte[] file;
        try (InputStream in =
                Objects.requireNonNull(DownstreamKeyTest.class.getResourceAsStream("/golden-downstream-keys.json"))) {
            file = in.readAllBytes();
        }
        assertThat(JsonMapper.shared().readValue(file, Entry[].class))
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(entry -> assertThat(DownstreamKey.derive(
                                entry.namespace(), entry.tool(), entry.key(), entry.fingerprint(), entry.name()))
                        .hasToString(entry.downstreamKey()));
    }

    @Test
    void itIsAVersion4Uuid() {
        UUID uuid = UUID.fromString(
                DownstreamKey.derive("n", "t", "k", TICKET, null).value());
        assertThat(uuid.version()).isEqualTo(4);
        assertThat(uuid.variant()).isEqualTo(2);
    }

    @Test
    void partsNeverRunTogether() {
        assertThat(DownstreamKey.derive("ab", "c", "k", TICKET, null))
                .isNotEqualTo(DownstreamKey.derive("a", "bc", "k", TICKET, null));
        assertThat(DownstreamKey.derive("n", "t", "k", TICKET, ""))
                .isNotEqualTo(DownstreamKey.derive("n", "t", "k", TICKET, null));
    }

    @Test
    void case_63_anotherEffectHasAnotherKey() {
        assertThat(DownstreamKey.derive("n", "t", "k", TICKET, null))
                .isNotEqualTo(DownstreamKey.derive("n", "t", "k", REFUND, null));
    }

    @Test
    void theFingerprintHasADigestsForm() {
        assertThat(DownstreamKey.derive("n", "t", "k", "sha256:" + TICKET, "a"))
                .isEqualTo(DownstreamKey.derive("n", "t", "k", TICKET, "a"));
        for (String none : List.of("", "sha256:", TICKET.substring(1), "sha256:" + TICKET.toUpperCase(Locale.ROOT))) {
            assertThatThrownBy(() -> DownstreamKey.derive("n", "t", "k", none, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a fingerprint");
        }
    }
}
