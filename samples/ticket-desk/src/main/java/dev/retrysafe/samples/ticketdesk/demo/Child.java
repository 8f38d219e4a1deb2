package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process of the stage: logs to a file of its own, and is gone when this one is. */
final class Child {

    /** Where the ids of all children stand, for whoever must clean up after a killed demo. */
    static final String PIDS = "pids";

    private static final Duration READY = Duration.ofSeconds(60);

    private static final long GRACE_SECONDS = 3;

    private final String name;

    private final Path directory;

    private final Process process;

    private Child(String name, Path directory, Process process) {
        this.name = name;
        this.directory = directory;
        this.process = process;
    }

    static Child start(String name, Path directory, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(name + ".log").toFile()))
                .start();
        Files.writeString(
                directory.resolve(PIDS),
                process.pid() + " " + name + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return new Child(name, directory, process);
    }

    /** Starts a main class of this sample, on this program's own Java and class path. */
    static Child java(String name, Path directory, Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Many short-lived programs share the machine: start fast and stay small.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx160m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return start(name, directory, command);
    }

    /** The port that the child chose, once it has written it. */
    int awaitPort() throws IOException, TimeoutException {
        Path file = portFile();
        awaitReady(() -> Files.exists(file));
        return Integer.parseInt(Files.readString(file));
    }

    void awaitReady(Until.Condition ready) throws IOException, TimeoutException {
        Until.holds(() -> name + " is ready (see " + log() + ")", READY, () -> {
            if (!process.isAlive()) {
                throw new IOException(name + " ended with " + process.exitValue() + " before it was ready; its log, "
                        + log() + ", says:\n" + Files.readString(log()));
            }
            return ready.holds();
        });
    }

    Path portFile() {
        return directory.resolve(name + ".port");
    }

    Path log() {
        return directory.resolve(name + ".log");
    }

    /** SIGKILL: no shutdown hook, no finally block, nothing flushed. */
    void kill() throws InterruptedException, TimeoutException {
        process.destroyForcibly();
        if (!process.waitFor(READY.toSeconds(), TimeUnit.SECONDS)) {
            throw new TimeoutException(name + " outlived SIGKILL");
        }
    }

    /** SIGSTOP: a long pause, as of a garbage collection or a suspended machine. */
    void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** SIGCONT. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill -" + signal + " of " + name + " ended with " + kill.exitValue());
        }
    }

    /** Asks it to end; {@link #awaitEnd()} sees to it. */
    void stop() {
        process.destroy();
    }

    void awaitEnd() throws InterruptedException, TimeoutException {
        if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
            kill();
        }
    }
}
