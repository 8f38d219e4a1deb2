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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Measures what the processor adds to a compilation: rounds of compilations of one tree, without any processor, with one
 * that writes empty classes and with Retrysafe's, taken in turns; ratios are taken within a round. Arguments: the
 * processor's jar, the class path, how many rounds.
 */
public final class CompileCost {

    private static final int TOOLS = 1_000;

    private static final int WARM_UP_ROUNDS = 2;

    private static final int[] GROWTH = {100, 500, 1_000, 2_000, 4_000};

    /** Javac works in one thread, whose own time is steadier than the clock. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What a shell says of the time that its children took: user, then system. */
    private static final Pattern TIMES = Pattern.compile("(\\d+)m(\\d+[.,]\\d+)s\\s+(\\d+)m(\\d+[.,]\\d+)s\\s*$");

    private enum With {
        NOTHING,
        FLOOR,
        RETRYSAFE
    }

    /** How long one compilation took, in milliseconds: by the clock, and of processor time. */
    private record Time(double clock, double processor) {}

    private interface Compilation {
        Time run(List<Path> sources, With with) throws IOException;
    }

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
            int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 7;
            new CompileCost(arguments[0], arguments[1], work).run(rounds);
        } finally {
            delete(work);
        }
    }

    private void run(int rounds) throws IOException {
        List<Path> tree = Tree.write(work.resolve("tree"), TOOLS, true);
        int methods = TOOLS + TOOLS / Tree.TOOLS_PER_CLASS * Tree.METHODS_PER_SERVICE;
        say(
                "JDK %s; %d methods, %d of them tools, in %d files of %d lines and %d KB; %d rounds, medians",
                Runtime.version(), methods, TOOLS, tree.size(), lines(tree), bytes(tree) / 1024, rounds);
        say("%n%-34s %10s %18s %18s", "", "without ms", "empty classes", "Retrysafe");
        table("one warm JVM", rounds(tree, WARM_UP_ROUNDS, rounds, this::compileHere, With.values()));
        say("written per tool: %d bytes of source, %d bytes of classes", written(".java"), written(".class"));
        table("javac processes", rounds(tree, 0, rounds, this::compileInAProcess, With.NOTHING, With.RETRYSAFE));

        int fewer = (rounds + 1) / 2;
        say("%nGrowth: tools only, one warm JVM, processor time, %d rounds", fewer);
        say("%6s %12s %12s %22s", "tools", "without ms", "with ms", "difference ms/tool");
        for (int tools : GROWTH) {
            List<Path> sources = Tree.write(work.resolve("growth" + tools), tools, false);
            Time[][] times = rounds(sources, 0, fewer, this::compileHere, With.NOTHING, With.RETRYSAFE);
            double without = median(times[0], Time::processor);
            double with = median(times[1], Time::processor);
            say("%6d %12.0f %12.0f %22.2f", tools, without, with, (with - without) / tools);
        }
    }

    /** The times of each kind of compilation, by round. */
    private Time[][] rounds(List<Path> sources, int warmUp, int rounds, Compilation compilation, With... kinds)
            throws IOException {
        Time[][] times = new Time[kinds.length][rounds];
        for (int round = -warmUp; round < rounds; round++) {
            for (int i = 0; i < kinds.length; i++) {
                // Who comes first changes, so that nobody gains by it. The last is Retrysafe, whose files are looked at.
                int kind = round % 2 == 0 || round == rounds - 1 ? i : kinds.length - 1 - i;
                delete(work.resolve("out"));
                Files.createDirectories(work.resolve("out"));
                Time time = compilation.run(sources, kinds[kind]);
                if (round >= 0) {
                    times[kind][round] = time;
                }
            }
        }
        return times;
    }

    private static void table(String what, Time[][] times) {
        row(what + ", clock", times, Time::clock);
        row(what + ", processor time", times, Time::processor);
    }

    private interface Part {
        double of(Time time);
    }

    private static void row(String what, Time[][] times, Part part) {
        StringBuilder line = new StringBuilder();
        for (int kind = 1; kind < times.length; kind++) {
            double[] ratios = new double[times[0].length];
            for (int round = 0; round < ratios.length; round++) {
                ratios[round] = part.of(times[kind][round]) / part.of(times[0][round]);
            }
            line.append(String.format(Locale.ROOT, " %10.0f (%5.2f)", median(times[kind], part), median(ratios)));
        }
        String gap = times.length == 2 ? " ".repeat(19) : "";
        say("%-34s %10.0f%s%s", what, median(times[0], part), gap, line);
    }

    private static double median(Time[] times, Part part) {
        return median(Arrays.stream(times).mapToDouble(part::of).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private Time compileHere(List<Path> sources, With with) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        long start = System.nanoTime();
        long processorStart = THREADS.getCurrentThreadCpuTime();
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            CompilationTask task = javac.getTask(
                    said, files, null, options(with), null, files.getJavaFileObjectsFromPaths(sources));
            if (with == With.FLOOR) {
                task.setProcessors(List.of(new FloorProcessor()));
            }
            if (!task.call() || !said.toString().isEmpty()) {
                throw new IllegalStateException(said.toString());
            }
        }
        return new Time(
                (System.nanoTime() - start) / 1e6, (THREADS.getCurrentThreadCpuTime() - processorStart) / 1e6);
    }

    private Time compileInAProcess(List<Path> sources, With with) throws IOException {
        Path arguments = work.resolve("arguments");
        List<String> lines = new ArrayList<>(options(with));
        sources.forEach(source -> lines.add(source.toString()));
        Files.write(arguments, lines);
        String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
        long start = System.nanoTime();
        Process process = new ProcessBuilder("sh", "-c", "\"$0\" \"$1\" && times", javac, "@" + arguments)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        double clock = (System.nanoTime() - start) / 1e6;
        Matcher times = TIMES.matcher(said);
        if (!times.find()) {
            throw new IllegalStateException("javac failed: " + said);
        }
        return new Time(
                clock,
                1_000 * (seconds(times.group(1), times.group(2)) + seconds(times.group(3), times.group(4))));
    }

    private static double seconds(String minutes, String seconds) {
        return Integer.parseInt(minutes) * 60 + Double.parseDouble(seconds.replace(',', '.'));
    }

    private List<String> options(With with) {
        String out = work.resolve("out").toString();
        List<String> options = new ArrayList<>(List.of("-cp", classPath, "-d", out, "-s", out, "-encoding", "UTF-8"));
        switch (with) {
            case NOTHING -> options.add("-proc:none");
            case FLOOR -> {}
            case RETRYSAFE -> options.addAll(List.of("-processorpath", processor));
        }
        return options;
    }

    private static long lines(List<Path> files) throws IOException {
        long lines = 0;
        for (Path file : files) {
            lines += Files.readAllLines(file).size();
        }
        return lines;
    }

    private static long bytes(List<Path> files) {
        return files.stream().mapToLong(CompileCost::size).sum();
    }

    /** Bytes per tool of the written files whose names end so. */
    private long written(String end) throws IOException {
        try (Stream<Path> files = Files.walk(work.resolve("out"))) {
            return files.filter(file -> file.getFileName().toString().contains("_SideEffects")
                                    && file.getFileName().toString().endsWith(end))
                            .mapToLong(CompileCost::size)
                            .sum()
                    / TOOLS;
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
