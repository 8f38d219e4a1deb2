package dev.retrysafe.samples.chaos.hotkey;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Another process, which has the hot operation and takes its time. */
public final class Owner {

    private Owner() {}

    /**
     * Calls the slow tool once.
     *
     * @param arguments the store's address, the decision, for how many ms, the result's bytes, a file to make when it has begun
     * @throws Throwable what the call throws
     */
    public static void main(String[] arguments) throws Throwable {
        Path begun = Path.of(arguments[4]);
        HotTools tools = new HotTools(Integer.parseInt(arguments[3]), Long.parseLong(arguments[2]), () -> touch(begun));
        try (Application application = new Application(arguments[0], tools, Duration.ZERO)) {
            Object unused = application.call("slow", HotKey.HOT_TENANT, arguments[1]);
        }
    }

    private static void touch(Path file) {
        try {
            Path unused = Files.createFile(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
