package dev.retrysafe.samples.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs all benchmarks in rounds, each benchmark in a JVM of its own once per round, and prints how much longer than the
 * least each takes. Ratios are taken within a round, so that a machine that slows down between rounds changes none.
 *
 * <p>The least of a fingerprint is what anyone writes, {@code HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
 * .digest(bytes))}; a line below says what keeping the digest would save. The least of a key is a Java concatenation of the
 * same literals and values, tool name included.
 */
final class Measure {

    /** How many calls one sample is made of, so that reading the clock does not count. */
    static final int CALLS = 100;

    private static final int WARM_UP = 5;

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private Measure() {}

    /**
     * A line of the table.
     *
     * @param benchmark class and method
     * @param least the method of the same class that it is held against
     */
    private record Line(String title, String benchmark, String least) {}

    private static final List<Line> LINES = List.of(
            new Line("ticket: SHA-256 and hex alone", "TicketBenchmark.sha256AndHex", "TicketBenchmark.sha256AndHex"),
            new Line("ticket: that, digest kept", "TicketBenchmark.keptSha256AndHex", "TicketBenchmark.sha256AndHex"),
            new Line("ticket: fingerprint", "TicketBenchmark.fingerprint", "TicketBenchmark.sha256AndHex"),
            new Line(
                    "ticket: Jackson, then that",
                    "TicketBenchmark.jacksonSha256AndHex",
                    "TicketBenchmark.sha256AndHex"),
            new Line("order: SHA-256 and hex alone", "OrderBenchmark.sha256AndHex", "OrderBenchmark.sha256AndHex"),
            new Line("order: that, digest kept", "OrderBenchmark.keptSha256AndHex", "OrderBenchmark.sha256AndHex"),
            new Line("order: fingerprint", "OrderBenchmark.fingerprint", "OrderBenchmark.sha256AndHex"),
            new Line("order: Jackson, then that", "OrderBenchmark.jacksonSha256AndHex", "OrderBenchmark.sha256AndHex"),
            new Line("key: concatenation", "KeyBenchmark.concatenation", "KeyBenchmark.concatenation"),
            new Line("key: as rendered", "KeyBenchmark.key", "KeyBenchmark.concatenation"));

    /** The benchmarks in the table. */
    static List<String> benchmarks() {
        return LINES.stream().map(Line::benchmark).toList();
    }

    /** What one benchmark took in one round. */
    private record Taken(double nanos, double bytes) {}

    public static void main(String[] args) throws RunnerException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        List<Map<String, Taken>> taken = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            System.err.printf("round %d of %d, about %d s%n", round, rounds, LINES.size() * (WARM_UP + iterations + 1));
            taken.add(round(iterations));
        }
        print(taken, iterations);
    }

    private static String[] jvmArgs() {
        List<String> args = new ArrayList<>(List.of("-Xms256m", "-Xmx256m"));
        if (Runtime.version().feature() >= 24) {
            // JMH's way to look at its own objects, which these JVMs complain about.
            args.add("--sun-misc-unsafe-memory-access=allow");
        }
        return args.toArray(String[]::new);
    }

    private static Map<String, Taken> round(int iterations) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("^\\Q" + Measure.class.getPackageName() + "\\E\\.\\w+Benchmark\\.")
                        .forks(1)
                        .warmupIterations(WARM_UP)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(iterations)
                        .measurementTime(TimeValue.seconds(1))
                        .addProfiler(GCProfiler.class)
                        .jvmArgsAppend(jvmArgs())
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        Map<String, Taken> taken = new TreeMap<>();
        for (RunResult result : results) {
            String name = result.getParams().getBenchmark();
            String key = name.substring(Measure.class.getPackageName().length() + 1);
            taken.put(key, new Taken(nanos(result), bytes(result)));
        }
        return taken;
    }

    /** The tenth percentile of all samples: what a call takes while nothing else that the machine does is in its way. */
    private static double nanos(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(10);
    }

    private static double bytes(RunResult result) {
        return Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED), ALLOCATED)
                .getScore();
    }

    private static void print(List<Map<String, Taken>> rounds, int iterations) {
        System.out.printf(
                "%nJava %s, %d rounds of one JVM per line, %d iterations of 1 s each%n%n",
                Runtime.version(), rounds.size(), iterations);
        System.out.println("|                               |   ns/call | bytes/call | ratio |   (rounds) |");
        System.out.println("| ----------------------------- | --------: | ---------: | ----: | ---------: |");
        for (Line line : LINES) {
            double[] ratios = rounds.stream()
                    .mapToDouble(round -> taken(round, line.benchmark()).nanos()
                            / taken(round, line.least()).nanos())
                    .toArray();
            System.out.printf(
                    Locale.ROOT,
                    "| %-29s | %9.1f | %10.0f | %5.2f | %4.2f..%4.2f |%n",
                    line.title(),
                    median(rounds.stream()
                            .mapToDouble(round -> taken(round, line.benchmark()).nanos())
                            .toArray()),
                    median(rounds.stream()
                            .mapToDouble(round -> taken(round, line.benchmark()).bytes())
                            .toArray()),
                    median(ratios),
                    Arrays.stream(ratios).min().orElseThrow(),
                    Arrays.stream(ratios).max().orElseThrow());
        }
    }

    private static Taken taken(Map<String, Taken> round, String benchmark) {
        return Objects.requireNonNull(round.get(benchmark), benchmark);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
