package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectRejectedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.Processor;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values whose classes the compilers of Kotlin and Lombok wrote before: all that is left of them is class files. */
class OtherLanguagesTest {

    private static final String TOOL =
            "    @dev.retrysafe.annotation.SideEffect(key = \"{ctx.tenant}:{ctx.operation}\", fingerprint = \"*\")\n";

    private static final String KOTLIN = """
            package shop

            import java.math.BigDecimal

            @JvmInline value class Sku(val value: String)

            data class Line(val name: String, val count: Int?, val note: String? = null)

            data class Order(
                val id: String,
                val lines: List<Line>,
                val extras: Map<String, Any?>,
                val tags: MutableSet<String>,
                val paid: Boolean,
                val isUrgent: Boolean,
                val amount: BigDecimal,
            )

            sealed interface Payment
            data class Card(val lastFour: String) : Payment
            data class Cash(val amount: Long) : Payment

            open class Opened(val name: String)
            class Further(name: String, val more: Int) : Opened(name)

            data class Paired(val pair: Pair<String, String>)
            data class Unsigned(val counts: List<UInt>)
            data class Valued(val sku: Sku, val name: String)
            """;

    private static final String LOMBOK = """
            package desk;

            import java.util.List;

            public class Types {
                @lombok.Value
                public static class Ticket {
                    @lombok.NonNull
                    String title;

                    boolean urgent;
                    List<Line> lines;
                }

                @lombok.Data
                public static class Line {
                    private int count;
                    private String note;
                }

                public static class Partly {
                    @lombok.Getter
                    private final String shown = "s";
                    private final String hidden = "h";
                }
            }
            """;

    @TempDir
    private static Path kotlin;

    @TempDir
    private static Path lombok;

    @TempDir
    private Path folder;

    @BeforeAll
    static void compileTypes() throws IOException {
        Path source = Files.writeString(kotlin.resolve("Shop.kt"), KOTLIN);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ExitCode exit = new K2JVMCompiler()
                .exec(
                        new PrintStream(said, true, StandardCharsets.UTF_8),
                        "-d",
                        kotlin.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-no-stdlib",
                        "-no-reflect",
                        "-jvm-target",
                        "17",
                        source.toString());
        assertThat(exit).as(said.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.OK);
        assertThat(Compiled.compile(lombok, "desk.Types", LOMBOK, lombok()).findings())
                .isEmpty();
    }

    @Test
    void kotlinDataClassesAreTheirProperties() throws Exception {
        Compiled compiled = tools(kotlin, "void ship(shop.Order order, shop.Payment payment) {}");

        assertThat(compiled.findings()).isEmpty();
        try (Compiled.Loaded loaded = compiled.load()) {
            Object line = loaded.make("shop.Line", "l", null, "n");
            Object order = loaded.make(
                    "shop.Order",
                    "o",
                    List.of(line),
                    Map.of("k", List.of(1, "x")),
                    Set.of("t"),
                    true,
                    false,
                    new BigDecimal("10.00"));

            assertThat(Generated.effect(loaded.tool("Tools", "ship"), order, loaded.make("shop.Card", "1234")))
                    .isEqualTo("{\"order\":{\"amount\":\"10\",\"extras\":{\"k\":[1,\"x\"]},\"id\":\"o\","
                            + "\"lines\":[{\"name\":\"l\",\"note\":\"n\"}],\"paid\":true,\"tags\":[\"t\"],\"urgent\":false},"
                            + "\"payment\":{\"@type\":\"Card\",\"lastFour\":\"1234\"}}");
        }
    }

