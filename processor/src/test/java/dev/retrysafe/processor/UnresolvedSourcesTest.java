package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What javac cannot find, or does not allow, it says itself, and the processor adds nothing of its own. */
class UnresolvedSourcesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@SideEffect(key = NOWHERE, fingerprint = \"*\") void a(String id) {}",
                "@SideEffect(key = KEY, fingerprint = {\"*\", NOWHERE}) void a(String id) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\", storeResult = NOWHERE) void a(String id) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\", mutation = Nowhere.A) void a(String id) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\", failures = @Failures(noEffect = Nowhere.class)) void a(String id) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\", receipt = @Receipt(id = NOWHERE)) void a(String id) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\") void a(String id, Nowhere nowhere) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\") void a(String id, List<Nowhere> nowhere) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\") void a(String id, Inner inner) {} record Inner(Nowhere x) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\") Nowhere a(String id) { return null; }"
            })
    void onlyTheCompilerSpeaks(String members) {
        assertThat(Compiler.find(tools(members)))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.message()).doesNotContain("retrysafe:"));
    }

    /** Of these it speaks after the processors, where they have left the round without an error. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "@SideEffect(key = \"{ctx.tenant}:{b.clone}\", fingerprint = \"*\") void a(B b) {} record B(int clone) {}",
                "@SideEffect(key = KEY, fingerprint = \"*\") B a(String id, B b) { return b; } record B(int wait, String x) {}"
            })
    void componentsThatNoRecordMayHaveAreLeftToTheCompiler(String members) {
        assertThat(Compiler.find(tools(members))).isEmpty();
    }

    private static Source tools(String members) {
        return new Source(
                "Tools.java",
                "import dev.retrysafe.annotation.*; import java.util.List;"
                        + " class Tools { static final String KEY = \"{ctx.tenant}:{id}\"; " + members + "}");
    }
}
