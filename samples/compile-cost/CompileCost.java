import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Measures what the processor adds to a compilation: pairs of compilations of one tree, with and without it, taken in
 * turns, and the medians of both. Arguments: the processor's jar, the class path. {@code -Dtools} and
 * {@code -Dpairs} change how much is measured.
 */
public final class CompileCost {

    /** On a busy machine a thread's own time is steadier than the clock. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int METHODS_PER_CLASS = 25;

    private static final int TOOLS_PER_CLASS = 5;

    private static final int WARM_UP_PAIRS = 3;

    private static final int PAIRS = Integer.getInteger("pairs", 9);

    private static final int TOOLS = Integer.getInteger("tools", 1_000);

    private final String processor;

    private final String classPath;

    private final Path work;

    private CompileCost(String processor, String classPath, Path work) {
        this.processor = processor;
        this.classPath = classPath;
        this.work = work;
    }

    public static void main(String[] arguments) throws IOException {
        Path work = Files.createTempDirectory("compile-cost");
        try {
            new CompileCost(arguments[0], arguments[1], work).run();
        } finally {
            delete(work);
        }
    }

    private void run() throws IOException {
        say("JDK %s, %d pairs each, medians in ms", Runtime.version(), PAIRS);
        List<Path> tree = write(TOOLS);
        int methods = TOOLS * METHODS_PER_CLASS / TOOLS_PER_CLASS;
        say("%d methods, %d of them tools, %d KB of source", methods, TOOLS, kilobytes(tree));
        double[][] warm = pairs(tree, this::compileHere);
        print("one warm JVM               ", warm[0], warm[1]);
        print("one warm JVM, thread's time", warm[2], warm[3]);
        double[][] fresh = pairs(tree, this::compileInAProcess);
        print("javac processes            ", fresh[0], fresh[1]);

        say("%nthread's time in the warm JVM");
        say("%6s %9s %9s %7s %14s %18s %17s", "tools", "without", "with", "ratio", "ms per tool", "source B per tool", "class B per tool");
        for (int tools : new int[] {TOOLS / 10, TOOLS / 2, TOOLS, TOOLS * 2, TOOLS * 4}) {
            List<Path> sources = write(tools);
            double[][] times = pairs(sources, this::compileHere);
            double without = median(times[2]);
            double with = median(times[3]);
            say(
                    "%6d %9.0f %9.0f %7.2f %14.3f %18d %17d",
                    tools, without, with, with / without, (with - without) / tools,
                    written("_SideEffects.java", "") / tools, written("_SideEffects", ".class") / tools);
        }
    }

    private interface Compilation {
        void run(List<Path> sources, boolean processed);
    }

    /** Wall-clock times without and with the processor, then the compiling thread's own times. */
    private double[][] pairs(List<Path> sources, Compilation compilation) throws IOException {
        double[][] times = new double[4][PAIRS];
        for (int pair = -WARM_UP_PAIRS; pair < PAIRS; pair++) {
            // Which one comes first changes, so that neither gains by it.
            for (int i = 0; i < 2; i++) {
                int processed = (i + pair) & 1;
                delete(work.resolve("out"));
                Files.createDirectories(work.resolve("out"));
                long start = System.nanoTime();
                long ownStart = THREADS.getCurrentThreadCpuTime();
                compilation.run(sources, processed == 1);
                if (pair >= 0) {
                    times[processed][pair] = (System.nanoTime() - start) / 1e6;
                    times[2 + processed][pair] = (THREADS.getCurrentThreadCpuTime() - ownStart) / 1e6;
                }
            }
        }
        // What is left on the disk is what the processor wrote.
        delete(work.resolve("out"));
        Files.createDirectories(work.resolve("out"));
        compilation.run(sources, true);
        return times;
    }

