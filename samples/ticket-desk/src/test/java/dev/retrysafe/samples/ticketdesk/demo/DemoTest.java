package dev.retrysafe.samples.ticketdesk.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs what the README tells a newcomer to run, but for the build, which is running already. */
class DemoTest {

    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private static final Path STAGE = Path.of("target", "demo");

    @TempDir
    private Path directory;

    @Test
    void everyDecisionIsTheExpectedOneAndTheLedgerAgrees() throws Exception {
        Process demo = start();
        assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        List<String> lines = Files.readAllLines(output());
        assertThat(demo.exitValue()).as(String.join("\n", lines)).isZero();
        assertThat(lines.get(lines.size() - 1))
                .isEqualTo("calls=30 effects=7 replays=18 conflicts=1 in_doubt=4 duplicates=0");
        assertThat(lines).noneMatch(line -> line.contains("UNEXPECTED"));
    }

    /** A demo that cannot fail proves nothing. Spring's own property leaves the desks without Retrysafe. */
    @Test
    void withoutProtectionTheLedgerShowsDuplicates() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean asExpected = Demo.run(
                Path.of("target", "unprotected"),
                RecordServer.Kind.REDIS,
                new PrintStream(bytes, true, StandardCharsets.UTF_8),
                "--spring.autoconfigure.exclude=dev.retrysafe.spring.RetrysafeAutoConfiguration");
        String output = bytes.toString(StandardCharsets.UTF_8);
        assertThat(asExpected).as(output).isFalse();
        assertThat(output).contains("UNEXPECTED: the ledger has duplicates");
        assertThat(output.stripTrailing()).endsWith("duplicates=21");
    }

    @ParameterizedTest
    @EnumSource(
            value = RecordServer.Kind.class,
            names = {"POSTGRES", "H2"})
    void aDatabaseKeepsTheRecordsAsWell(RecordServer.Kind kind) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean asExpected = Demo.run(
                Path.of("target", "demo-on-" + kind.text()),
                kind,
                new PrintStream(bytes, true, StandardCharsets.UTF_8),
                // A busy machine's database may need more than the three seconds that it has.
                "--retrysafe.jdbc.budget=20s");
        String output = bytes.toString(StandardCharsets.UTF_8);
        assertThat(asExpected).as(output).isTrue();
        assertThat(output.stripTrailing())
                .endsWith("calls=30 effects=7 replays=18 conflicts=1 in_doubt=4 duplicates=0");
    }

    @Test
    void aStoreThatItDoesNotKnowIsRefused() throws Exception {
        Process demo = start("--store", "oracle");
        assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isEqualTo(2);
        assertThat(Files.readString(output())).contains("--store is redis, postgres or h2, and not oracle");
    }

    @Test
    void endsItsProcessesWhenItIsEnded() throws Exception {
        Process demo = start();
        Path pids = STAGE.resolve(Child.PIDS);
        Until.holds(
                "all processes run",
                PATIENCE,
                () -> Files.exists(pids) && Files.readAllLines(pids).size() == 5);
        List<Long> ids = Files.readAllLines(pids).stream()
                .map(line -> Long.valueOf(line.substring(0, line.indexOf(' '))))
                .toList();
        demo.destroy();
        assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isEqualTo(128 + 15);
        assertThat(ids).noneMatch(id -> ProcessHandle.of(id).isPresent());
        assertThat(pids).doesNotExist();
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "demo"));
        command.addAll(List.of(arguments));
        ProcessBuilder demo =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output().toFile());
        // This build is the build; the script's own would wait for it.
        demo.environment().put("MVN", "true");
        demo.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return demo.start();
    }

    private Path output() {
        return directory.resolve("output.txt");
    }
}
