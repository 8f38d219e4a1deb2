package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Finding;
import dev.retrysafe.processor.Compiler.Source;
import java.util.List;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

    @Test
    void tenantNamesAdd() {
        assertThat(codes("{shopId}:{orderId}")).containsExactly("MissingTenantScope");
        assertThat(codes("{shopId}:{orderId}", "-Aretrysafe.tenantNames=branch, shopId"))
                .isEmpty();
        assertThat(codes("{orgId}:{orderId}", "-Aretrysafe.tenantNames=shopId"))
                .as("the built-in names stay")
                .containsExactly("UnknownPath");
    }

    @Test
    void singleTenantNeedsNoTenantPart() {
        assertThat(codes("{orderId}", "-Aretrysafe.singleTenant=true")).isEmpty();
        assertThat(codes("refund", "-Aretrysafe.singleTenant=true")).containsExactly("MissingOperation");
    }

    @Test
    void warningMayBecomeAnErrorOrNothing() {
        String key = "{ctx.tenant}:{ctx.conversation}";

        assertThat(find(key)).extracting(Finding::kind).containsExactly(Diagnostic.Kind.WARNING);
        assertThat(find(key, "-Aretrysafe.severity.CoarseOperation=error"))
                .extracting(Finding::kind)
                .containsExactly(Diagnostic.Kind.ERROR);
        assertThat(find(key, "-Aretrysafe.severity.CoarseOperation=off")).isEmpty();
    }

    @Test
    void findingByNameMayBecomeAWarning() {
        assertThat(find("{ctx.tenant}:{ctx.nonce}", "-Aretrysafe.severity.VolatileKeyName=warning"))
                .extracting(Finding::kind)
                .containsExactly(Diagnostic.Kind.WARNING);
    }

    @Test
    void docsBaseIsUsed() {
        assertThat(find("{orderId}", "-Aretrysafe.docs=https://example.org/retrysafe")
                        .get(0)
                        .message())
                .endsWith("Docs: https://example.org/retrysafe/MissingTenantScope.md");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Aretrysafe.singleTenant=yes           | true, false",
                "-Aretrysafe.interception=cglib         | spring, aspectj",
                "-Aretrysafe.severity.CoarseOperation=x | error, warning, off",
                "-Aretrysafe.severity.CoarseOp=off      | CoarseOperation",
                "-Aretrysafe.severity.MissingTenantScope=off | CoarseOperation",
                "-Aretrysafe.tenantNames=a-b            | shopId",
                "-Aretrysafe.singleTennant=true         | did you mean \"retrysafe.singleTenant\"?"
            })
    void wrongOptionIsAnErrorThatListsWhatIsAllowed(String option, String allowed) {
        List<Finding> findings = find("{ctx.tenant}:{orderId}", "-Xlint:processing", option);

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Diagnostic.Kind.ERROR);
            assertThat(finding.code()).isEqualTo("WrongOption");
            assertThat(finding.message()).contains(allowed);
        });
    }

    private static List<String> codes(String key, String... options) {
        return find(key, options).stream().map(Finding::code).toList();
    }

    private static List<Finding> find(String key, String... options) {
        return Compiler.find(
                new Source(
                        "Tools.java",
                        "class Tools {\n    @dev.retrysafe.annotation.SideEffect(key = \"" + key
                                + "\", fingerprint = \"*\")\n    void charge(String shopId, String orderId) {}\n}\n"),
                options);
    }
}
