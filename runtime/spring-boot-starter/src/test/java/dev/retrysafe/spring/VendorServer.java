package dev.retrysafe.spring;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A remote side that keeps a ledger of what it was asked, and answers 500 for as long as it is told to. */
final class VendorServer implements AutoCloseable {

    private final List<String> ledger = new CopyOnWriteArrayList<>();

    private final HttpClient client = HttpClient.newHttpClient();

    private final HttpServer server;

    volatile int failures;

    VendorServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            ledger.add(exchange.getRequestURI().getPath().substring(1));
            byte[] body = ("order-" + ledger.size()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(ledger.size() <= failures ? 500 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    List<String> ledger() {
        return List.copyOf(ledger);
    }

    /** Answered with 500. */
    static final class VendorException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    String post(String what) {
        try {
            return body(client.send(request(what), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    CompletableFuture<String> postLater(String what) {
        return client.sendAsync(request(what), BodyHandlers.ofString()).thenApply(VendorServer::body);
    }

    private HttpRequest request(String what) {
        return HttpRequest.newBuilder(
                        URI.create("http://localhost:" + server.getAddress().getPort() + "/" + what))
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.noBody())
                .build();
    }

    private static String body(HttpResponse<String> response) {
        if (response.statusCode() == 500) {
            throw new VendorException();
        }
        return response.body();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
