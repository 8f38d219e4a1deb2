package dev.retrysafe.samples.chaos.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The directory of a campaign and its processes: their logs, and the file that names them all for a clean-up. */
public final class Stage {

    private static final String ARCHIVE = "classes.jsa";

    private final Path directory;

    /**
     * Sets the stage.
     *
     * @param directory exists
     */
    public Stage(Path directory) {
        this.directory = directory;
    }

    /**
     * Sets the stage in a directory that is empty then.
     *
     * @param directory made, where it is not there
     * @return the stage
     * @throws IOException when what is in it cannot be deleted
     */
    public static Stage emptied(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return new Stage(Files.createDirectories(directory));
    }

    /**
     * A file or directory of the campaign.
     *
     * @param name its name
     * @return its path
     */
    public Path path(String name) {
        return directory.resolve(name);
    }

    /**
     * Starts a program. Its output goes to a file of its name.
     *
     * @param name for logs
     * @param command program and arguments
     * @return the process
     * @throws IOException when it cannot be started
     */
    public Child start(String name, List<String> command) throws IOException {
        File log = path(name + ".out").toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        note(process.pid());
        return new Child(name, process.toHandle());
    }

    /**
     * Starts a main class of this program, on this program's own Java and class path.
     *
     * @param name for logs
     * @param main the class
     * @param arguments its arguments
     * @return the process
     * @throws IOException when it cannot be started
     */
    public Child java(String name, Class<?> main, List<String> arguments) throws IOException {
        Path archive = path(ARCHIVE);
        return java(name, Files.exists(archive) ? "-XX:SharedArchiveFile=" + archive : "-Xshare:auto", main, arguments);
    }

    /**
     * Runs a main class to its end, so that processes start faster from then on: the classes that it loads are archived.
     *
     * @param main the class
     * @param arguments its arguments
     * @param seconds at most
     * @throws IOException when it cannot be started, or does not end
     */
    public void rehearse(Class<?> main, List<String> arguments, int seconds) throws IOException {
        java("rehearsal", "-XX:ArchiveClassesAtExit=" + path(ARCHIVE), main, arguments)
                .awaitEnd(seconds);
    }

    private Child java(String name, String sharing, Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // They are started again and again, many on a small machine.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                sharing,
                "-Xlog:cds=error",
                // A bound, not a need; the ledger remembers all effects of half an hour. Who runs out of it ends, and
                // is missed.
                "-Xmx512m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return start(name, command);
    }

    /**
     * Names a process to the clean-up after a campaign that was itself killed.
     *
     * @param pid the process
     * @throws IOException when the file cannot be written
     */
    public void note(long pid) throws IOException {
        Files.writeString(path("pids"), pid + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
