package dev.retrysafe.samples.ticketdesk.vendor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.retrysafe.samples.ticketdesk.PortFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The ticket service. What it creates goes to a ledger file before it answers, and a control address makes its next answer
 * late or lost, or loses an order.
 *
 * <pre>
 * POST /tickets                  creates one, each time
 * POST /refunds                  creates one per Idempotency-Key
 * GET  /tickets/{id}             looks one up
 * GET  /effects?key=…            what a key caused
 * POST /control/next?answer=drop|late|hold|lose[&amp;millis=…]
 * POST /control/struck?millis=…  waits until it happened, or an answer is held back
 * POST /control/release          lets it go
 * </pre>
 */
public final class Vendor implements AutoCloseable {

    private static final String KEY_HEADER = "Idempotency-Key";

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final JsonMapper json = new JsonMapper();

    private final Mischief mischief = new Mischief();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    private final Ledger ledger;

    private final Orders orders;

    private final boolean deduplicateTickets;

    private final HttpServer server;

    /**
     * Starts the service on a free port of the loopback address.
     *
     * @param ledgerFile where effects are written
     * @param deduplicateTickets whether tickets are deduplicated as refunds are
     * @throws IOException when the file or the port cannot be opened
     */
    public Vendor(Path ledgerFile, boolean deduplicateTickets) throws IOException {
        this.deduplicateTickets = deduplicateTickets;
        ledger = new Ledger(ledgerFile);
        orders = new Orders(ledger);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/tickets", this::tickets);
        server.createContext("/refunds", this::refunds);
        server.createContext("/effects", this::effects);
        server.createContext("/control", this::control);
        server.start();
    }

    /**
     * Runs the service until the process is ended.
     *
     * @param args ledger file, port file and, to deduplicate tickets too, {@code --deduplicate-tickets}
     * @throws IOException when it cannot start
     */
    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            throw new IllegalArgumentException("usage: Vendor <ledger file> <port file> [--deduplicate-tickets]");
        }
        Vendor vendor = new Vendor(Path.of(args[0]), List.of(args).contains("--deduplicate-tickets"));
        PortFile.write(Path.of(args[1]), vendor.port());
    }

    /**
     * The port that the service listens on.
     *
     * @return the port
     */
    public int port() {
        return server.getAddress().getPort();
    }

    private void tickets(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (exchange.getRequestMethod().equals("GET")) {
            answer(exchange, orders.withId(path.substring(path.lastIndexOf('/') + 1)));
        } else {
            place(exchange, "ticket", deduplicateTickets);
        }
    }

    private void refunds(HttpExchange exchange) throws IOException {
        place(exchange, "refund", true);
    }

    private void effects(HttpExchange exchange) throws IOException {
        answer(exchange, orders.withKey(parameter(exchange, "key", "")));
    }

    private void place(HttpExchange exchange, String kind, boolean deduplicate) throws IOException {
        try {
            JsonNode order = json.readTree(exchange.getRequestBody().readAllBytes());
            String key = exchange.getRequestHeaders().getFirst(KEY_HEADER);
            if (!mischief.place()) {
                exchange.close();
                return;
            }
            Orders.Placed placed = orders.place(kind, "https://vendor.example/" + kind + "s/", order, key, deduplicate);
            if (!placed.repeated() && !mischief.answer()) {
                // Without an answer the connection is closed: the caller cannot tell what became of its order.
                exchange.close();
                return;
            }
            if (placed.repeated()) {
                exchange.getResponseHeaders().set("Idempotent-Replayed", "true");
            }
            answer(exchange, placed.repeated() ? 200 : 201, placed.effect());
        } catch (Orders.RefusedException e) {
            answer(exchange, e.status(), Map.of("error", String.valueOf(e.getMessage())));
        } catch (JacksonException e) {
            answer(exchange, 400, Map.of("error", "not JSON: " + e.getOriginalMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.close();
        }
    }

    private void control(HttpExchange exchange) throws IOException {
        try {
            obey(exchange);
        } catch (IllegalArgumentException e) {
            answer(exchange, 400, Map.of("error", String.valueOf(e.getMessage())));
        }
    }

    private void obey(HttpExchange exchange) throws IOException {
        Duration millis = Duration.ofMillis(Long.parseLong(parameter(exchange, "millis", "0")));
        switch (exchange.getRequestURI().getPath()) {
            case "/control/next" -> {
                String kind = parameter(exchange, "answer", "none").toUpperCase(Locale.ROOT);
                mischief.arm(Mischief.Kind.valueOf(kind), millis);
                answer(exchange, 200, Map.of("next", kind));
            }
            case "/control/struck" -> answer(exchange, 200, Map.of("struck", struck(millis)));
            case "/control/release" -> {
                mischief.release();
                answer(exchange, 200, Map.of());
            }
            default -> answer(exchange, null);
        }
    }

    private boolean struck(Duration atMost) {
        try {
            return mischief.awaitStruck(atMost.compareTo(LONGEST_WAIT) < 0 ? atMost : LONGEST_WAIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void answer(HttpExchange exchange, @Nullable Map<String, Object> found) throws IOException {
        answer(exchange, found == null ? 404 : 200, found == null ? Map.of("error", "not found") : found);
    }

    private void answer(HttpExchange exchange, int status, Map<String, ?> body) throws IOException {
        byte[] bytes = json.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String parameter(HttpExchange exchange, String name, String absent) {
        String query = exchange.getRequestURI().getRawQuery();
        for (String pair : query == null ? new String[0] : query.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
            }
        }
        return absent;
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        threads.shutdownNow();
        ledger.close();
    }
}
