package dev.retrysafe.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A remote side as payment vendors are: it remembers key, path and body of every unsafe request, answers the same one again as
 * before, and refuses a known key with anything else. A body with {@code bogus} in it is refused with 422.
 */
final class KeyedVendor implements AutoCloseable {

    private record Known(String request, int status) {}

    /** Path and body of what was done. */
    final List<String> ledger = new CopyOnWriteArrayList<>();

    /** The key of each unsafe request, in order. */
    final List<String> keys = new CopyOnWriteArrayList<>();

    private final Map<String, Known> known = new HashMap<>();

    private final HttpServer server;

    KeyedVendor() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Of one thread, the server's. */
    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String request = path + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int status;
        if (exchange.getRequestMethod().equals("GET")) {
            status = ledger.stream().anyMatch(done -> done.startsWith(path + " ")) ? 200 : 404;
        } else {
            status = take(exchange.getRequestHeaders().getFirst("Idempotency-Key"), request);
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private int take(@Nullable String key, String request) {
        keys.add(String.valueOf(key));
        Known before = key == null ? null : known.get(key);
        if (before != null) {
            return before.request().equals(request) ? before.status() : 409;
        }
        int status = request.contains("bogus") ? 422 : 201;
        if (key != null) {
            known.put(key, new Known(request, status));
        }
        if (status == 201) {
            ledger.add(request);
        }
        return status;
    }

    URI at(String path) {
        return URI.create("http://localhost:" + server.getAddress().getPort() + path);
    }

    HttpRequest post(String path, String body) {
        return HttpRequest.newBuilder(at(path))
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    HttpRequest get(String path) {
        return HttpRequest.newBuilder(at(path)).timeout(Duration.ofSeconds(30)).build();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
