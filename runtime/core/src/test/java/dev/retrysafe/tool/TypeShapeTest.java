package dev.retrysafe.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retrysafe.compiled.Sources;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A jar that is replaced without a recompilation of the tools that read its types is found when it matters. */
class TypeShapeTest {

    private static final String ALL = "\"*\"";

    @TempDir
    private Path directory;

    private static Sources desk(String fingerprint) {
        return Sources.none().with("Desk", """
                import dev.retrysafe.annotation.*;
                public class Desk {
                    @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = {%s}, receipt = @Receipt(id = "number"))
                    public Ticket create(CreateTicket request) { return null; }
                }
                """.formatted(fingerprint));
    }

    private static Sources model(String request) {
        return Sources.none()
                .with("CreateTicket", request)
                .with("Ticket", "public class Ticket { public String getNumber() { return \"\"; } }");
    }

    /** What is said about tools that were compiled with one model and run with another; empty for nothing. */
    private String refusal(String fingerprint, Sources before, Sources after) throws IOException {
        Path model = Files.createDirectory(directory.resolve("before"));
        Path tools = Files.createDirectory(directory.resolve("tools"));
        desk(fingerprint).compile(tools, before.compile(model));
        return refusal(tools, after.compile(Files.createDirectory(directory.resolve("after"))));
    }

