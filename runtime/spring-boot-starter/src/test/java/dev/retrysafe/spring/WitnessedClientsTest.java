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
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** What Spring's clients prove to a tool whose every request is seen: nothing, where they may send again. */
class WitnessedClientsTest {

    @SuppressWarnings("ImmutableEnumChecker")
    enum Beneath {
        /** Sends a request again by itself when the connection closes. */
        URL_CONNECTION(false, new SimpleClientHttpRequestFactory()),
        JDK_FOLLOWING(
                false,
                new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.ALWAYS)
                        .build())),
        JDK_ONCE(true, new JdkClientHttpRequestFactory()),
        /** Follows redirects, and sends again what was answered with 429 or 503. */
        APACHE(false, new HttpComponentsClientHttpRequestFactory()),
        APACHE_ONCE(
                true,
                new HttpComponentsClientHttpRequestFactory(HttpClients.custom()
                        .disableRedirectHandling()
                        .disableAutomaticRetries()
                        .build())),
        NETTY_FOLLOWING(false, new ReactorClientHttpRequestFactory(nettyFollowing())),
        NETTY_ONCE(true, new ReactorClientHttpRequestFactory(nettyOnce())),
        FLUX_FOLLOWING(false, new ReactorClientHttpConnector(nettyFollowing())),
        FLUX_ONCE(true, new ReactorClientHttpConnector(nettyOnce()));

        private final boolean sendsOnce;

        private final Function<String, ResponseEntity<Void>> poster;

        Beneath(boolean sendsOnce, ClientHttpRequestFactory factory) {
            this.sendsOnce = sendsOnce;
            RestClient client = RestClient.builder()
                    .requestFactory(factory)
                    .requestInterceptor(
                            sendsOnce
                                    ? new IdempotencyKeyInterceptor()
                                    : IdempotencyKeyInterceptor.forClientThatMaySendAgain())
                    .build();
            this.poster = url -> client.post().uri(url).retrieve().toBodilessEntity();
        }

        Beneath(boolean sendsOnce, ClientHttpConnector connector) {
            this.sendsOnce = sendsOnce;
            WebClient client = WebClient.builder()
                    .clientConnector(connector)
                    .filter(sendsOnce ? new IdempotencyKeyFilter() : IdempotencyKeyFilter.forClientThatMaySendAgain())
                    .build();
            this.poster = url -> Objects.requireNonNull(
                    client.post().uri(url).retrieve().toBodilessEntity().block());
        }

        private static reactor.netty.http.client.HttpClient nettyFollowing() {
            return reactor.netty.http.client.HttpClient.create().followRedirect(true);
        }

        private static reactor.netty.http.client.HttpClient nettyOnce() {
            return reactor.netty.http.client.HttpClient.create().disableRetry(true);
        }

        boolean sendsOnce() {
            return sendsOnce;
        }

        void post(String url) {
            ResponseEntity<Void> answer = poster.apply(url);
            if (!answer.getStatusCode().is2xxSuccessful()) {
                throw new IllegalStateException("the shop answered " + answer.getStatusCode());
            }
        }
    }

    static class Shop {

        private final Beneath beneath;

        private final String url;

        private final AtomicInteger entered = new AtomicInteger();

        Shop(Beneath beneath, String url) {
            this.beneath = beneath;
            this.url = url;
        }

        @SideEffect(
                key = "{ctx.tenant}:{order}",
                fingerprint = "*",
                tool = "order_witnessed",
                failures = @Failures(witnessed = true))
        public int placeOrder(String order) {
            int times = entered.incrementAndGet();
            beneath.post(url);
            return times;
        }

        int entered() {
            return entered.get();
        }
    }

    private final AtomicInteger requests = new AtomicInteger();

    private int sentByTheFirst;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            // One answer for each request of the first attempt; the last one stays.
            String[] statuses = path.substring(1).split("/", -1);
            int answer = Math.min(requests.incrementAndGet(), statuses.length) - 1;
            exchange.getResponseHeaders().set("Location", path + "?look");
            exchange.sendResponseHeaders(Integer.parseInt(statuses[answer]), -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** Whether a second call enters the method, the first having failed. */
    private boolean released(Beneath beneath, String url) {
        boolean[] released = new boolean[1];
        Applications.inMemory()
                .withBean(Shop.class, () -> new Shop(beneath, url))
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    Throwable first = catchThrowable(() -> asTenant(() -> shop.placeOrder("o-1")));
                    assertThat(first).isNotNull().isNotInstanceOf(SideEffectInDoubtException.class);
                    sentByTheFirst = requests.get();
                    Throwable second = catchThrowable(() -> asTenant(() -> shop.placeOrder("o-1")));
                    released[0] = shop.entered() == 2;
                    assertThat(second instanceof SideEffectInDoubtException).isEqualTo(!released[0]);
                });
        return released[0];
    }

    /** Answers, how many requests the client made of one, and whether the last answer shows that nothing happened. */
    @ParameterizedTest
    @CsvSource({
        "URL_CONNECTION, 422, 1, false",
        "URL_CONNECTION, 500, 1, false",
        "JDK_FOLLOWING, 303/403, 2, false",
        "JDK_FOLLOWING, 307/403, 2, false",
        "JDK_FOLLOWING, 422, 1, false",
        "JDK_ONCE, 422, 1, true",
        "JDK_ONCE, 401, 1, true",
        "JDK_ONCE, 409, 1, false",
        "JDK_ONCE, 503, 1, false",
        "APACHE, 422, 1, false",
        "APACHE, 303/403, 2, false",
        "APACHE, 503/403, 2, false",
        "APACHE_ONCE, 422, 1, true",
        "APACHE_ONCE, 429, 1, true",
        "APACHE_ONCE, 303/403, 1, false",
        "APACHE_ONCE, 503/403, 1, false",
        "NETTY_FOLLOWING, 422, 1, false",
        "NETTY_FOLLOWING, 303/403, 2, false",
        "NETTY_ONCE, 422, 1, true",
        "NETTY_ONCE, 303/403, 1, false",
        "NETTY_ONCE, 503/403, 1, false",
        "FLUX_FOLLOWING, 422, 1, false",
        "FLUX_FOLLOWING, 303/403, 2, false",
        "FLUX_ONCE, 422, 1, true",
        "FLUX_ONCE, 303/403, 1, false",
        "FLUX_ONCE, 503/403, 1, false",
    })
    void case_34_anAnswerProvesWhatItSays(Beneath beneath, String statuses, int sent, boolean released) {
        String url = "http://localhost:" + server.getAddress().getPort() + "/" + statuses;
        assertThat(released(beneath, url)).isEqualTo(released);
        assertThat(sentByTheFirst).isEqualTo(sent);
    }

    @ParameterizedTest
    @EnumSource
    void case_34_aRefusedConnectionIsReleasedWhereNoOtherCameBeforeIt(Beneath beneath) {
        assertThat(released(beneath, ClosedPort.url() + "/")).isEqualTo(beneath.sendsOnce());
    }

    @ParameterizedTest
    @EnumSource
    void case_34_anUnknownHostIsReleasedWhereNoOtherCameBeforeIt(Beneath beneath) {
        assertThat(released(beneath, "http://no-such-host.invalid/")).isEqualTo(beneath.sendsOnce());
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
