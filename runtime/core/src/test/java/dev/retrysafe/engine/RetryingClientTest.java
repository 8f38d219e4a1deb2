package dev.retrysafe.engine;

import static dev.retrysafe.engine.VendorServer.get;
import static dev.retrysafe.engine.VendorServer.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retrysafe.http.IdempotentHttpClient;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the JDK's HTTP client sends again by itself, and what that leaves of a witnessed tool's proof. The JDK reads its
 * property once, at the first request of a process, which is made here before the property is set: so this process's other
 * tests are not sent again, and what is tested is that the client above believes nothing.
 */
class RetryingClientTest {

    private static final String PROPERTY = "jdk.httpclient.enableAllMethodRetry";

    private final Desk desk = new Desk();

    private final TicketTool tool =
            new TicketTool("create_ticket", ResultType.of(Ticket.class), ToolDefinition.Builder::witnessed);

    private VendorServer vendor;

    @BeforeEach
    void start() throws Exception {
        vendor = new VendorServer();
        HttpResponse<Void> first = HttpClient.newHttpClient().send(get(vendor.at("/ok")), BodyHandlers.discarding());
        assertThat(first.statusCode()).isEqualTo(200);
    }

    @AfterEach
    void close() throws IOException {
        System.clearProperty(PROPERTY);
        vendor.close();
        desk.close();
    }

    private static HttpClient client() {
        return new IdempotentHttpClient(HttpClient.newHttpClient());
    }

    private void failing(Callable<?> sending) {
        assertThat(catchThrowable(() -> desk.call(
                        tool,
                        () -> {
                            Object unused = sending.call();
                            throw new IllegalStateException("refused");
                        },
                        "approval-17",
                        "high",
                        "")))
                .isNotNull();
    }

    private void assertInDoubt(Callable<?> sending) {
        failing(sending);
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
    }

    private void assertReleased(Callable<?> sending) {
        failing(sending);
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }

    private HttpResponse<Void> refused(HttpClient client) throws IOException, InterruptedException {
        return client.send(post(vendor.at("/status/422")), BodyHandlers.discarding());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "true", "TRUE", "yes"})
    void nothingThatComesBackIsProof(String value) {
        System.setProperty(PROPERTY, value);
        HttpClient client = client();
        assertInDoubt(() -> refused(client));
    }

    @Test
    void noRefusedConnectionIsProofEither() {
        System.setProperty(PROPERTY, "true");
        HttpClient client = client();
        assertInDoubt(() -> client.send(post(VendorServer.nobody()), BodyHandlers.discarding()));
    }

    @Test
    void norIsWhatComesBackLater() {
        System.setProperty(PROPERTY, "true");
        HttpClient client = client();
        assertInDoubt(() -> {
            try {
                return client.sendAsync(post(vendor.at("/status/422")), BodyHandlers.discarding())
                        .join();
            } catch (CompletionException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void thePropertyCountsWhetherItIsSetOrTakenBackMeanwhile() {
        System.setProperty(PROPERTY, "true");
        HttpClient before = client();
        System.clearProperty(PROPERTY);
        assertInDoubt(() -> refused(before));
        desk.store.commands.clear();
        HttpClient after = client();
        System.setProperty(PROPERTY, "true");
        failing(() -> refused(after));
        assertThat(desk.store.commands).doesNotContain("release");
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "FALSE"})
    void withoutItARefusalIsProof(String value) {
        System.setProperty(PROPERTY, value);
        HttpClient client = client();
        assertReleased(() -> refused(client));
    }

    /** Takes a request and closes without an answer; refuses the next one. */
    private static void takeAndRefuse(ServerSocket server, AtomicInteger taken) {
        try {
            for (int i = 0; i < 2; i++) {
                try (Socket socket = server.accept()) {
                    int unused = socket.getInputStream().read(new byte[4_096]);
                    if (taken.getAndIncrement() > 0) {
                        socket.getOutputStream()
                                .write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                                        .getBytes(StandardCharsets.US_ASCII));
                    }
                }
            }
        } catch (IOException e) {
            // Closed: there was no second request.
        }
    }

    private int sent(String method) throws Exception {
        AtomicInteger taken = new AtomicInteger();
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> takeAndRefuse(server, taken));
            thread.start();
            HttpRequest request = HttpRequest.newBuilder(
                            post(URI.create("http://localhost:" + server.getLocalPort() + "/")), (name, value) -> true)
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build();
            HttpClient client = client();
            failing(() -> client.send(request, BodyHandlers.discarding()));
            server.close();
            thread.join();
        }
        return taken.get();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void anUnsafeRequestIsSentOnceAndInDoubt(String method) throws Exception {
        assertThat(sent(method)).isEqualTo(1);
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt");
    }

    /** Why an effect belongs behind an unsafe method. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void aReadingRequestIsSentAgainByTheJdkAndTheSecondAnswerCounts(String method) throws Exception {
        assertThat(sent(method)).isEqualTo(2);
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }
}
