package dev.retrysafe.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.ToolScope;
import java.io.IOException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotentHttpClientTest {

    private static final String FINGERPRINT = "0a".repeat(32);

    private static final DownstreamKey FIRST = DownstreamKey.derive("default", "pay", "t:1:pay", FINGERPRINT, null);

    private final List<String> arrived = new CopyOnWriteArrayList<>();

    private final FakeTool tool = new FakeTool();

    private HttpServer server;

    private HttpClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        client = new IdempotentHttpClient(HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(60))
                .build());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            arrived.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().get(ForwardedKey.HEADER) + " "
                    + new String(body, StandardCharsets.UTF_8));
            if (exchange.getRequestURI().getPath().equals("/moved")) {
                exchange.getResponseHeaders().add("Location", "/here");
                exchange.sendResponseHeaders(307, -1);
            } else {
                exchange.sendResponseHeaders(200, -1);
            }
        }
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(
                URI.create("http://localhost:" + server.getAddress().getPort() + path));
    }

    private HttpRequest post(String path) {
        return to(path).POST(BodyPublishers.ofString("body")).build();
    }

    private void send(HttpRequest request) {
        try {
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void inTool(Runnable body) {
        ToolScope.Scope scope = ToolScope.enter(tool);
        try {
            body.run();
        } finally {
            scope.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "LINK"})
    void anUnsafeRequestOfARunningToolGetsTheDownstreamKey(String method) {
        inTool(() -> send(
                to("/pay?x=1").method(method, BodyPublishers.ofString("body")).build()));

        assertThat(arrived).containsExactly(method + " /pay?x=1 [" + FIRST + "] body");
        assertThat(tool.announced).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE"})
    void aSafeRequestPassesUnchangedAndUnannounced(String method) {
        inTool(() -> send(to("/pay").method(method, BodyPublishers.noBody()).build()));

        assertThat(arrived).containsExactly(method + " /pay null ");
        assertThat(tool.announced).isZero();
    }

    @Test
    void outsideARunningToolRequestsPassUnchanged() {
        send(post("/pay"));

        assertThat(arrived).containsExactly("POST /pay null body");
    }

    @Test
    void laterRequestsGetKeysNamedByMethodHostAndPath() {
        inTool(() -> {
            send(to("/look").GET().build());
            send(post("/pay"));
            send(post("/mail?to=x"));
            send(to("/pay").DELETE().build());
        });

        assertThat(tool.named).containsExactly("POST localhost/mail", "DELETE localhost/pay");
        assertThat(arrived)
                .containsExactly(
                        "GET /look null ",
                        "POST /pay [" + FIRST + "] body",
                        "POST /mail?to=x [" + tool.downstreamKey("POST localhost/mail") + "] body",
                        "DELETE /pay [" + tool.downstreamKey("DELETE localhost/pay") + "] ");
    }

    @Test
    void aKeyOfTheRequestsOwnIsKeptAndTheRequestAnnounced() {
        inTool(() -> {
            send(to("/pay")
                    .header("idempotency-key", "mine")
                    .POST(BodyPublishers.noBody())
                    .build());
            send(post("/pay"));
        });

        assertThat(arrived).containsExactly("POST /pay [mine] ", "POST /pay [" + FIRST + "] body");
        assertThat(tool.announced).isEqualTo(2);
    }

    @Test
    void asynchronousRequestsTakeTheKeyOfTheCallingThread() throws Exception {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        inTool(() -> {
            sent.add(client.sendAsync(post("/a"), BodyHandlers.discarding()));
            sent.add(client.sendAsync(post("/b"), BodyHandlers.discarding(), null));
        });
        for (CompletableFuture<?> response : sent) {
            response.get();
        }

        assertThat(arrived)
                .containsExactlyInAnyOrder(
                        "POST /a [" + FIRST + "] body",
                        "POST /b [" + tool.downstreamKey("POST localhost/b") + "] body");
    }

    @Test
    void pastTheLeaseNothingIsSent() {
        tool.mayNotSend = true;

        inTool(() -> {
            assertThatThrownBy(() -> client.send(post("/pay"), BodyHandlers.discarding()))
                    .isInstanceOf(SendDeadlineException.class);
            CompletableFuture<HttpResponse<Void>> response = client.sendAsync(post("/pay"), BodyHandlers.discarding());
            assertThatThrownBy(response::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SendDeadlineException.class);
            send(to("/look").GET().build());
        });

        assertThat(arrived).containsExactly("GET /look null ");
        assertThat(tool.named).isEmpty();
    }

    @Test
    void redirectsAreTheClientsOwnBusiness() {
        inTool(() -> send(post("/moved")));

        assertThat(arrived).containsExactly("POST /moved [" + FIRST + "] body", "POST /here [" + FIRST + "] body");
        assertThat(tool.announced).isEqualTo(1);
    }

    @Test
    void theRequestIsOtherwiseTheSame() throws Exception {
        HttpRequest request = to("/pay")
                .timeout(Duration.ofSeconds(60))
                .version(HttpClient.Version.HTTP_1_1)
                .expectContinue(false)
                .header("X-Two", "1")
                .header("X-Two", "2")
                .POST(BodyPublishers.ofString("body"))
                .build();
        CompletableFuture<HttpRequest> sent = new CompletableFuture<>();
        inTool(() -> {
            try {
                sent.complete(client.send(request, BodyHandlers.discarding()).request());
            } catch (IOException | InterruptedException e) {
                sent.completeExceptionally(e);
            }
        });

        assertThat(sent.get().timeout()).isEqualTo(request.timeout());
        assertThat(sent.get().version()).isEqualTo(request.version());
        assertThat(sent.get().headers().allValues("X-Two")).containsExactly("1", "2");
    }

    @Test
    void settingsAreThoseOfTheClientBeneath() {
        assertThat(client.connectTimeout()).contains(Duration.ofSeconds(60));
        assertThat(client.followRedirects()).isEqualTo(HttpClient.Redirect.NORMAL);
        assertThat(client.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(client.cookieHandler()).isEmpty();
        assertThat(client.proxy()).isEmpty();
        assertThat(client.authenticator()).isEmpty();
        assertThat(client.executor()).isEmpty();
        assertThat(client.sslContext()).isNotNull();
        assertThat(client.sslParameters()).isNotNull();
        assertThat(client.newWebSocketBuilder()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "https://API.example.org:8443/v1/Pay?x=1#f, POST api.example.org/v1/Pay",
        "https://api.example.org, POST api.example.org/",
        "https://u:p@api.example.org/a%2Fb/, POST api.example.org/a%2Fb/",
        "http://[::1]:80/x, POST [::1]/x",
        "http://my_host:8080/x, POST my_host/x",
        "http://u@my_host/x, POST my_host/x",
    })
    void hostAndPathNameALaterRequest(URI uri, String name) {
        inTool(() -> {
            assertThat(ForwardedKey.take("post", uri, false)).isEqualTo(FIRST);
            assertThat(ForwardedKey.take("post", uri, false)).isEqualTo(tool.downstreamKey(name));
        });
    }

    /** Follows the contract of the interface; the engine's own is tested with the engine. */
    private static final class FakeTool implements RunningTool {

        private final List<String> named = new ArrayList<>();

        private int announced;

        private boolean first = true;

        private boolean mayNotSend;

        @Override
        public String tool() {
            return "pay";
        }

        @Override
        public String key() {
            return "t:1:pay";
        }

        @Override
        public DownstreamKey downstreamKey() {
            return FIRST;
        }

        @Override
        public DownstreamKey downstreamKey(String name) {
            return DownstreamKey.derive("default", tool(), key(), FINGERPRINT, name);
        }

        @Override
        public DownstreamKey keyForRequest(String method, String hostAndPath) {
            if (first) {
                first = false;
                return FIRST;
            }
            named.add(method + " " + hostAndPath);
            return downstreamKey(method + " " + hostAndPath);
        }

        @Override
        public void sending() {
            if (mayNotSend) {
                throw new SendDeadlineException("too late");
            }
            announced++;
        }
    }
}
