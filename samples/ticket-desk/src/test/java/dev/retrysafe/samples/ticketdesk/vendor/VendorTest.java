package dev.retrysafe.samples.ticketdesk.vendor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The witness itself: what it says happened must be what happened. */
class VendorTest {

    private static final String ORDER = "{\"reference\":\"acme/c-9/a-1\",\"title\":\"Checkout is down\"}";

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    private Vendor vendor;

    @BeforeEach
    void start() throws IOException {
        vendor = new Vendor(ledger(), false);
    }

    @AfterEach
    void stop() throws IOException {
        vendor.close();
    }

    @Test
    void createsATicketPerRequestWhateverTheKey() throws Exception {
        assertThat(post("/tickets", ORDER, "k-1").statusCode()).isEqualTo(201);
        assertThat(post("/tickets", ORDER, "k-1").statusCode()).isEqualTo(201);
        assertThat(lines())
                .hasSize(2)
                .allMatch(line -> line.contains("\"kind\":\"ticket\"")
                        && line.contains("acme/c-9/a-1")
                        && line.contains("\"idempotency_key\":\"k-1\""));
    }

    @Test
    void deduplicatesTicketsWhenTold() throws Exception {
        vendor.close();
        vendor = new Vendor(ledger(), true);
        String first = post("/tickets", ORDER, "k-1").body();
        HttpResponse<String> again = post("/tickets", ORDER, "k-1");
        assertThat(again.body()).isEqualTo(first);
        assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
        assertThat(lines()).hasSize(1);
    }

    @Test
    void createsARefundPerKey() throws Exception {
        assertThat(post("/refunds", ORDER, null).statusCode()).isEqualTo(400);
        assertThat(post("/refunds", ORDER, "k-1").statusCode()).isEqualTo(201);
        assertThat(post("/refunds", ORDER, "k-1").statusCode()).isEqualTo(200);
        assertThat(post("/refunds", ORDER.replace("a-1", "a-2"), "k-1").statusCode())
                .isEqualTo(422);
        assertThat(lines()).hasSize(1);
    }

    @Test
    void looksUpByIdAndByKey() throws Exception {
        String created = post("/tickets", ORDER, "k-1").body();
        assertThat(get("/tickets/TCK-1").body()).isEqualTo(created);
        assertThat(get("/effects?key=k-1").body()).isEqualTo(created);
        assertThat(get("/tickets/TCK-2").statusCode()).isEqualTo(404);
        assertThat(get("/effects?key=k-2").statusCode()).isEqualTo(404);
    }

    @Test
    void createsNothingFromAMalformedOrder() throws Exception {
        assertThat(post("/tickets", "{\"title\":", null).statusCode()).isEqualTo(400);
        assertThat(post("/tickets", "{}", null).statusCode()).isEqualTo(400);
        assertThat(lines()).isEmpty();
    }

    @Test
    void dropsOneAnswerAfterCommitting() throws Exception {
        post("/control/next?answer=drop", "", null);
        assertThatThrownBy(() -> post("/tickets", ORDER, "k-1")).isInstanceOf(IOException.class);
        assertThat(lines()).hasSize(1);
        assertThat(post("/tickets", ORDER, "k-1").statusCode()).isEqualTo(201);
    }

    @Test
    void holdsAnAnswerUntilReleased() throws Exception {
        post("/control/next?answer=hold", "", null);
        CompletableFuture<Integer> call = client.sendAsync(
                        request("/tickets", ORDER, "k-1"), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::statusCode);
        assertThat(post("/control/struck?millis=30000", "", null).body()).contains("true");
        assertThat(lines()).hasSize(1);
        assertThat(call).isNotDone();
        post("/control/release", "", null);
        assertThat(call.join()).isEqualTo(201);
    }

    @Test
    void losesAnOrderWithoutPlacingIt() throws Exception {
        post("/control/next?answer=lose", "", null);
        CompletableFuture<Integer> call = client.sendAsync(
                        request("/tickets", ORDER, "k-1"), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::statusCode);
        assertThat(post("/control/struck?millis=30000", "", null).body()).contains("true");
        post("/control/release", "", null);
        assertThat(call).failsWithin(Duration.ofSeconds(30));
        assertThat(lines()).isEmpty();
    }

    private Path ledger() {
        return directory.resolve("ledger.jsonl");
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(ledger());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body, @Nullable String key)
            throws IOException, InterruptedException {
        return client.send(request(path, body, key), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String path, String body, @Nullable String key) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString(body));
        return (key == null ? request : request.header("Idempotency-Key", key)).build();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + vendor.port() + path);
    }
}
