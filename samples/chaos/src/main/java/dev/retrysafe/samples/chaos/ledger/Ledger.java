package dev.retrysafe.samples.chaos.ledger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.retrysafe.samples.chaos.plan.Dice;
import dev.retrysafe.samples.chaos.plan.Tool;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The remote side, a process of its own. {@code POST /<tool>/<tenant>/<decision>} with an amount as its body causes an
 * effect, every time, but for refunds, which it deduplicates on the {@code Idempotency-Key}. {@code GET} of the same path
 * finds the first effect. It applies some requests late, drops some answers, and fails some before applying them, until
 * {@code POST /}{@value #QUIET}.
 */
public final class Ledger {

    /** What ends all mischief. */
    public static final String QUIET = "quiet";

    private static final int THREADS = 8;

    private static final int BACKLOG = 256;

    private final Dice dice;

    private final Book book;

    private final HttpServer server;

    private final ScheduledExecutorService later = Executors.newScheduledThreadPool(THREADS);

    private final Map<String, AtomicInteger> arrivals = new ConcurrentHashMap<>();

    private volatile boolean quiet;

    private Ledger(long seed, Book book) throws IOException {
        this.dice = new Dice(seed);
        this.book = book;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Runs until the standard input ends, which it does with whoever started this.
     *
     * @param arguments file of the book, file to write the port to, seed
     * @throws IOException when a file cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        Ledger ledger = new Ledger(Long.parseLong(arguments[2]), new Book(Path.of(arguments[0])));
        Path port = Path.of(arguments[1]);
        Path unfinished = port.resolveSibling(port.getFileName() + ".tmp");
        Files.writeString(
                unfinished, Integer.toString(ledger.server.getAddress().getPort()));
        Files.move(unfinished, port, StandardCopyOption.ATOMIC_MOVE);
        long unused = System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String name = exchange.getRequestURI().getPath().substring(1);
        if (exchange.getRequestMethod().equals("GET")) {
            String found = book.find(name);
            answer(exchange, found == null ? 404 : 200, found == null ? "" : found);
            return;
        }
        if (name.equals(QUIET)) {
            quiet = true;
            answer(exchange, 200, "");
            return;
        }
        long amount = Long.parseLong(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        int arrival = arrivals.computeIfAbsent(name, n -> new AtomicInteger()).getAndIncrement();
        Mischief mischief = quiet ? Mischief.NONE : Mischief.of(dice, name, arrival, amount);
        book.arrives(name, arrival, mischief);
        schedule(mischief.before(), () -> take(exchange, mischief, name, arrival, amount, key));
    }

    private void take(
            HttpExchange exchange, Mischief mischief, String name, int arrival, long amount, @Nullable String key)
            throws IOException {
        int status = 201;
        String body = "";
        switch (mischief.effect()) {
            case APPLIED -> body = book.apply(name, amount, key, name.startsWith(Tool.PAY_REFUND.word() + "/"));
            case REFUSED -> status = 422;
            case FAILED -> status = 503;
        }
        if (!mischief.answered()) {
            exchange.close();
            return;
        }
        int answer = status;
        String text = body;
        schedule(mischief.after(), () -> {
            answer(exchange, answer, text);
            book.answered(name, arrival);
        });
    }

    private interface Step {
        void run() throws IOException;
    }

    private void schedule(int millis, Step step) {
        ScheduledFuture<?> unused = later.schedule(
                () -> {
                    try {
                        step.run();
                    } catch (IOException e) {
                        // The caller is gone; what was applied is in the book.
                    }
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        try {
            byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } finally {
            exchange.close();
        }
    }
}
