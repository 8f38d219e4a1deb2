package dev.retrysafe.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.processor.Compiler.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as users get it, alone on the processor path and beside classes that it must not meet. */
@Tag("packaged")
class PackagedJarTest {

    private static final Path JAR = Path.of(System.getProperty("processor.jar", "processor.jar"));

    private static final Source TOOL = new Source("com/acme/Tools.java", """
            package com.acme;

            import dev.retrysafe.annotation.SideEffect;

            class Tools {
                @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = {"*", "!order.note"})
                void charge(String id, Order order) {}

                record Order(String note, int amount) {}
            }
            """);

    @TempDir
    private Path folder;

    @Test
    void holdsItsOwnPackagesOnly() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> classes = jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .toList();

            assertThat(classes)
                    .contains("dev/retrysafe/processor/shaded/javapoet/TypeSpec.class")
                    .allMatch(name -> name.startsWith("dev/retrysafe/processor/"));
            for (String name : classes) {
                assertThat(text(jar, name)).as(name).doesNotContain("com/palantir/", "com/google/common/");
            }
        }
    }

    @Test
    void saysWhatItIs() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(text(jar, "META-INF/services/javax.annotation.processing.Processor"))
                    .isEqualTo("""
                            dev.retrysafe.processor.RetrysafeProcessor
                            dev.retrysafe.processor.SideEffectAnnotations
                            """);
            assertThat(text(jar, "META-INF/gradle/incremental.annotation.processors"))
                    .isEqualTo("""
                            dev.retrysafe.processor.RetrysafeProcessor,isolating
                            dev.retrysafe.processor.SideEffectAnnotations,isolating
                            """);
            assertThat(text(jar, "META-INF/NOTICE"))
                    .contains("JavaPoet", "Palantir", "Apache License")
                    .doesNotContain("${");
            assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
            assertThat(text(jar, "META-INF/maven/dev.retrysafe/retrysafe-processor/pom.xml"))
                    .contains("retrysafe-processor")
                    .doesNotContain("<dependency>", "<parent>");
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("dev.retrysafe.processor");
        }
    }

    @Test
    void worksAlone() {
        assertThat(generate(List.of(JAR.toString()))).isEqualTo(Compiler.generate(TOOL, "com.acme.Tools_SideEffects"));
    }

    @Test
    void meetsNobodysJavaPoetNorGuava() throws IOException {
        List<Source> broken = new ArrayList<>();
        for (String name : List.of(
                "com.palantir.javapoet.TypeSpec",
                "com.palantir.javapoet.JavaFile",
                "com.palantir.javapoet.ClassName",
                "com.palantir.javapoet.CodeBlock",
                "com.google.common.collect.ImmutableList",
                "org.jspecify.annotations.Nullable")) {
            broken.add(broken(name));
        }
        compile(broken);

        assertThat(generate(List.of(folder.toString(), JAR.toString())))
                .isEqualTo(Compiler.generate(TOOL, "com.acme.Tools_SideEffects"));
    }

    /** A class of the name that another version may have: nothing in it, and nobody survives meeting it. */
    private static Source broken(String name) {
        int dot = name.lastIndexOf('.');
        return new Source(
                name.replace('.', '/') + ".java", """
                package %s;

                public class %s {
                    static {
                        if (true) throw new IllegalStateException("met");
                    }
                }
                """.formatted(name.substring(0, dot), name.substring(dot + 1)));
    }

    private void compile(List<? extends JavaFileObject> sources) throws IOException {
        JavaCompiler javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK");
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-proc:none", "-d", folder.toString());
            assertThat(javac.getTask(null, files, null, options, null, sources).call())
                    .isTrue();
        }
        assertThat(Files.exists(folder.resolve("com/palantir/javapoet/TypeSpec.class")))
                .isTrue();
    }

    private static String generate(List<String> processorPath) {
        return Compiler.generateWithPath(TOOL, "com.acme.Tools_SideEffects", processorPath);
    }

    private static String text(JarFile jar, String name) throws IOException {
        try (InputStream in = jar.getInputStream(Objects.requireNonNull(jar.getEntry(name), name))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
