package dev.retrysafe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.compiled.Sources;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolCatalogTest {

    private static final String FOLDER = "META-INF/retrysafe/tools";

    @TempDir
    private Path directory;

    private Path desk = Path.of("");

    private Path shop = Path.of("");

    @BeforeEach
    void compile() throws IOException {
        desk = Sources.none().with("Desk", """
                import dev.retrysafe.annotation.*;
                public class Desk {
                    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = {"*", "!note"}, ttl = "3d",
                            receipt = @Receipt(system = "linear"),
                            recovery = @Recovery(reconcile = "find", trustAbsentAfter = "1h"),
                            failures = @Failures(noEffect = IllegalStateException.class))
                    public String createTicket(String id, String note) { return ""; }
                    public java.util.Optional<String> find(String id) { return java.util.Optional.empty(); }
                }
                """).compile(Files.createDirectory(directory.resolve("desk")));
        shop = Sources.none().with("Shop", """
                import dev.retrysafe.annotation.*;
                public class Shop {
                    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*") public void buy(String id) {}
                    public static class Window { @ReadOnly public String look() { return ""; } }
                }
                """).compile(Files.createDirectory(directory.resolve("shop")));
    }

    @Test
    void tellsEverythingThatIsKnownOfATool() throws IOException {
        assertThat(catalog(desk))
                .singleElement()
                .satisfies(tool -> assertThat(tool)
                        .isEqualTo(new ToolDescription(
                                "create_ticket",
                                "com.acme.Desk",
                                "createTicket",
                                "non_idempotent",
                                "{ctx.tenant}:{id}",
                                "ctx.tenant",
                                List.of("id"),
                                List.of("*", "!note"),
                                tool.definitionHash(),
                                Duration.ofDays(3),
                                "linear",
                                true,
                                new ToolDescription.Recovery("find", Duration.ofHours(1), null),
                                new ToolDescription.Failures(
                                        List.of("java.lang.IllegalStateException"), List.of(), false),
                                tool.retryAdvice())))
                .satisfies(tool -> {
                    assertThat(tool.definitionHash()).matches("[0-9a-f]{32}");
                    assertThat(tool.retryAdvice()).startsWith("Safe to retry with the same id: ");
                });
    }

    @Test
    void sortsTheToolsOfAllFoldersAndJars() throws IOException {
        Path jar = jar("shop.jar", true, shop);

        assertThat(catalog(jar, desk))
                .extracting(ToolDescription::tool)
                .containsExactly("buy", "create_ticket", "look");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsAJarOfSeveralModules(boolean entriesForFolders) throws IOException {
        Path shaded = jar("shaded.jar", entriesForFolders, desk, shop);

        assertThat(catalog(shaded)).extracting(ToolDescription::tool).containsExactly("buy", "create_ticket", "look");
    }

    @Test
    void countsAToolOnceThatIsThereTwice() throws IOException {
        assertThat(catalog(desk, jar("desk.jar", true, desk))).hasSize(1);
    }

    @Test
    void findsToolsInAFolderWhoseNameIsNoUrl() throws IOException {
        Path odd = Files.createDirectory(directory.resolve("a b%20#ü"));
        Path moved = Files.move(desk, odd.resolve("desk"));

        assertThat(catalog(moved)).hasSize(1);
        assertThat(catalog(jar("a b%20#ü/desk.jar", true, moved))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{\"format\": 2, \"type\": \"com.acme.Desk\", \"tools\": []}",
                "{\"format\": 1, \"type\": \"com.acme.Desk\", \"tools\": [{}]}",
                "{\"format\": 1, \"type\": \"com.acme.Desk\", \"tools\": [1]}",
                "{\"format\": 1, \"type\": 2, \"tools\": []}",
                "{\"format\": 1, \"type\": \"com.acme.Desk\", \"tools\": []",
                "{\"format\": 1, \"type\": \"com.acme.Desk\", \"tools\": []}}",
                "{\"format\": 1, \"format\": 1, \"type\": \"com.acme.Desk\", \"tools\": []}",
                "{\"format\": 1, \"type\": \"com.acme.Desk\", \"tools\": [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}",
                "{\"format\": 1, \"type\": \"com.acme.Desk\", \"tools\": [{\"tool\": \"a\", \"method\": \"a\", \"mutation\":"
                        + " \"read_only\", \"ttl\": \"3d\", \"retry_advice\": \"\\x\"}]}",
                "<<<<<<< HEAD"
            })
    void aFileThatIsNotTheProcessorsIsNamed(String content) throws IOException {
        Path file = desk.resolve(FOLDER).resolve("com.acme.Desk.json");
        Files.writeString(file, content);

        assertThatThrownBy(() -> catalog(desk))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("cannot read the description of tools in " + file + ": ")
                .hasMessageEndingWith(
                        ". Recompile its module from scratch, with retrysafe-processor in the version of retrysafe-core.");
        assertThatThrownBy(() -> catalog(jar("desk.jar", true, desk)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(FOLDER + "/com.acme.Desk.json (of jar:file:")
                .hasMessageContaining("/desk.jar!/" + FOLDER);
    }

    @Test
    void readsWhatALaterVersionAddsToTheFormat() throws IOException {
        Path file = desk.resolve(FOLDER).resolve("com.acme.Desk.json");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("\"type\"", "\"more\": {\"a\": [1, true, \"\\u00e9\\n\"]},\r\n\t\"type\""));

        assertThat(catalog(desk)).hasSize(1);
    }

    /** What is found besides the tools of these tests. */
    private static List<ToolDescription> catalog(Path... classPath) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = Sources.loader(classPath)) {
            thread.setContextClassLoader(loader);
            return SideEffects.catalog().stream()
                    .filter(tool -> tool.type().startsWith("com.acme."))
                    .toList();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private Path jar(String name, boolean entriesForFolders, Path... classes) throws IOException {
        Path jar = directory.resolve(name);
        Manifest written = new Manifest();
        written.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), written)) {
            Set<String> names = new HashSet<>(Set.of("META-INF/"));
            for (Path root : classes) {
                for (Path file : files(root)) {
                    String entry =
                            root.relativize(file).toString().replace('\\', '/') + (Files.isDirectory(file) ? "/" : "");
                    if (!entry.equals("/") && (entriesForFolders || !entry.endsWith("/")) && names.add(entry)) {
                        out.putNextEntry(new JarEntry(entry));
                        if (!entry.endsWith("/")) {
                            Files.copy(file, out);
                        }
                        out.closeEntry();
                    }
                }
            }
        }
        return jar;
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.sorted().toList();
        }
    }
}