    @Test
    void kotlinSubclassOfAnOpenClassIsRefused() throws Exception {
        Compiled compiled = tools(kotlin, "void open(shop.Opened opened) {}");

        assertThat(compiled.findings()).isEmpty();
        try (Compiled.Loaded loaded = compiled.load()) {
            assertThat(Generated.effect(loaded.tool("Tools", "open"), loaded.make("shop.Opened", "n")))
                    .isEqualTo("{\"opened\":{\"name\":\"n\"}}");
            Object further = loaded.make("shop.Further", "n", 1);
            assertThatThrownBy(() -> Generated.effect(loaded.tool("Tools", "open"), further))
                    .isInstanceOfSatisfying(
                            SideEffectRejectedException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo("UnexpectedSubtype"));
        }
    }

    @Test
    void kotlinsOwnTypesHaveNoForm() {
        assertThat(tools(kotlin, "void pair(shop.Paired value) {}").findings())
                .singleElement()
                .asString()
                .contains("NoCanonicalForm", "value.pair", "Pair<String, String> has no canonical form");
        assertThat(tools(kotlin, "void counts(shop.Unsigned value) {}").findings())
                .singleElement()
                .asString()
                .contains("NoCanonicalForm", "value.counts", "UInt has no canonical form");
    }

    @Test
    void kotlinValueClassMemberHasAGetterThatJavaCannotCall() {
        assertThat(tools(kotlin, "void valued(shop.Valued value) {}").findings())
                .singleElement()
                .asString()
                .contains("FieldWithoutGetter", "field \"sku\" of Valued has no public getter");
    }

    @Test
    void kotlinContinuationDoesNotCount() throws Exception {
        Compiled compiled =
                tools(kotlin, "void suspend(String id, kotlin.coroutines.Continuation<? super String> more) {}");

        assertThat(compiled.findings()).isEmpty();
        try (Compiled.Loaded loaded = compiled.load()) {
            assertThat(Generated.effect(loaded.tool("Tools", "suspend"), "7", null))
                    .isEqualTo("{\"id\":\"7\"}");
        }
    }

    @Test
    void classesWithoutAConstructorForTheCodecAreNoResults() {
        assertThat(tools(kotlin, "shop.Line line() { return null; }").findings())
                .singleElement()
                .asString()
                .contains("UnsupportedResult", "Line, has no constructor without parameters", "@JsonCreator");
        assertThat(tools(lombok, "desk.Types.Ticket ticket() { return null; }").findings())
                .singleElement()
                .asString()
                .contains("UnsupportedResult", "Ticket, has no constructor without parameters");
        assertThat(tools(lombok, "desk.Types.Line line() { return null; }").findings())
                .isEmpty();
    }

    @Test
    void lombokClassesAreTheirGetters() throws Exception {
        Compiled compiled = tools(lombok, "void create(desk.Types.Ticket ticket) {}");

        assertThat(compiled.findings()).isEmpty();
        try (Compiled.Loaded loaded = compiled.load()) {
            Object line = loaded.make("desk.Types$Line");
            line.getClass().getMethod("setCount", int.class).invoke(line, 3);
            Object ticket = loaded.make("desk.Types$Ticket", "t", true, Arrays.asList(line, null));

            assertThat(Generated.effect(loaded.tool("Tools", "create"), ticket))
                    .isEqualTo("{\"ticket\":{\"lines\":[{\"count\":3},null],\"title\":\"t\",\"urgent\":true}}");
        }
        assertThat(tools(lombok, "void partly(desk.Types.Partly value) {}").findings())
                .singleElement()
                .asString()
                .contains("FieldWithoutGetter", "field \"hidden\"");
    }

    private static Processor lombok() {
        try {
            return Class.forName("lombok.launch.AnnotationProcessorHider$AnnotationProcessor")
                    .asSubclass(Processor.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no Lombok", e);
        }
    }

    /** A class of tools in a folder of its own, beside a copy of the types. */
    private Compiled tools(Path types, String method) {
        return Compiled.tools(copy(types), "Tools", "class Tools {\n" + TOOL + "    " + method + "\n}\n");
    }

    private Path copy(Path types) {
        try (var files = Files.walk(types)) {
            Path target = Files.createTempDirectory(folder, "t");
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = target.resolve(types.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
