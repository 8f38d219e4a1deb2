package dev.retrysafe.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.annotation.SideEffect;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolRegistryTest {

    private static final String KEY = "{ctx.tenant}:{id}";

    static class Request {
        public String id = "";
    }

    static class Room extends Request {}

    static class Table extends Request {}

    interface Port<T extends Request> {
        @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
        void book(T request);
    }

    static class RoomDesk implements Port<Room> {
        @Override
        @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
        public void book(Room request) {}
    }

    static class TableDesk implements Port<Table> {
        @Override
        @SideEffect(key = "{ctx.tenant}:{request.id}", fingerprint = "*")
        public void book(Table request) {}
    }

    /** Its second method only looks like the port's. */
    static class AllDesk implements Port<Room> {
        @Override
        public void book(Room request) {}

        @SuppressWarnings("unused")
        public void book(Table request) {}
    }

    abstract static class Middle<A, B extends Request> implements Port<B> {}

    static class FarDesk extends Middle<String, Table> {
        @Override
        public void book(Table request) {}

        @SuppressWarnings("unused")
        public void book(Room request) {}
    }

    @SuppressWarnings("rawtypes")
    static class RawDesk implements Port {
        @Override
        public void book(Request request) {}
    }

    interface Bulk<T> {
        @SideEffect(
                key = "{ctx.tenant}:{id}",
                fingerprint = {"*", "!ids"})
        void bulk(String id, T ids);
    }

    static class Ids implements Bulk<List<String>[]> {
        @Override
        public void bulk(String id, List<String>[] ids) {}

        @SuppressWarnings("unused")
        public void bulk(String id, String[] ids) {}
    }

    static class Base {
        @SideEffect(key = KEY, fingerprint = "*")
        void pay(String id) {}
    }

    static class Sub extends Base {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        void pay(String id) {}
    }

    static class OtherSub extends Base {
        @Override
        @SideEffect(key = KEY, fingerprint = "*")
        void pay(String id) {}
    }

    @Test
    void implementationsOfOneMethodAreOneToolInAnyOrder() {
        for (List<Class<?>> order : List.of(
                List.<Class<?>>of(Port.class, RoomDesk.class, TableDesk.class, RawDesk.class),
                List.<Class<?>>of(RawDesk.class, TableDesk.class, RoomDesk.class, Port.class))) {
            ToolRegistry registry = new ToolRegistry();
            order.forEach(type -> assertThat(registry.find(type, declared(Port.class, "book")))
                    .isNotNull());
            assertThat(registry.tools()).containsOnlyKeys("book");
        }
        for (List<Class<?>> order : List.of(
                List.<Class<?>>of(Base.class, Sub.class, OtherSub.class),
                List.<Class<?>>of(Sub.class, OtherSub.class, Base.class))) {
            ToolRegistry registry = new ToolRegistry();
            order.forEach(type ->
                    assertThat(registry.find(type, declared(type, "pay"))).isNotNull());
            assertThat(registry.tools()).containsOnlyKeys("pay");
        }
    }

    @Test
    void anOverloadInAnotherJarIsAnotherTool(@TempDir Path jar) throws Exception {
        compile(jar, "Charges", """
                public class Charges {
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                    public void deposit(String id) {}
                }
                """);
        Class<?> sub = compile(jar, "Sub", """
                public class Sub extends Charges {
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                    public void deposit(String id, int cents) {}
                }
                """);
        ToolRegistry registry = new ToolRegistry();
        registry.find(sub, sub.getMethod("deposit", String.class));

        assertThatThrownBy(() -> registry.find(sub, sub.getMethod("deposit", String.class, int.class)))
                .isInstanceOfSatisfying(
                        ToolDefinitionException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("DuplicateToolName"))
                .hasMessageContaining("Charges.deposit(String) and Sub.deposit(String, int)");
    }

    @Test
    void implementationsOfAGenericMethodThatIsNoToolAreTheirOwn(@TempDir Path jar) throws Exception {
        ToolRegistry registry = new ToolRegistry();
        Class<?> first = compile(Files.createDirectory(jar.resolve("first")), "First", """
                public class First implements java.util.function.Consumer<String> {
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                    public void accept(String id) {}
                }
                """);
        Class<?> second = compile(Files.createDirectory(jar.resolve("second")), "Second", """
                public class Second implements java.util.function.Consumer<String> {
                    @dev.retrysafe.annotation.SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
                    public void accept(String id) {}
                }
                """);
        registry.find(first, first.getMethod("accept", String.class));

        assertThatThrownBy(() -> registry.find(second, second.getMethod("accept", String.class)))
                .isInstanceOf(ToolDefinitionException.class);
    }

    @Test
    void overloadsThatTheGenericMethodAlsoTakesAreNoTools() {
        assertThat(find(AllDesk.class, "book", Room.class)).isEqualTo(declared(Port.class, "book"));
        assertThat(find(AllDesk.class, "book", Table.class)).isNull();
        assertThat(find(FarDesk.class, "book", Table.class)).isEqualTo(declared(Port.class, "book"));
        assertThat(find(FarDesk.class, "book", Room.class)).isNull();
        assertThat(find(Ids.class, "bulk", String.class, List[].class)).isEqualTo(declared(Bulk.class, "bulk"));
        assertThat(find(Ids.class, "bulk", String.class, String[].class)).isNull();
    }

    @Test
    void bridgesAndRawTypesLeadToTheTool() {
        assertThat(find(AllDesk.class, "book", Request.class)).isEqualTo(declared(Port.class, "book"));
        assertThat(find(RawDesk.class, "book", Request.class)).isEqualTo(declared(Port.class, "book"));
        assertThat(AnnotatedMethods.find(AllDesk.class, declared(Port.class, "book"), SideEffect.class))
                .isEqualTo(declared(Port.class, "book"));
    }

    private static @Nullable Method find(Class<?> type, String name, Class<?>... parameters) {
        try {
            return AnnotatedMethods.find(type, type.getDeclaredMethod(name, parameters), SideEffect.class);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private static Method declared(Class<?> type, String name) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name) && !method.isBridge())
                .findFirst()
                .orElseThrow();
    }

    /** What another build makes of the source, which the build of these tests would refuse. */
    private static Class<?> compile(Path directory, String name, String source) throws Exception {
        Path file = directory.resolve(name + ".java");
        Files.writeString(file, source);
        int result = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK")
                .run(
                        null,
                        null,
                        null,
                        "-processor",
                        "dev.retrysafe.processor.RetrysafeProcessor",
                        "-classpath",
                        directory + File.pathSeparator + System.getProperty("java.class.path"),
                        "-implicit:none",
                        "-d",
                        directory.toString(),
                        file.toString());
        assertThat(result).isZero();
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, ToolRegistryTest.class.getClassLoader())
                .loadClass(name);
    }
}
