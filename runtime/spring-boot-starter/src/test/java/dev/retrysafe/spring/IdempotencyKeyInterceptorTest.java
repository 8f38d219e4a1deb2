package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.SideEffect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** Which requests carry the operation's key, with a real server and both of Spring's blocking clients. */
class IdempotencyKeyInterceptorTest {

    /** Method, path and key of what arrived. */
    record Arrived(String method, String path, @Nullable String key) {}

    private final List<Arrived> arrived = new CopyOnWriteArrayList<>();

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            arrived.add(new Arrived(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Idempotency-Key")));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url(String path) {
        return "http://localhost:" + server.getAddress().getPort() + path;
    }

    /** A client of Spring's, with the interceptor. */
    interface Client {

        void send(HttpMethod method, String url, Map<String, String> headers);
    }

    enum Kind {
        REST_CLIENT {
            @Override
            Client client() {
                RestClient client = RestClient.builder()
                        .requestInterceptor(new IdempotencyKeyInterceptor())
                        .build();
                return (method, url, headers) -> client.method(method)
                        .uri(url)
                        .headers(all -> headers.forEach(all::set))
                        .retrieve()
                        .toBodilessEntity();
            }
        },
        REST_TEMPLATE {
            @Override
            Client client() {
                RestTemplate client = new RestTemplate();
                client.getInterceptors().add(new IdempotencyKeyInterceptor());
                return (method, url, headers) -> {
                    HttpHeaders all = new HttpHeaders();
                    headers.forEach(all::set);
                    client.exchange(url, method, new HttpEntity<>(all), Void.class);
                };
            }
        };

        abstract Client client();
    }

    static class Shop {

        private final UnaryOperator<String> order;

        Shop(UnaryOperator<String> order) {
            this.order = order;
        }

        @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
        public String placeOrder(String order) {
            return this.order.apply(order);
        }
    }

    private void inside(UnaryOperator<String> body, String... orders) {
        Applications.inMemory().withBean(Shop.class, () -> new Shop(body)).run(context -> {
            Shop shop = context.getBean(Shop.class);
            for (String order : orders) {
                asTenant(() -> shop.placeOrder(order));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void unsafeRequestsOfARunningTool(Kind kind) {
        Client client = kind.client();
        List<String> expected = new CopyOnWriteArrayList<>();
        inside(
                order -> {
                    client.send(HttpMethod.GET, url("/stock"), Map.of());
                    client.send(HttpMethod.POST, url("/orders"), Map.of());
                    client.send(HttpMethod.POST, url("/orders?again"), Map.of());
                    client.send(HttpMethod.DELETE, url("/basket/1"), Map.of());
                    expected.add(SideEffects.downstreamKey().value());
                    expected.add(
                            SideEffects.downstreamKey("POST localhost/orders").value());
                    expected.add(SideEffects.downstreamKey("DELETE localhost/basket/1")
                            .value());
                    return order;
                },
                "o-1");

        assertThat(arrived)
                .containsExactly(
                        new Arrived("GET", "/stock", null),
                        new Arrived("POST", "/orders", expected.get(0)),
                        new Arrived("POST", "/orders", expected.get(1)),
                        new Arrived("DELETE", "/basket/1", expected.get(2)));
        assertThat(expected).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void operationsHaveKeysOfTheirOwn(Kind kind) {
        Client client = kind.client();
        inside(
                order -> {
                    client.send(HttpMethod.POST, url("/orders"), Map.of());
                    return order;
                },
                "o-1",
                "o-1",
                "o-2");

        assertThat(arrived)
                .hasSize(2)
                .extracting(Arrived::key)
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void aKeyOfTheCallersOwnStays(Kind kind) {
        Client client = kind.client();
        inside(
                order -> {
                    client.send(HttpMethod.POST, url("/orders"), Map.of("idempotency-key", "own"));
                    return order;
                },
                "o-1");

        assertThat(arrived).containsExactly(new Arrived("POST", "/orders", "own"));
    }

    @ParameterizedTest
    @EnumSource
    void outsideAToolRequestsGoOutAsTheyAre(Kind kind) {
        kind.client().send(HttpMethod.POST, url("/orders"), Map.of());

        assertThat(arrived).containsExactly(new Arrived("POST", "/orders", null));
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsSentOnceTheLeaseHasPassed(Kind kind) {
        Client client = kind.client();
        try (ToolScope.Scope scope = ToolScope.enter(new Late())) {
            assertThat(scope).isNotNull();
            assertThatThrownBy(() -> client.send(HttpMethod.POST, url("/orders"), Map.of()))
                    .isInstanceOf(SendDeadlineException.class);
            assertThatThrownBy(() -> client.send(HttpMethod.POST, url("/orders"), Map.of("Idempotency-Key", "own")))
                    .isInstanceOf(SendDeadlineException.class);
        }
        assertThat(arrived).isEmpty();
    }

    private static final class Late implements RunningTool {

        @Override
        public String tool() {
            return "place_order";
        }

        @Override
        public String key() {
            return "k";
        }

        @Override
        public DownstreamKey downstreamKey() {
            return new DownstreamKey("d");
        }

        @Override
        public DownstreamKey downstreamKey(String name) {
            return downstreamKey();
        }

        @Override
        public DownstreamKey keyForRequest(String method, String hostAndPath) {
            return downstreamKey();
        }

        @Override
        public void sending() {
            throw new SendDeadlineException("too late");
        }
    }
}
