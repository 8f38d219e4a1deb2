package dev.retrysafe.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles again what changed and what depends on it, against the classes of the build before, as Gradle does with an
 * isolating processor: the outcome is that of a full build, byte for byte.
 */
class IncrementalBuildTest {

    private static final String ORDER = """
            package com.acme.model;

            import dev.retrysafe.annotation.TenantScope;
            import java.util.List;
            import java.util.Map;
            import java.util.Optional;

            public record Order(@TenantScope String shop, Part part, Buyer buyer, List<Payment> payments, String note) {
                public record Part(Map<String, Integer> counts, Optional<String> sku) {}
                public sealed interface Payment permits Card, Cash {}
                public record Cash(long cents) implements Payment {}
                public record Card(String token) implements Payment {}
                public static class Buyer {
                    public String zip = "";
                    private String name = "";
                    public String getName() { return name; }
                    public boolean isKnown() { return true; }
                    public Address getAddress() { return new Address("a"); }
                }
                public record Address(String street) {}
            }
            """;

    private static final String ORDERS = """
            package com.acme;

            import com.acme.model.Order;
            import dev.retrysafe.annotation.Receipt;
            import dev.retrysafe.annotation.SideEffect;

            public class Orders {
                @SideEffect(
                        key = "{order.shop}:{id}",
                        fingerprint = {"*", "!order.note"},
                        receipt = @Receipt(system = "shop", id = "id"))
                public Placed place(String id, Order order) { return new Placed(id); }

                public record Placed(String id) {}
            }
            """;

    private static final String REFUNDS = """
            package com.acme;

            import dev.retrysafe.annotation.SideEffect;

            public class Refunds {
                @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                public void refund(String id, long cents) {}
            }
            """;

    private static final FileTime BEFORE = FileTime.fromMillis(0);

    @TempDir
    private Path folder;

    private UserProject project;

    private Path order;

    private Path orders;

    @BeforeEach
    void buildAll() throws IOException {
        project = new UserProject(Files.createDirectory(folder.resolve("project")));
        order = project.write("com/acme/model/Order.java", ORDER);
        orders = project.write("com/acme/Orders.java", ORDERS);
        project.write("com/acme/Refunds.java", REFUNDS);
        assertThat(project.compile(UserProject.javac(), project.sources(), "-Xlint:all"))
                .isEmpty();
        for (Path file : UserProject.files(project.output(), "")) {
            Files.setLastModifiedTime(file, BEFORE);
        }
    }

    @Test
    void changedToolIsWrittenAnewAndNothingElse() throws IOException {
        Files.writeString(orders, ORDERS.replace("\"!order.note\"", "\"!order.note\", \"!order.buyer.zip\""));

        compileAgain(orders, "com/acme/Orders");

        assertThat(rewritten())
                .contains("META-INF/retrysafe/tools/com.acme.Orders.json", "com/acme/Orders_SideEffects.java")
                .allMatch(name -> name.replace('.', '/').contains("com/acme/Orders"));
        assertThat(project.written()).isEqualTo(fullBuild());
    }

    @Test
    void toolIsWrittenFromClassesAsFromSources() throws IOException {
        compileAgain(orders, "com/acme/Orders");

        assertThat(project.written()).isEqualTo(fullBuild());
    }

    @Test
    void changedRequestIsSeenByItsTool() throws IOException {
        Files.writeString(order, ORDER.replace("Cash(long cents)", "Cash(long cents, java.time.LocalDate since)"));

        compileAgain(order, "com/acme/model/");
        compileAgain(orders, "com/acme/Orders");

        assertThat(project.written().get("com/acme/Orders_SideEffects.java")).contains("since()");
        assertThat(rewritten()).noneMatch(name -> name.startsWith("com/acme/Refunds"));
        assertThat(project.written()).isEqualTo(fullBuild());
    }

    @Test
    void classesOfTheBuildBeforeAreNotInTheWay() throws IOException {
        List<String> said = project.compile(UserProject.javac(), List.of(orders), "-Xlint:all,-processing", "-Werror");

        assertThat(said).isEmpty();
        assertThat(project.written()).isEqualTo(fullBuild());
    }

    @Test
    void neighbourNamedAsAClassOfJavaLangChangesNothing() throws IOException {
        project.write("com/acme/Override.java", "package com.acme;\n\nclass Override {}\n");
        project.write("com/acme/Object.java", "package com.acme;\n\nclass Object {}\n");

        assertThat(fullBuild().get("com/acme/Refunds_SideEffects.java"))
                .isEqualTo(project.written().get("com/acme/Refunds_SideEffects.java"));
    }

    /** Gradle removes first what came of the source: its classes, and what the processor wrote for it. */
    private void compileAgain(Path source, String outputs) throws IOException {
        for (Path file : UserProject.files(project.output(), "")) {
            if (project.output().relativize(file).toString().startsWith(outputs)) {
                Files.delete(file);
            }
        }
        assertThat(project.compile(UserProject.javac(), List.of(source), "-Xlint:all"))
                .isEmpty();
    }

    private List<String> rewritten() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path file : UserProject.files(project.output(), "")) {
            if (!Files.getLastModifiedTime(file).equals(BEFORE)) {
                names.add(project.output().relativize(file).toString());
            }
        }
        return names;
    }

    private java.util.SortedMap<String, String> fullBuild() throws IOException {
        UserProject full = new UserProject(Files.createDirectory(folder.resolve("full")));
        assertThat(full.compile(UserProject.javac(), project.sources())).isEmpty();
        return full.written();
    }
}