    private void compileHere(List<Path> sources, boolean processed) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            boolean done = javac.getTask(
                            said, files, null, options(processed), null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!done || !said.toString().isEmpty()) {
                throw new IllegalStateException(said.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compileInAProcess(List<Path> sources, boolean processed) {
        try {
            Path arguments = work.resolve("arguments");
            List<String> lines = new ArrayList<>(options(processed));
            sources.forEach(source -> lines.add(source.toString()));
            Files.write(arguments, lines);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "javac").toString(), "@" + arguments)
                    .inheritIO()
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("javac failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private List<String> options(boolean processed) {
        String out = work.resolve("out").toString();
        List<String> options = new ArrayList<>(List.of("-cp", classPath, "-d", out, "-s", out, "-encoding", "UTF-8"));
        options.addAll(processed ? List.of("-processorpath", processor) : List.of("-proc:none"));
        return options;
    }

    private List<Path> write(int tools) throws IOException {
        Path root = work.resolve("src" + tools);
        List<Path> sources = new ArrayList<>();
        for (int desk = 0; desk < tools / TOOLS_PER_CLASS; desk++) {
            String name = "Desk" + desk;
            Path folder = Files.createDirectories(root.resolve("com/acme/p" + desk % 20));
            sources.add(Files.writeString(folder.resolve(name + ".java"), desk(name, desk)));
            sources.add(Files.writeString(folder.resolve(name + "Order.java"), order(name, desk)));
        }
        return sources;
    }

    private static String desk(String name, int desk) {
        StringBuilder text = new StringBuilder(
                """
                package com.acme.p%d;

                import dev.retrysafe.annotation.Receipt;
                import dev.retrysafe.annotation.SideEffect;
                import java.util.ArrayList;
                import java.util.HashMap;
                import java.util.List;
                import java.util.Map;

                public class %s {

                    private final Map<String, %sOrder> orders = new HashMap<>();

                    public record Ticket(String id, String url) {}

                """
                        .formatted(desk % 20, name, name));
        for (int method = 0; method < METHODS_PER_CLASS; method++) {
            text.append(method % (METHODS_PER_CLASS / TOOLS_PER_CLASS) == 0 ? tool(name, method) : plain(name, method));
        }
        return text.append("}\n").toString();
    }

    private static String tool(String name, int method) {
        String tool = name.toLowerCase(Locale.ROOT) + "_" + method;
        String fingerprint = method % 2 == 0 ? "{\"*\", \"!order.note\"}" : "\"*\"";
        return """
                    @SideEffect(
                            key = "{ctx.tenant}:{ctx.conversation}:{approvalId}",
                            fingerprint = %s,
                            tool = "%s",
                            ttl = "72h",
                            receipt = @Receipt(system = "desk", id = "id", url = "url"))
                    public Ticket create%d(String approvalId, %sOrder order, int priority) {
                %s        return new Ticket(approvalId, "https://desk.example/" + order.title());
                    }

                """
                .formatted(fingerprint, tool, method, name, body(name));
    }

    private static String plain(String name, int method) {
        return """
                    public List<String> list%d(%sOrder order, int limit, String prefix) {
                %s        return lines;
                    }

                """
                .formatted(method, name, body(name));
    }

    /** What methods are made of: a loop, a branch, a lambda, texts. */
    private static String body(String name) {
        return """
                        List<String> lines = new ArrayList<>();
                        long total = 0;
                        for (%1$sOrder.Item item : order.items()) {
                            if (item.count() > 0 && item.sku() != null) {
                                total += item.count() * item.cents();
                                lines.add(item.sku().trim() + " x " + item.count());
                            } else {
                                lines.add("skipped " + item.sku());
                            }
                        }
                        %1$sOrder known = orders.computeIfAbsent(order.title(), title -> order);
                        String summary = known.title() + ": " + total + " " + known.severity();
                        lines.removeIf(line -> line.isBlank() || line.length() > 80);
                        lines.add(summary.toLowerCase(java.util.Locale.ROOT));
                """
                .formatted(name);
    }

    private static String order(String name, int desk) {
        return """
                package com.acme.p%d;

                import java.math.BigDecimal;
                import java.time.LocalDate;
                import java.util.List;
                import java.util.Map;
                import java.util.Optional;

                public record %sOrder(
                        String title,
                        Severity severity,
                        String note,
                        BigDecimal budget,
                        LocalDate due,
                        Optional<Address> address,
                        List<Item> items,
                        Map<String, String> labels) {

                    public enum Severity { LOW, MEDIUM, HIGH }

                    public record Item(String sku, int count, long cents) {}

                    public record Address(String street, String city, String country) {}
                }
                """
                .formatted(desk % 20, name);
    }

    private static void print(String what, double[] withoutTimes, double[] withTimes) {
        double without = median(withoutTimes);
        double with = median(withTimes);
        say("%s  without %6.0f  with %6.0f  ratio %.2f", what, without, with, with / without);
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static long kilobytes(List<Path> files) {
        return files.stream().mapToLong(CompileCost::size).sum() / 1024;
    }

    /** Bytes of the files whose names contain one text and end in another. */
    private long written(String contained, String end) throws IOException {
        try (Stream<Path> files = Files.walk(work.resolve("out"))) {
            return files.filter(file -> file.getFileName().toString().contains(contained)
                            && file.getFileName().toString().endsWith(end))
                    .mapToLong(CompileCost::size)
                    .sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
