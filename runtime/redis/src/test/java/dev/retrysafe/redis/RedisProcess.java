package dev.retrysafe.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import redis.embedded.core.ExecutableProvider;

/** A real server's, or sentinel's, process on a free port of this machine; it can be killed and started again. */
final class RedisProcess implements AutoCloseable {

    private static final File PROGRAM = program();

    private final int port;
    private final Path directory;
    private final List<String> command;
    private Process process;

    private RedisProcess(List<String> options, List<String> settings) throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        directory = Files.createTempDirectory("retrysafe-redis");
        List<String> configuration =
                new ArrayList<>(List.of("port " + port, "bind 127.0.0.1", "protected-mode no", "dir " + directory));
        configuration.addAll(settings);
        Path file = Files.write(directory.resolve("redis.conf"), configuration);
        command = new ArrayList<>(List.of(PROGRAM.getPath(), file.toString()));
        command.addAll(options);
        process = run();
    }

    /** The one in the jar, or another, for instance a newer one: -Dretrysafe.test.redis=/usr/bin/redis-server. */
    private static File program() {
        String other = System.getProperty("retrysafe.test.redis");
        try {
            return other != null
                    ? new File(other)
                    : ExecutableProvider.newJarResourceProvider().get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RedisProcess server(String... settings) {
        List<String> all = new ArrayList<>(List.of("save \"\"", "appendonly no", "repl-diskless-sync-delay 0"));
        all.addAll(List.of(settings));
        return start(List.of(), all);
    }

    static RedisProcess sentinel(String... settings) {
        return start(List.of("--sentinel"), List.of(settings));
    }

    private static RedisProcess start(List<String> options, List<String> settings) {
        try {
            return new RedisProcess(options, settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process run() throws IOException {
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        try {
            Awaitility.await("redis on port " + port)
                    .ignoreExceptions()
                    .until(() ->
                            !started.isAlive() || Wires.execute(port, "PING").equals("+PONG"));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(log(), e);
        }
        if (!started.isAlive()) {
            throw new AssertionError(log());
        }
        return started;
    }

    private String log() throws IOException {
        return "redis on port " + port + " says:\n" + Files.readString(directory.resolve("log"));
    }

    void signal(String name) {
        signal(process, name);
    }

    /** Sends a process a signal, by its name. */
    static void signal(Process process, String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
            if (!kill.waitFor(60, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new AssertionError("kill -" + name + " of process " + process.pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    int port() {
        return port;
    }

    /** No farewell: what was not yet written is lost. */
    void kill() {
        process.destroyForcibly();
        Awaitility.await().until(() -> !process.isAlive());
    }

    /** The same server again, with what lies on its disk. */
    void restart() {
        try {
            process = run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
