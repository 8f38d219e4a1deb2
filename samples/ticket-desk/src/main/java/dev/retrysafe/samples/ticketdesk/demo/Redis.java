package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import redis.embedded.core.ExecutableProvider;

/** A real Redis server in a process of its own, out of the jar that the build brings. */
final class Redis {

    private static final int PROBE_MILLIS = 500;

    private Redis() {}

    static Child start(Path directory, int port) throws IOException {
        Path data = Files.createDirectories(directory.resolve("redis"));
        Path executable = ExecutableProvider.newJarResourceProvider(data.toFile())
                .get()
                .toPath()
                .toAbsolutePath();
        return Child.start(
                "redis",
                directory,
                List.of(
                        executable.toString(),
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--dir",
                        data.toAbsolutePath().toString(),
                        // What a store of receipts needs, see docs/guarantees.md.
                        "--appendonly",
                        "yes",
                        // It is killed: see docs/redis.md for what "everysec" would hold back on a slow disk.
                        "--appendfsync",
                        "always",
                        "--maxmemory-policy",
                        "noeviction"));
    }

    static boolean answersPing(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_MILLIS);
            socket.setSoTimeout(PROBE_MILLIS);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII).equals("+PONG");
        } catch (IOException e) {
            return false;
        }
    }
}
