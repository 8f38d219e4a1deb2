package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Finding;
import dev.retrysafe.processor.Compiler.Source;
import java.util.List;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                "-Aretrysafe.severity.SelfInvocatoin=off | did you mean \"SelfInvocation\"?",
                "-Aretrysafe.severity.CoarseOperation   | error, warning, off",
                "-Aretrysafe.singleTenant               | true, false",
                "-Aretrysafe.interception               | spring, aspectj",
                "-Aretrysafe.unclassified               | error, warning, off",
                "-Aretrysafe.unclassified=none          | error, warning, off",
                "-Aretrysafe.docs                       | an address or a folder",
                "-Aretrysafe.severities=off             | retrysafe.severity.<Code>",
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

    @Test
    void optionsAreKnownWhereThereAreNoTools() {
        Source source = new Source("Plain.java", "class Plain { @Deprecated void old() {} }");

        assertThat(Compiler.find(source, "-Xlint:processing", "-Aretrysafe.tenantNames=shopId"))
                .isEmpty();
    }

    @Test
    void claimsItsOwnAnnotationsAndNoOthers() {
        String source = "import dev.retrysafe.annotation.*; class Tools { @interface Foreign {}"
                + " @Override public String toString() { return \"\"; } %s"
                + " @SideEffect(key = \"{ctx.tenant}:{id}\", fingerprint = \"*\") void charge(String id) {} }";

        assertThat(Compiler.find(new Source("Tools.java", source.replace("%s", "")), "-Xlint:processing"))
                .isEmpty();
        assertThat(Compiler.find(new Source("Tools.java", source.replace("%s", "@Foreign")), "-Xlint:processing"))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.message()).contains("Foreign").doesNotContain("SideEffect"));
    }

    @Test
    void unclassifiedToolsAreAWarningAnErrorOrNothing() {
        assertThat(unclassified("")).containsExactly("WARNING UnclassifiedTool");
        assertThat(unclassified("", "-Aretrysafe.unclassified=warning")).containsExactly("WARNING UnclassifiedTool");
        assertThat(unclassified("", "-Aretrysafe.unclassified=error")).containsExactly("ERROR UnclassifiedTool");
        assertThat(unclassified("", "-Aretrysafe.unclassified=off")).isEmpty();
        assertThat(unclassified("", "-Aretrysafe.severity.UnclassifiedTool=error"))
                .containsExactly("ERROR UnclassifiedTool");
    }

    @Test
    void twoOptionsThatSayTheSameMustAgree() {
        assertThat(unclassified("", "-Aretrysafe.unclassified=off", "-Aretrysafe.severity.UnclassifiedTool=off"))
                .isEmpty();
        assertThat(unclassified("", "-Aretrysafe.unclassified=off", "-Aretrysafe.severity.UnclassifiedTool=error"))
                .containsExactly("ERROR WrongOption");
    }

    @Test
    void interceptionByWeavingProtectsWhatProxiesDoNot() {
        String source = "class Tools { @dev.retrysafe.annotation.SideEffect(key = \"{ctx.tenant}:{id}\","
                + " fingerprint = \"*\") private final void charge(String id) { charge(id); } }";

        assertThat(Compiler.find(new Source("Tools.java", source)))
                .extracting(Finding::code)
                .containsExactly("PrivateMethod", "FinalMethod");
        assertThat(Compiler.find(new Source("Tools.java", source), "-Aretrysafe.interception=aspectj"))
                .isEmpty();
    }

    /** Alone or among others, on the method, its type, or a type around it; and of one code only. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "@SuppressWarnings(\"retrysafe:UnclassifiedTool\") class Tools { %s }",
                "@SuppressWarnings({\"unused\", \"retrysafe:UnclassifiedTool\", \"all\"}) class Tools { %s }",
                "class Tools { @SuppressWarnings(\"retrysafe:UnclassifiedTool\") %s }",
                "class Tools { @SuppressWarnings({\"retrysafe:CoarseOperation\", Tools.CODE}) %s"
                        + " static final String CODE = \"retrysafe:UnclassifiedTool\"; }",
                "@SuppressWarnings(\"retrysafe:UnclassifiedTool\") class Tools { interface Inner { class Most { %s } } }"
            })
    void isSilenced(String around) {
        assertThat(unclassified(around)).isEmpty();
        assertThat(unclassified(around, "-Aretrysafe.unclassified=error")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@SuppressWarnings({}) class Tools { %s }",
                "@SuppressWarnings(\"UnclassifiedTool\") class Tools { %s }",
                "@SuppressWarnings(\"retrysafe\") class Tools { %s }",
                "@SuppressWarnings(\"retrysafe:unclassifiedtool\") class Tools { %s }",
                "@SuppressWarnings(\"retrysafe:CoarseOperation\") class Tools { %s }",
                "class Tools { %s @SuppressWarnings(\"retrysafe:UnclassifiedTool\") void other() {} }"
            })
    void isNotSilenced(String around) {
        assertThat(unclassified(around)).containsExactly("WARNING UnclassifiedTool");
    }

    @Test
    void whatCannotBeSilencedStays() {
        String source = "@SuppressWarnings(\"retrysafe:MissingTenantScope\") class Tools {"
                + " @SuppressWarnings(\"retrysafe:MissingTenantScope\")"
                + " @dev.retrysafe.annotation.SideEffect(key = \"{id}\", fingerprint = \"*\") void charge(String id) {} }";

        assertThat(Compiler.find(new Source("Tools.java", source)))
                .extracting(Finding::code)
                .containsExactly("MissingTenantScope");
    }

    /** Without any annotation of ours in the compilation. */
    private static List<String> unclassified(String around, String... options) {
        String tool =
                "@org.springframework.ai.tool.annotation.Tool public String weather(String city) { return city; }";
        String source = around.isEmpty() ? "class Tools { " + tool + " }" : around.replace("%s", tool);
        return Compiler.find(new Source("Tools.java", source), options).stream()
                .map(finding -> finding.kind() + " " + finding.code())
                .toList();
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