    private static String refusal(Path... classPath) throws IOException {
        try (URLClassLoader loader = Sources.loader(classPath)) {
            Class<?> desk = loader.loadClass("com.acme.Desk");
            Method create = Arrays.stream(desk.getDeclaredMethods())
                    .filter(method -> method.getName().equals("create"))
                    .findFirst()
                    .orElseThrow();
            ToolDefinitionException refusal =
                    catchThrowableOfType(ToolDefinitionException.class, () -> new ToolRegistry().find(desk, create));
            if (refusal == null) {
                return "";
            }
            assertThat(refusal.code()).isEqualTo("StaleGeneratedCode");
            return String.valueOf(refusal.getMessage());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        record CreateTicket(String id, int b) {}|record CreateTicket(String id, int b, String c) {}|CreateTicket had members b, id when com.acme.Desk was compiled, and has b, c, id now
        record CreateTicket(String id, int b) {}|record CreateTicket(String id) {}|CreateTicket had members b, id when com.acme.Desk was compiled, and has id now
        record CreateTicket(String id, int b) {}|record CreateTicket(String id, long b) {}|CreateTicket had member b of type int when com.acme.Desk was compiled, and has it of type long now
        record CreateTicket(String id, String[] b) {}|record CreateTicket(String id, java.util.List<String> b) {}|CreateTicket had member b of type java.lang.String[] when com.acme.Desk was compiled, and has it of type java.util.List now
        class CreateTicket { public String id; }|class CreateTicket { public String id; public int b; }|CreateTicket had member id when com.acme.Desk was compiled, and has b, id now
        class CreateTicket { public String id; }|class CreateTicket { public String getId() { return ""; } }|CreateTicket had member id when com.acme.Desk was compiled, and has getId() now
        class CreateTicket { public String id; }|final class CreateTicket { public String id; }|CreateTicket was a class when com.acme.Desk was compiled, and is a final class now
        record CreateTicket(String id) {}|class CreateTicket { public String id() { return ""; } }|CreateTicket was a record when com.acme.Desk was compiled, and is a class now
        record CreateTicket(String id, Kind b) { public enum Kind { A } }|record CreateTicket(String id, Kind b) { public static class Kind {} }|CreateTicket$Kind was an enum when com.acme.Desk was compiled, and is a class now
        record CreateTicket(String id, S b) { public sealed interface S {} public record A() implements S {} }|record CreateTicket(String id, S b) { public sealed interface S {} public record A() implements S {} public record B() implements S {} }|CreateTicket$S permitted com.acme.CreateTicket$A when com.acme.Desk was compiled, and permits com.acme.CreateTicket$A, com.acme.CreateTicket$B now
        record CreateTicket(String id, S b) { public sealed interface S {} public record A() implements S {} }|record CreateTicket(String id, S b) { public sealed interface S {} public record A(int x) implements S {} }|CreateTicket$A had no members when com.acme.Desk was compiled, and has x now
        """)
    void aChangedTypeIsFoundBeforeAnythingHappens(String before, String after, String message) throws IOException {
        assertThat(refusal(ALL, model("public " + before), model("public " + after)))
                .isEqualTo("[retrysafe:StaleGeneratedCode] com.acme." + message
                        + ": recompile the module of com.acme.Desk.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        record CreateTicket(String id, int b) {}|record CreateTicket(int b, String id) {}
        record CreateTicket(String id, Kind b) { public enum Kind { A } }|record CreateTicket(String id, Kind b) { public enum Kind { B, A { } } }
        record CreateTicket(String id, int b) {}|record CreateTicket(String id, int b) { public String getC() { return ""; } public String d() { return ""; } }
        class CreateTicket { public String id; }|class CreateTicket { public String id; private int b; public int getB(int c) { return b; } public static int getC() { return 0; } String getD() { return ""; } public void getE() {} public <T> T getF() { return null; } }
        class CreateTicket { public String getId() { return ""; } }|class CreateTicket { public Object getID(int a) { return ""; } public String getId() { return ""; } public int id; }
        """)
    void whatChangesNothingIsNotReported(String before, String after) throws IOException {
        assertThat(refusal(ALL, model("public " + before), model("public " + after)))
                .isEmpty();
    }

    /** For the code that calls it, a getter of a narrower type is another method. */
    @Test
    void aBridgeDoesNotHideThatAGetterHasAnotherType() throws IOException {
        String base = " class Base { public String id; public CharSequence getB() { return null; } }";

        assertThat(refusal(
                        ALL,
                        model("public class CreateTicket extends Base {}" + base),
                        model(
                                "public class CreateTicket extends Base { @Override public String getB() { return null; } }"
                                        + base)))
                .isEqualTo(
                        "[retrysafe:StaleGeneratedCode] com.acme.CreateTicket had member getB() of type java.lang.CharSequence"
                                + " when com.acme.Desk was compiled, and has it of type java.lang.String now: recompile the module"
                                + " of com.acme.Desk.");
    }

    @Test
    void whereMembersAreNamedOthersComeAndGo() throws IOException {
        assertThat(refusal(
                        "\"request.a\"",
                        model("public record CreateTicket(String id, int a, int b) {}"),
                        model("public record CreateTicket(String id, int a, int c) {}")))
                .isEmpty();
    }

    @Test
    void whereMembersAreNamedTheyMustBeThere() throws IOException {
        assertThat(refusal(
                        "\"request.a\"",
                        model("public record CreateTicket(String id, int a, int b) {}"),
                        model("public record CreateTicket(String id, int b, int c) {}")))
                .isEqualTo(
                        "[retrysafe:StaleGeneratedCode] com.acme.CreateTicket had members a, id when com.acme.Desk was"
                                + " compiled, and has b, c, id now: recompile the module of com.acme.Desk.");
    }

    @Test
    void whereMembersAreTakenOutNewOnesComeIn() throws IOException {
        assertThat(refusal(
                        "\"*\", \"!request.a\"",
                        model("public record CreateTicket(String id, int a) {}"),
                        model("public record CreateTicket(String id, int a, int b) {}")))
                .isEqualTo(
                        "[retrysafe:StaleGeneratedCode] com.acme.CreateTicket had members a, id when com.acme.Desk was"
                                + " compiled, and has a, b, id now: recompile the module of com.acme.Desk.");
    }

    @Test
    void theReceiptIsReadAsItWasCompiled() throws IOException {
        Sources after = Sources.none()
                .with("CreateTicket", "public record CreateTicket(String id) {}")
                .with("Ticket", "public class Ticket { public long getNumber() { return 1; } }");

        assertThat(refusal(ALL, model("public record CreateTicket(String id) {}"), after))
                .isEqualTo(
                        "[retrysafe:StaleGeneratedCode] com.acme.Ticket had member getNumber() of type java.lang.String"
                                + " when com.acme.Desk was compiled, and has it of type long now: recompile the module of"
                                + " com.acme.Desk.");
    }

    @Test
    void aMissingClassIsNamed() throws IOException {
        Sources before = model("public record CreateTicket(String id, Part part) {}")
                .with("Part", "public class Part { public Money money; public enum Money { EUR } }");
        Path model = before.compile(Files.createDirectory(directory.resolve("model")));
        Path tools = desk(ALL).compile(Files.createDirectory(directory.resolve("tools")), model);
        assertThat(refusal(tools, model)).isEmpty();

        Files.delete(model.resolve("com/acme/Part$Money.class"));
        assertThat(refusal(tools, model))
                .isEqualTo("[retrysafe:StaleGeneratedCode] com.acme.Part cannot be compared with what it was when"
                        + " com.acme.Desk was compiled, and cannot be read now (java.lang.NoClassDefFoundError:"
                        + " com/acme/Part$Money): put what is missing back on the class path.");

        Files.delete(model.resolve("com/acme/Part.class"));
        assertThat(refusal(tools, model))
                .startsWith(
                        "[retrysafe:StaleGeneratedCode] com.acme.CreateTicket cannot be compared with what it was when"
                                + " com.acme.Desk was compiled, and cannot be read now (java.lang.NoClassDefFoundError:"
                                + " com/acme/Part): put what is missing back on the class path.");
    }

    @Test
    void aMissingLeafIsNamed() throws IOException {
        Path model = model(
                        "public record CreateTicket(String id, S b) { public sealed interface S {} public record A() implements S {} }")
                .compile(Files.createDirectory(directory.resolve("model")));
        Path tools = desk(ALL).compile(Files.createDirectory(directory.resolve("tools")), model);

        Files.delete(model.resolve("com/acme/CreateTicket$A.class"));

        assertThat(refusal(tools, model))
                .isEqualTo("[retrysafe:StaleGeneratedCode] com.acme.CreateTicket$A was there when com.acme.Desk was"
                        + " compiled, and is missing now: put the jar that holds it back on the class path, or recompile"
                        + " the module of com.acme.Desk.");
    }

    @Test
    void aClassThatWasCompiledWithoutTheProcessorSaysWhatTheBuildLacks() throws Exception {
        Path tools = model("public record CreateTicket(String id) {}")
                .with("Desk", """
                        public class Desk {
                            @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
                            public void create(CreateTicket request) {}
                        }
                        """)
                .compileWithoutProcessor(Files.createDirectory(directory.resolve("tools")));
        String pom = Files.readString(Path.of("..", "..", "pom.xml"));
        String version = pom.substring(pom.indexOf("<version>") + "<version>".length(), pom.indexOf("</version>"));

        try (URLClassLoader loader = Sources.loader(tools)) {
            Class<?> desk = loader.loadClass("com.acme.Desk");
            Method create = desk.getMethod("create", loader.loadClass("com.acme.CreateTicket"));
            ToolDefinitionException refusal =
                    catchThrowableOfType(ToolDefinitionException.class, () -> new ToolRegistry().find(desk, create));

            assertThat(refusal)
                    .hasMessage("[retrysafe:NoGeneratedCode] com.acme.Desk has @SideEffect methods, and"
                            + " com.acme.Desk_SideEffects is missing: it was compiled without the annotation processor"
                            + " (since JDK 23 a processor on the plain class path does not run, and javac says nothing)."
                            + " Add it to the build:\n"
                            + """
                              Maven, in maven-compiler-plugin's <configuration>:
                                <annotationProcessorPaths>
                                  <path>
                                    <groupId>dev.retrysafe</groupId>
                                    <artifactId>retrysafe-processor</artifactId>
                                    <version>VERSION</version>
                                  </path>
                                </annotationProcessorPaths>
                              Gradle, in dependencies:
                                annotationProcessor("dev.retrysafe:retrysafe-processor:VERSION")
                              Gradle, where the class is written in Kotlin (KSP does not run Java's processors):
                                kapt("dev.retrysafe:retrysafe-processor:VERSION")""".replace("VERSION", version).indent(2).stripTrailing());
        }
    }
}
