package dev.retrysafe.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port that nobody listens to, and nobody else gets: it is bound as long as this JVM lives. */
final class ClosedPort {

    private static final Socket TAKEN = taken();

    private ClosedPort() {}

    private static Socket taken() {
        try {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String url() {
        return "http://localhost:" + TAKEN.getLocalPort();
    }
}
