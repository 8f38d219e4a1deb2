package dev.retrysafe.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.SideEffects;
import dev.retrysafe.annotation.SideEffect;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.launch.JarLauncher;

/** The tools of an application that runs from Spring Boot's jar of jars, laid out as its build plugins do it. */
class BootJarCatalogTest {

    @TempDir
    private Path directory;

    @Test
    void findsToolsAmongTheClassesAndInTheJarsWithin() throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        JustCompiled.withProcessor(classes, "boot.Application", """
                package boot;
                import dev.retrysafe.SideEffects;
                public class Application {
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                    public void order(String id) {}
                    public static void main(String[] arguments) {
                        SideEffects.catalog().forEach(tool -> System.out.println(tool.tool() + " " + tool.type()));
                    }
                }
                """);
        Path library = Files.createDirectory(directory.resolve("library"));
        JustCompiled.withProcessor(library, "shop.Shop", """
                package shop;
                public class Shop {
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                    public void buy(String id) {}
                }
                """);

        assertThat(run(bootJar(classes, library))).containsExactly("buy shop.Shop", "order boot.Application");
    }

    private Path bootJar(Path classes, Path library) throws Exception {
        Path jar = directory.resolve("application.jar");
        Manifest manifest = manifest();
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, JarLauncher.class.getName());
        manifest.getMainAttributes().putValue("Start-Class", "boot.Application");
        manifest.getMainAttributes().putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        manifest.getMainAttributes().putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            try (JarFile loader = new JarFile(location(JarLauncher.class).toFile())) {
                for (JarEntry entry : loader.stream()
                        .filter(e -> e.getName().startsWith("org/"))
                        .toList()) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    try (InputStream content = loader.getInputStream(entry)) {
                        content.transferTo(out);
                    }
                }
            }
            addFolder(out, "BOOT-INF/classes/", classes);
            addJar(out, "library", library);
            addJar(out, "core", location(SideEffects.class));
            addJar(out, "annotations", location(SideEffect.class));
            addJar(out, "jspecify", location(Nullable.class));
        }
        return jar;
    }

    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        return manifest;
    }

    /** Jars within must not be compressed again. */
    private static void addJar(JarOutputStream out, String name, Path content) throws IOException {
        byte[] bytes;
        if (Files.isDirectory(content)) {
            ByteArrayOutputStream jar = new ByteArrayOutputStream();
            try (JarOutputStream inner = new JarOutputStream(jar, manifest())) {
                addFolder(inner, "", content);
            }
            bytes = jar.toByteArray();
        } else {
            bytes = Files.readAllBytes(content);
        }
        JarEntry entry = new JarEntry("BOOT-INF/lib/" + name + ".jar");
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(checksum.getValue());
        out.putNextEntry(entry);
        out.write(bytes);
    }

    private static void addFolder(JarOutputStream out, String prefix, Path folder) throws IOException {
        // The manifest, and the folder around it, are there already.
        Set<String> written =
                new HashSet<>(prefix.isEmpty() ? Set.of("", "META-INF/", "META-INF/MANIFEST.MF") : Set.of());
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted().toList()) {
                String relative = folder.relativize(file).toString().replace(File.separatorChar, '/');
                String name = relative.isEmpty() || !Files.isDirectory(file) ? relative : relative + "/";
                if (written.add(name)) {
                    out.putNextEntry(new JarEntry(prefix + name));
                    if (!Files.isDirectory(file)) {
                        Files.copy(file, out);
                    }
                }
            }
        }
    }

    private static Path location(Class<?> type) throws URISyntaxException {
        CodeSource source = Objects.requireNonNull(type.getProtectionDomain().getCodeSource());
        return Path.of(source.getLocation().toURI());
    }

    private List<String> run(Path jar) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output, UTF_8);
    }
}
