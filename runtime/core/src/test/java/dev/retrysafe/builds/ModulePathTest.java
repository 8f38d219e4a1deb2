package dev.retrysafe.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's module is compiled by javac and run by java, in processes of their own, on the module path. */
@Tag("packaged")
class ModulePathTest {

    private static final String MODULE = """
            module com.acme.app {
                requires transitive dev.retrysafe.annotation;
                requires dev.retrysafe.core;
                requires org.slf4j;

                %s
            }
            """;

    private static final String DESK = """
            package com.acme.desk;

            import dev.retrysafe.annotation.SideEffect;

            public class Desk {
                public Desk() {}

                @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                public void create(String id, Order order) {}

                public record Order(String title) {}
            }
            """;

    private static final String MAIN = """
            package com.acme.app;

            import com.acme.desk.Desk;
            import dev.retrysafe.tool.ToolRegistry;

            public class Main {
                public static void main(String[] arguments) throws Exception {
                    var create = Desk.class.getMethod("create", String.class, Desk.Order.class);
                    var tool = new ToolRegistry().find(Desk.class, create);
                    System.out.println(tool.definition().tool() + " of " + tool.getClass().getModule().getName());
                }
            }
            """;

    @TempDir
    private Path folder;

    private UserProject project;

    @BeforeEach
    void write() throws IOException {
        project = new UserProject(folder);
        project.write("com/acme/desk/Desk.java", DESK);
        project.write("com/acme/app/Main.java", MAIN);
    }

    @Test
    void opensItsPackageToTheRuntime() throws Exception {
        module("opens com.acme.desk to dev.retrysafe.core;");

        assertThat(javac("--processor-path", jar("processor"))).isEmpty();
        assertThat(java()).isEqualTo("create of com.acme.app");
    }

    @Test
    void exportsItsPackage() throws Exception {
        module("exports com.acme.desk;");

        assertThat(javac("--processor-path", jar("processor"))).isEmpty();
        assertThat(java()).isEqualTo("create of com.acme.app");
    }

    @Test
    void processorIsAModuleToo() throws Exception {
        module("exports com.acme.desk;");

        assertThat(javac("--processor-module-path", jar("processor"))).isEmpty();
        assertThat(java()).isEqualTo("create of com.acme.app");
    }

    @Test
    void keepsItsPackageToItselfAndIsToldWhatToDo() throws Exception {
        module("");

        assertThat(javac("--processor-path", jar("processor"))).isEmpty();
        assertThat(java())
                .contains("ToolDefinitionException")
                .contains("Add \"opens com.acme.desk to dev.retrysafe.core;\" to the module-info of com.acme.app.");
    }

    private void module(String directive) throws IOException {
        project.write("module-info.java", MODULE.formatted(directive));
    }

    /** What javac says. That some of the modules are automatic is all that its lint may find. */
    private String javac(String processorOption, String processor) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                tool("javac"),
                "-Xlint:all,-requires-automatic,-requires-transitive-automatic",
                "-Werror",
                "-d",
                project.output().toString(),
                "--module-path",
                modules(),
                processorOption,
                processor));
        project.sources().forEach(source -> command.add(source.toString()));
        return run(command);
    }

    private String java() throws Exception {
        return run(List.of(
                tool("java"),
                "-p",
                project.output() + File.pathSeparator + modules(),
                "-m",
                "com.acme.app/com.acme.app.Main"));
    }

    private static String run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        // Without a logging library SLF4J has three lines to say.
        return said.lines().filter(line -> !line.startsWith("SLF4J")).collect(Collectors.joining("\n"));
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static String modules() {
        return String.join(
                File.pathSeparator,
                System.getProperty("core.jar", "core.jar"),
                jar("annotations"),
                entry("jspecify-"),
                entry("slf4j-api-"));
    }

    private static String jar(String module) {
        return entry("retrysafe-" + module + "-");
    }

    private static String entry(String start) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> Path.of(entry).getFileName().toString().startsWith(start)
                        && Files.isRegularFile(Path.of(entry)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no jar " + start + " on the class path"));
    }
}
