package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Which requests carry the operation's key, with a real server and Spring's clients. */
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
        },
        WEB_CLIENT {
            @Override
            Client client() {
                WebClient client = WebClient.builder()
                        .clientConnector(new JdkClientHttpConnector())
                        .filter(new IdempotencyKeyFilter())
                        .build();
                return (method, url, headers) -> client.method(method)
                        .uri(url)
                        .headers(all -> headers.forEach(all::set))
                        .retrieve()
                        .toBodilessEntity()
                        .block();
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

        @SideEffect(
                key = "{ctx.tenant}:{order}",
                fingerprint = "*",
                mutation = Mutation.IDEMPOTENT,
                recovery = @Recovery(resendWithin = "1h"))
        public String chargeOrder(String order) {
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

    private void charging(Consumer<String> body) {
        Applications.inMemory()
                .withBean(
                        Shop.class,
                        () -> new Shop(order -> {
                            body.accept(order);
                            return order;
                        }))
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    asTenant(() -> shop.chargeOrder("o-1"));
                });
    }

    @ParameterizedTest
    @EnumSource
    void case_88_aSecondRequestOfAnIdempotentToolNeedsAName(Kind kind) {
        Client client = kind.client();
        assertThatThrownBy(() -> charging(order -> {
                    client.send(HttpMethod.GET, url("/customers/ann"), Map.of());
                    client.send(HttpMethod.POST, url("/customers"), Map.of());
                    client.send(HttpMethod.POST, url("/charges"), Map.of());
                }))
                .isInstanceOfSatisfying(
                        SideEffectInDoubtException.class,
                        refused -> assertThat(refused.code()).isEqualTo("UnnamedRequest"))
                .hasMessageContaining("POST localhost/charges was not sent")
                .hasMessageContaining("header(\"Idempotency-Key\", SideEffects.downstreamKey(\"charge\").value())");
        assertThat(arrived).extracting(Arrived::path).containsExactly("/customers/ann", "/customers");
    }

    @ParameterizedTest
    @EnumSource
    void case_88_aNamedSecondRequestIsSent(Kind kind) {
        Client client = kind.client();
        charging(order -> {
            client.send(HttpMethod.POST, url("/customers"), Map.of());
            String key = SideEffects.downstreamKey("charge").value();
            client.send(HttpMethod.POST, url("/charges"), Map.of("Idempotency-Key", key));
        });
        assertThat(arrived).extracting(Arrived::path).containsExactly("/customers", "/charges");
        assertThat(arrived).extracting(Arrived::key).doesNotContainNull().doesNotHaveDuplicates();
    }

    /** It sets the header on the one request, so the second try is the same request under the same key. */
    @Test
    void case_88_aRetryOutsideTheInterceptorIsOneRequestWhereTheRequestIsTheSame() {
        RestClient client = RestClient.builder()
                .requestInterceptor((request, body, execution) -> {
                    execution.execute(request, body).close();
                    return execution.execute(request, body);
                })
                .requestInterceptor(new IdempotencyKeyInterceptor())
                .build();
        charging(order -> client.post().uri(url("/charges")).retrieve().toBodilessEntity());
        assertThat(arrived).hasSize(2).doesNotContain(new Arrived("POST", "/charges", null));
        assertThat(arrived.get(0)).isEqualTo(arrived.get(1));
    }

    static class MonoShop {

        private final Supplier<Mono<String>> charge;

        MonoShop(Supplier<Mono<String>> charge) {
            this.charge = charge;
        }

        @SideEffect(
                key = "{ctx.tenant}:{order}",
                fingerprint = "*",
                mutation = Mutation.IDEMPOTENT,
                recovery = @Recovery(resendWithin = "1h"))
        public Mono<String> chargeInMono(String order) {
            return charge.get();
        }
    }

    /** Fails once the first request was answered, and sends again. */
    private Mono<String> chargedTwice(Supplier<Map<String, String>> headers) {
        Map<String, String> all = headers.get();
        return WebClient.builder()
                .clientConnector(new JdkClientHttpConnector())
                .filter(new IdempotencyKeyFilter())
                .build()
                .post()
                .uri(url("/charges"))
                .headers(there -> all.forEach(there::set))
                .exchangeToMono(answer -> answer.releaseBody()
                        .then(arrived.size() == 1 ? Mono.<String>error(new IllegalStateException()) : Mono.just("")))
                .retry(1);
    }

    private void chargedInMono(Supplier<Map<String, String>> headers) {
        Applications.inMemory()
                .withBean(MonoShop.class, () -> new MonoShop(() -> chargedTwice(headers)))
                .run(context -> {
                    MonoShop shop = context.getBean(MonoShop.class);
                    asTenant(() -> shop.chargeInMono("o-1").block());
                });
    }

    /** It builds the request anew, which nobody can tell from a second one. */
    @Test
    void case_88_aWebClientsOwnRetryNeedsAName() {
        assertThatThrownBy(() -> chargedInMono(Map::of))
                .isInstanceOf(SideEffectInDoubtException.class)
                .hasMessageContaining("POST localhost/charges was not sent");
        assertThat(arrived).hasSize(1);
    }

    @Test
    void case_88_aWebClientsOwnRetryOfANamedRequestHasItsKey() {
        chargedInMono(() ->
                Map.of("Idempotency-Key", SideEffects.downstreamKey("charge").value()));
        assertThat(arrived).hasSize(2).doesNotContain(new Arrived("POST", "/charges", null));
        assertThat(arrived.get(0)).isEqualTo(arrived.get(1));
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
