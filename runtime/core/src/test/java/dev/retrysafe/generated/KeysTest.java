package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.generated.KeyTools.Account;
import dev.retrysafe.generated.KeyTools.Address;
import dev.retrysafe.generated.KeyTools.Bean;
import dev.retrysafe.generated.KeyTools.Envelope;
import dev.retrysafe.generated.KeyTools.Header;
import dev.retrysafe.generated.KeyTools.Kind;
import dev.retrysafe.generated.KeyTools.Line;
import dev.retrysafe.generated.KeyTools.OrderId;
import dev.retrysafe.generated.KeyTools.Party;
import dev.retrysafe.generated.KeyTools.Region;
import dev.retrysafe.generated.KeyTools.Request;
import dev.retrysafe.generated.KeyTools.Shop;
import dev.retrysafe.tool.ToolMethod;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

    private static final UUID ID = UUID.fromString("00000000-0000-0000-0000-000000000007");

    private final ToolMethod pair = tool("pair");

    @Test
    void case_03_parameterNamesAreReadByTheCompilerAndNotAtRunTime() {
        // This module is compiled without -parameters.
        assertThat(Generated.key(tool("by_number"), 7)).isEqualTo("42:7:by_number");
    }

    @Test
    void case_04_nullEmptyAndBlankValuesAreRefused() {
        refused("BlankKeyPart", () -> Generated.key(tool("by_number"), new Object[] {null}));
        refused("BlankKeyPart", () -> key(pair, null, "7"));
        refused("BlankKeyPart", () -> key(pair, "", "7"));
        refused("BlankKeyPart", () -> key(pair, "a", "\u2003 "));
        refused("MissingContext", () -> Generated.key(tool("by_number"), null, new Object[] {7}));
    }

    @Test
    void case_05_valuesWithSeparatorsInThemAreTwoOperations() {
        assertThat(key(pair, "A:B", "C")).isEqualTo("A%3AB:C:pair").isNotEqualTo(key(pair, "A", "B:C"));
        assertThat(key(pair, "a|b", "c")).isNotEqualTo(key(pair, "a", "b|c"));
    }

    @Test
    void case_07_addressesSlashesAndEmojiMakeAKeyLikeAnyOther() {
        assertThat(key(pair, "me+you@example.org", "a/b@c\uD83D\uDE00"))
                .isEqualTo("me%2Byou@example.org:a%2Fb@c%F0%9F%98%80:pair");
    }

    @Test
    void case_08_oneValueOnTwoToolsIsTwoKeys() {
        assertThat(Generated.key(tool("charge"), "7")).isNotEqualTo(Generated.key(tool("refund"), "7"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{x}", "}{", "*", "${jndi:ldap://x}", "a\r\nb", "a\u0000b", "a\u202Eb", "a@b.org", "\uD83D\uDE00"
            })
    void case_11_textOfTheCallerStaysOneHarmlessPart(String text) {
        assertThat(key(pair, "a", text)).matches("a:[A-Za-z0-9_.~@%-]+:pair");
    }

    @Test
    void case_12_getterThatThrowsStopsTheCallBeforeAnythingHappens() {
        assertThatThrownBy(() -> Generated.key(tool("failing"), new Bean(null), "x"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cannot be read");
    }

    @Test
    void everyKindOfValueIsRendered() {
        assertThat(Generated.key(
                        tool("kinds"),
                        new OrderId(ID),
                        true,
                        Kind.SMALL,
                        LocalDate.of(2026, 1, 2),
                        OptionalInt.of(3),
                        new AtomicLong(-4),
                        '/'))
                .isEqualTo("42:" + ID + ":true:SMALL:2026-01-02:3:-4:%2F:kinds");
    }

    @Test
    void pathsGoThroughGettersComponentsFieldsAndOptionals() {
        assertThat(Generated.key(tool("paths"), "42", new Bean(new Line(new OrderId(ID), Optional.of(5)))))
                .isEqualTo("42:" + ID + ":5:x-x-y:paths");
    }

    @Test
    void nullAnywhereOnAPathIsRefused() {
        refused("BlankKeyPart", () -> Generated.key(tool("paths"), "42", null));
        refused("BlankKeyPart", () -> Generated.key(tool("paths"), "42", new Bean(null)));
        refused(
                "BlankKeyPart",
                () -> Generated.key(tool("paths"), "42", new Bean(new Line(new OrderId(ID), Optional.empty()))));
    }

    @Test
    void tenantOfTheArgumentsMustBeTheBoundOne() {
        CallContext other = CallContext.builder().tenant("b").build();

        refused("TenantMismatch", () -> Generated.key(pair, other, new Object[] {"a", "7"}));
        assertThat(Generated.key(pair, null, new Object[] {"a", "7"})).isEqualTo("a:7:pair");
    }

    @Test
    void markedArgumentMustBeTheBoundTenantAlsoWhereTheKeyTakesItFromTheContext() {
        assertThat(Generated.key(tool("marked_parameter"), "7", "42")).isEqualTo("42:7:marked_parameter");
        refused("TenantMismatch", () -> Generated.key(tool("marked_parameter"), "7", "43"));
        refused("TenantMismatch", () -> Generated.key(tool("marked_parameter"), "7", ""));
        assertThat(Generated.key(tool("marked_number"), "7", 42)).isEqualTo("42:7:marked_number");
        refused("TenantMismatch", () -> Generated.key(tool("marked_number"), "7", 43));
        assertThat(Generated.key(tool("marked_in_key"), "7", "42")).isEqualTo("42:7:42:marked_in_key");
        refused("TenantMismatch", () -> Generated.key(tool("marked_in_key"), "7", "43"));
    }

    @Test
    void markedMembersOfAParameterMustBeTheBoundTenant() {
        ToolMethod tool = tool("marked_member");
        Request own = new Request("42", Optional.empty(), "note");

        assertThat(Generated.key(tool, "7", own, new Account(42))).isEqualTo("42:7:marked_member");
        refused("TenantMismatch", () -> Generated.key(tool, "7", own, new Account(43)));
        refused("TenantMismatch", () -> Generated.key(tool, "7", new Request("43", Optional.empty(), ""), null));
        refused(
                "TenantMismatch",
                () -> Generated.key(tool, "7", new Request(null, Optional.of(new Shop(ID)), ""), null));
    }

    @Test
    void markedMembersHoweverDeepMustBeTheBoundTenant() {
        ToolMethod tool = tool("marked_deep");
        Party own = new Party("own", "42", 42);
        Header header = new Header(own, new Address("st"));

        assertThat(Generated.key(tool, new Envelope(header, null, Optional.of(own))))
                .isEqualTo("42:st:marked_deep");
        for (Party other : List.of(new Party("other", "43", 42), new Party("other", "42", 43))) {
            refused("TenantMismatch", () -> Generated.key(tool, new Envelope(header, null, Optional.of(other))));
            refused(
                    "TenantMismatch",
                    () -> Generated.key(
                            tool, new Envelope(new Header(other, new Address("st")), null, Optional.of(own))));
        }
    }

    @Test
    void markedArgumentThatIsNullIsNotComparedUnlessTheKeyHasIt() {
        assertThat(Generated.key(tool("marked_parameter"), "7", null)).isEqualTo("42:7:marked_parameter");
        assertThat(Generated.key(tool("marked_member"), "7", null, null)).isEqualTo("42:7:marked_member");
        refused("BlankKeyPart", () -> Generated.key(tool("marked_in_key"), "7", null));
    }

    @Test
    void partOfAMarkedValueAndAMereNameAreNotCompared() {
        assertThat(Generated.key(tool("part_of_marked"), new Region("eu", "a"))).isEqualTo("42:eu:a:part_of_marked");
        assertThat(Generated.key(tool("named_only"), "7", "43")).isEqualTo("42:7:43:named_only");
    }

    @Test
    void fingerprintMayBeAPart() {
        ToolMethod tool = tool("hashed");

        assertThat(Generated.key(tool, "x"))
                .isEqualTo("42:op-1:" + Generated.fingerprint(tool, "x").substring("sha256:".length()) + ":hashed");
    }

    private static String key(ToolMethod tool, @org.jspecify.annotations.Nullable String tenant, String id) {
        return Generated.key(tool, null, new Object[] {tenant, id});
    }

    private static void refused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(type(SideEffectRejectedException.class))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    private static ToolMethod tool(String name) {
        return Generated.tool(KeyTools.class, name);
    }
}
