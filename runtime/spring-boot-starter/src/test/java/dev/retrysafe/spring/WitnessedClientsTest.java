package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.SideEffect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** What Spring's blocking clients prove to a tool whose every request is seen: nothing, unless they send once. */
class WitnessedClientsTest {

    enum Beneath {
        /** Sends a request again by itself when the connection closes. */
        URL_CONNECTION,
        FOLLOWS_REDIRECTS,
        SENDS_ONCE;

        RestClient client() {
            return RestClient.builder()
                    .requestFactory(factory())
                    .requestInterceptor(
                            this == SENDS_ONCE
                                    ? IdempotencyKeyInterceptor.forClientThatSendsOnce()
                                    : new IdempotencyKeyInterceptor())
                    .build();
        }

        private ClientHttpRequestFactory factory() {
            return switch (this) {
                case URL_CONNECTION -> new SimpleClientHttpRequestFactory();
                case FOLLOWS_REDIRECTS ->
                    new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                            .followRedirects(HttpClient.Redirect.ALWAYS)
                            .build());
                case SENDS_ONCE -> new JdkClientHttpRequestFactory();
            };
        }
    }

    static class Shop {

        private final RestClient client;

        private final String url;

        private final AtomicInteger entered = new AtomicInteger();

        Shop(Beneath beneath, String url) {
            client = beneath.client();
            this.url = url;
        }

        @SideEffect(
                key = "{ctx.tenant}:{order}",
                fingerprint = "*",
                tool = "order_witnessed",
                failures = @Failures(witnessed = true))
        public int placeOrder(String order) {
            int times = entered.incrementAndGet();
            client.post().uri(url).retrieve().toBodilessEntity();
            return times;
        }

        int entered() {
            return entered.get();
        }
    }

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            int status = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            // The order is placed; to look at it is not allowed.
            exchange.getResponseHeaders().set("Location", "/403");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** Whether a second call enters the method, the first having failed. */
    private static boolean released(Beneath beneath, String url) {
        boolean[] released = new boolean[1];
        Applications.inMemory()
                .withBean(Shop.class, () -> new Shop(beneath, url))
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    Throwable first = catchThrowable(() -> asTenant(() -> shop.placeOrder("o-1")));
                    assertThat(first).isNotNull().isNotInstanceOf(SideEffectInDoubtException.class);
                    Throwable second = catchThrowable(() -> asTenant(() -> shop.placeOrder("o-1")));
                    released[0] = shop.entered() == 2;
                    assertThat(second instanceof SideEffectInDoubtException).isEqualTo(!released[0]);
                });
        return released[0];
    }

    @ParameterizedTest
    @CsvSource({
        "URL_CONNECTION, 422, false",
        "URL_CONNECTION, 500, false",
        "FOLLOWS_REDIRECTS, 303, false",
        "FOLLOWS_REDIRECTS, 307, false",
        "FOLLOWS_REDIRECTS, 422, false",
        "SENDS_ONCE, 422, true",
        "SENDS_ONCE, 401, true",
        "SENDS_ONCE, 409, false",
        "SENDS_ONCE, 503, false",
    })
    void case_34_anAnswerProvesWhatItSays(Beneath beneath, int status, boolean released) {
        String url = "http://localhost:" + server.getAddress().getPort() + "/" + status;
        assertThat(released(beneath, url)).isEqualTo(released);
    }

    @ParameterizedTest
    @EnumSource
    void case_34_aRefusedConnectionIsReleasedWhereNoOtherCameBeforeIt(Beneath beneath) {
        int port = server.getAddress().getPort();
        server.stop(0);
        assertThat(released(beneath, "http://localhost:" + port + "/")).isEqualTo(beneath == Beneath.SENDS_ONCE);
    }

    @ParameterizedTest
    @EnumSource
    void case_34_anUnknownHostIsReleasedWhereNoOtherCameBeforeIt(Beneath beneath) {
        assertThat(released(beneath, "http://no-such-host.invalid/")).isEqualTo(beneath == Beneath.SENDS_ONCE);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureBeforeTheFirstRequestIsReleased(Beneath beneath) {
        assertThat(released(beneath, "http://")).isTrue();
    }

    /** {@code HttpURLConnection} then sends the request again by itself, and finds nobody there. */
    @ParameterizedTest
    @EnumSource
    void case_34_aServerThatDiesWithTheRequestInItsHandsIsInDoubt(Beneath beneath) throws Exception {
        ServerSocket dying = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread vendor = new Thread(() -> {
            try (Socket socket = dying.accept()) {
                dying.close();
                int unused = socket.getInputStream().read(new byte[4_096]);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        vendor.start();
        assertThat(released(beneath, "http://127.0.0.1:" + dying.getLocalPort() + "/"))
                .isFalse();
        vendor.join();
    }
}
