package dev.retrysafe.aspectj;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application without Spring, compiled and started as its user would, with and without the weaver. */
class WeavingTest {

    private static final List<String> CLASS_PATH =
            List.of(System.getProperty("java.class.path").split(File.pathSeparator));

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        String source;
        try (InputStream in = Objects.requireNonNull(WeavingTest.class.getResourceAsStream("WovenShop.java.txt"))) {
            source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        String classPath = String.join(File.pathSeparator, CLASS_PATH);
        boolean compiled = compiler.getTask(
                        null,
                        null,
                        diagnostics,
                        List.of(
                                "-g",
                                "--release",
                                "17",
                                "-d",
                                classes.toString(),
                                "-classpath",
                                classPath,
                                "-processorpath",
                                classPath,
                                "-Aretrysafe.interception=aspectj"),
                        null,
                        List.of(
                                new SimpleJavaFileObject(
                                        URI.create("string:///shop/WovenShop.java"), JavaFileObject.Kind.SOURCE) {
                                    @Override
                                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                                        return source;
                                    }
                                }))
                .call();
        Files.createDirectories(classes.resolve("META-INF"));
        Files.writeString(
                classes.resolve("META-INF/aop.xml"),
                "<aspectj><aspects><aspect name=\"shop.WovenShop$TriesHard\"/>"
                        + "<aspect name=\"shop.WovenShop$TriesHardOutside\"/></aspects></aspectj>");
        assertThat(compiled)
                .as(() -> String.join(
                        "\n",
                        diagnostics.getDiagnostics().stream()
                                .map(Diagnostic::toString)
                                .toList()))
                .isTrue();
    }

    @Test
    void case_55_wovenMethodsAreProtectedHoweverTheyAreCalled() throws Exception {
        String weaver = CLASS_PATH.stream()
                .filter(entry -> entry.contains("aspectjweaver"))
                .findFirst()
                .orElseThrow();

        Map<String, String> said = run("-javaagent:" + weaver);

        assertThat(said)
                .containsEntry("install", "installed")
                .containsEntry("behind another skin", "EXECUTE REPLAY true Charge[id=charge-1, cents=300]")
                .containsEntry("public", "EXECUTE REPLAY true Charge[id=charge-2, cents=100]")
                .containsEntry("self-invocation, stored already", "Charge[id=charge-2, cents=100]")
                .containsEntry("self-invocation", "EXECUTE REPLAY true Charge[id=charge-3, cents=200]")
                .containsEntry("private", "EXECUTE REPLAY true Charge[id=refund-4, cents=0]")
                .containsEntry("static", "EXECUTE REPLAY true Charge[id=ring-5, cents=3]")
                .containsEntry("future", "EXECUTE REPLAY true Charge[id=later-6, cents=1]")
                .containsEntry("bridge and super", "EXECUTE REPLAY true Charge[id=close-9, cents=2]")
                .containsEntry("checked exception", "IOException cut off")
                .containsEntry("calling itself", "rejected SelfCall")
                .containsEntry("mono", "EXECUTE REPLAY true Charge[id=mono-11, cents=1]")
                .containsEntry("decorated", "EXECUTE REPLAY true Charge[id=sell-12, cents=2]")
                .containsEntry("passed by", "rejected EnteredTwice")
                .containsEntry("no context", "rejected MissingContext")
                .containsEntry(
                        "effects",
                        "[charge o-3, charge o-1, charge o-2, refund o-1, ring o-1, later o-1, night close o-1, base close o-1,"
                                + " close o-1, again o-1, mono o-1, sell o-1, try o-4, try o-5, try o-6]");
        assertThat(said.get("not installed")).startsWith("IllegalStateException no SideEffectEngine is installed");
        assertThat(said.get("second install")).contains("installed already");
        assertThat(said.get("called by its lookup"))
                .startsWith("SideEffectInDoubtException")
                .contains("failed with dev.retrysafe.SideEffectRejectedException");
        assertThat(said.get("entered twice")).startsWith("SideEffectInDoubtException EnteredTwice");
        assertThat(said.get("entered twice in a mono")).startsWith("SideEffectInDoubtException EnteredTwice");
        assertThat(said.get("other arguments")).startsWith("SideEffectConflictException");
    }

    @Test
    void withoutTheWeaverTheEngineIsNotInstalled() throws Exception {
        Map<String, String> said = run();

        assertThat(said.get("install"))
                .startsWith("IllegalStateException ")
                .contains("would run unprotected", "-javaagent:", "aspectjweaver");
    }

    /** What the program printed, by what it is about. */
    private static Map<String, String> run(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(options));
        command.add("-cp");
        command.add(classes + File.pathSeparator + String.join(File.pathSeparator, CLASS_PATH));
        command.add("shop.WovenShop");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        // The weaver speaks up when it cannot weave something.
        assertThat(output).doesNotContain("AppClassLoader", "[weaver");
        Map<String, String> said = new LinkedHashMap<>();
        for (String line : output.lines().toList()) {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                said.putIfAbsent(line.substring(0, colon), line.substring(colon + 2));
            }
        }
        return said;
    }
}
