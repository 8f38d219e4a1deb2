package dev.retrysafe.samples.ticketdesk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** How a server that chose a free port tells whoever started it. */
public final class PortFile {

    private PortFile() {}

    /**
     * Writes the port in one move, so that a reader sees the whole number or no file.
     *
     * @param file where to write
     * @param port the port that the server listens on
     * @throws IOException when it cannot be written
     */
    public static void write(Path file, int port) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(unfinished, Integer.toString(port));
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
