package dev.retrysafe.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A remote side that answers {@code /status/422} with that status, and some paths in worse ways. */
final class VendorServer implements AutoCloseable {

    /** Bound, and not listening. */
    private static final Socket TAKEN = taken();

    final List<String> arrived = new CopyOnWriteArrayList<>();

    private final CountDownLatch closed = new CountDownLatch(1);

    private final HttpServer server;

    /** Reads a request and resets the connection: at once, or in the middle of its answer. */
    private final ServerSocket resetting;

    private volatile String beforeTheReset = "";

    VendorServer() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        server.setExecutor(task -> daemon("vendor", task));
        server.createContext("/", this::answer);
        server.start();
        resetting = new ServerSocket(0, 10, loopback);
        daemon("resetting vendor", this::reset);
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        arrived.add(exchange.getRequestMethod() + " " + path);
        exchange.getRequestBody().readAllBytes();
        if (path.equals("/silent")) {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (path.equals("/created-elsewhere")) {
            exchange.getResponseHeaders().add("Location", "/status/404");
            exchange.sendResponseHeaders(303, -1);
        } else {
            exchange.sendResponseHeaders(
                    path.startsWith("/status/") ? Integer.parseInt(path.substring("/status/".length())) : 200, -1);
        }
        exchange.close();
    }

    private void reset() {
        while (!resetting.isClosed()) {
            try (Socket socket = resetting.accept()) {
                int unused = socket.getInputStream().read(new byte[4_096]);
                arrived.add("a request that was reset");
                socket.getOutputStream().write(beforeTheReset.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
                // Sends a reset instead of an end.
                socket.setSoLinger(true, 0);
            } catch (IOException e) {
                // Closed, or the client was faster.
            }
        }
    }

    URI at(String path) {
        return URI.create("http://localhost:" + server.getAddress().getPort() + path);
    }

    URI resettingAfter(String answered) {
        beforeTheReset = answered;
        return URI.create("http://localhost:" + resetting.getLocalPort() + "/");
    }

    /** A port that nobody listens to, and nobody else gets. */
    static URI nobody() {
        return URI.create("http://localhost:" + TAKEN.getLocalPort() + "/");
    }

    private static Socket taken() {
        try {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static HttpRequest post(URI uri) {
        return HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.ofString("{}"))
                .build();
    }

    static HttpRequest get(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.stop(0);
        resetting.close();
    }
}
