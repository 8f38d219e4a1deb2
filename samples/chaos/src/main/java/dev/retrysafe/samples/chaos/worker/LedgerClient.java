package dev.retrysafe.samples.chaos.worker;

import dev.retrysafe.CallContext;
import dev.retrysafe.samples.chaos.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ledger's HTTP interface, for the tenant of the call. */
final class LedgerClient {

    private final HttpClient http;

    private final WorkerLog log;

    private final String base;

    private final boolean ownKeys;

    /**
     * Talks to a ledger.
     *
     * @param http puts the key on requests, if anybody does
     * @param log is told of a request before it leaves
     * @param ownKeys whether to name the effect in the {@code Idempotency-Key} here
     */
    LedgerClient(HttpClient http, WorkerLog log, int port, boolean ownKeys) {
        this.http = http;
        this.log = log;
        this.base = "http://127.0.0.1:" + port + "/";
        this.ownKeys = ownKeys;
    }

    Entry apply(String tool, String decision, long amount) {
        String name = name(tool, decision);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + name)).POST(HttpRequest.BodyPublishers.ofString("" + amount));
        if (ownKeys) {
            request.header("Idempotency-Key", name);
        }
        log.sends();
        HttpResponse<String> response = send(request, Plan.patienceMillis(amount));
        return switch (response.statusCode()) {
            case 201 -> Entry.parse(response.body());
            case 422 -> throw new RefusedException();
            default -> throw new IllegalStateException("the ledger answered " + response.statusCode());
        };
    }

    Optional<Entry> find(String tool, String decision) {
        HttpResponse<String> response =
                send(HttpRequest.newBuilder(URI.create(base + name(tool, decision))), Plan.IMPATIENT_MILLIS);
        return response.statusCode() == 404 ? Optional.empty() : Optional.of(Entry.parse(response.body()));
    }

    private static String name(String tool, String decision) {
        CallContext context = CallContext.current();
        @Nullable String tenant = context == null ? null : context.get("tenant");
        return tool + "/" + tenant + "/" + decision;
    }

    private HttpResponse<String> send(HttpRequest.Builder request, long patienceMillis) {
        try {
            return http.send(
                    request.timeout(Duration.ofMillis(patienceMillis)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
