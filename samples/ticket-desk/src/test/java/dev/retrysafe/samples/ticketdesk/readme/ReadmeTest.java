package dev.retrysafe.samples.ticketdesk.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.spring.RetrysafeAutoConfiguration;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The README's example, taken from its text: compiled with the annotation processor, run with the starter, and its answers
 * held against the comments and the JSON that the README shows.
 */
class ReadmeTest {

    private static final Markdown README = Markdown.read("README.md");

    private static final JsonMapper JSON = new JsonMapper();

    /** {@code expression; // what it yields}. */
    private static final Pattern CLAIM = Pattern.compile("(?m)^(\\S.*?); +// (.+)$");

    /** What differs from run to run. */
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{1,3}Z");

    private static final Pattern PROCESS = Pattern.compile("process \\d+");

    /** Calls that the README describes in words; each returns what a caller sees as JSON. */
    private static final String FURTHER_CALLS = """
            package example;

            import dev.retrysafe.CallContext;
            import dev.retrysafe.SideEffectException;
            import java.util.Map;

            final class FurtherCalls {

                static Map<String, Object> error(TicketDesk desk, String approvalId, String severity) throws Exception {
                    CallContext context = CallContext.builder().tenant("acme").conversation("c-9").build();
                    TicketDesk.CreateTicket request = new TicketDesk.CreateTicket(
                            "Checkout is down", TicketDesk.Severity.valueOf(severity), "Nobody can pay.");
                    try {
                        context.call(() -> desk.createTicket(approvalId, request));
                        return Map.of();
                    } catch (SideEffectException e) {
                        return e.toMap();
                    } catch (IllegalStateException e) {
                        return Map.of("failure", e.toString());
                    }
                }

                private FurtherCalls() {}
            }
            """;

    @TempDir
    private static Path directory;

    private static ClassLoader example;

    /** A comment of the README, and what came out. */
    private record Claim(String claimed, String actual) {}

    private static final List<Claim> CLAIMS = new ArrayList<>();

    private static final Map<String, Map<String, Object>> SEEN = new LinkedHashMap<>();

    private static int orders;

    private static boolean remoteSideFails;

    @BeforeAll
    static void compileAndRunTheExample() throws Exception {
        List<Markdown.Block> blocks = README.blocks("java");
        assertThat(blocks).hasSize(2);
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("TicketDesk", "package example;\n" + blocks.get(0).text());
        sources.put("Caller", caller(blocks.get(1).text()));
        sources.put("FurtherCalls", FURTHER_CALLS);
        Path classes = ExampleCompiler.compile(directory, sources);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, ReadmeTest.class.getClassLoader())) {
            example = loader;
            run();
        }
    }

    /** The second block's lines, with every claim turned into a check. */
    private static String caller(String block) {
        String body = CLAIM.matcher(block)
                .replaceAll(claim -> Matcher.quoteReplacement(
                        "check.accept(\"" + claim.group(2) + "\", String.valueOf(" + claim.group(1) + "));"));
        return "package example;\nimport dev.retrysafe.*;\nimport example.TicketDesk.*;\n"
                + "final class Caller {\nstatic CommitReceipt run(TicketDesk desk,"
                + " java.util.function.BiConsumer<String, String> check) throws Exception {\n" + body
                + "\nreturn retry.receipt();\n}\nprivate Caller() {}\n}\n";
    }

    private static void run() throws Exception {
        Class<?> desk = example.loadClass("example.TicketDesk");
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withClassLoader(example)
                .withConfiguration(AutoConfigurations.of(RetrysafeAutoConfiguration.class))
                .withPropertyValues("retrysafe.store=in-memory", "spring.application.name=desk")
                .withBean(desk);
        withRemoteSide(runner, example.loadClass("example.TicketDesk$Linear")).run(context -> {
            Object bean = context.getBean(desk);
            BiConsumer<String, String> check = (claimed, actual) -> CLAIMS.add(new Claim(claimed, actual));
            Object receipt = call("Caller", "run", bean, check);
            SEEN.put("receipt", map(receipt.getClass().getMethod("toMap").invoke(receipt)));
            SEEN.put("conflict", map(call("FurtherCalls", "error", bean, "approval-17", "LOW")));
            remoteSideFails = true;
            SEEN.put("first failure", map(call("FurtherCalls", "error", bean, "approval-19", "HIGH")));
            SEEN.put("in_doubt", map(call("FurtherCalls", "error", bean, "approval-19", "HIGH")));
        });
    }

    @Test
    void theCommentsSayWhatComesOut() {
        assertThat(CLAIMS)
                .hasSizeGreaterThan(3)
                .allSatisfy(claim -> assertThat(claim.actual).isEqualTo(claim.claimed));
    }

    @Test
    void theRemoteSideIsAskedOncePerOperation() {
        assertThat(orders).isEqualTo(2);
        assertThat(SEEN.get("first failure")).containsOnlyKeys("failure");
    }

    @Test
    void theJsonIsWhatTheCodeProduces() {
        SoftAssertions.assertSoftly(all -> {
            for (String shape : List.of("receipt", "conflict", "in_doubt")) {
                String actual = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(SEEN.get(shape));
                all.assertThat(README.blocks("json " + shape))
                        .as("%s", actual)
                        .extracting(block -> stable(block.text()))
                        .containsExactly(stable(actual));
            }
        });
    }

    /** The fastest way to lose a newcomer is an example that does not fit on a screen. */
    @Test
    void theExampleIsShort() {
        long lines = README.blocks("java")
                .get(0)
                .text()
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("import "))
                .count();
        assertThat(lines).isLessThanOrEqualTo(20);
    }

    private static String stable(String json) {
        JsonNode node = JSON.readTree(json);
        return PROCESS.matcher(TIME.matcher(node.toPrettyString()).replaceAll("<time>"))
                .replaceAll("process <id>");
    }

    private static <T> ApplicationContextRunner withRemoteSide(ApplicationContextRunner runner, Class<T> type)
            throws ReflectiveOperationException {
        Constructor<?> ticket =
                example.loadClass("example.TicketDesk$Ticket").getConstructor(String.class, String.class);
        Object remoteSide = Proxy.newProxyInstance(example, new Class<?>[] {type}, (proxy, method, arguments) -> {
            orders++;
            if (remoteSideFails) {
                throw new IllegalStateException("read timed out");
            }
            return ticket.newInstance("TCK-" + orders, "https://linear.example/TCK-" + orders);
        });
        return runner.withBean("linear", type, () -> type.cast(remoteSide));
    }

    private static Object call(String type, String name, Object... arguments) throws Exception {
        for (Method method : example.loadClass("example." + type).getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method.invoke(null, arguments);
            }
        }
        throw new NoSuchMethodException(name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
