package dev.retrysafe.spring;

import static dev.retrysafe.spring.Applications.asTenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.retrysafe.DownstreamKey;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.SideEffect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Tools that return a {@code Mono}, as beans of an application, sending through a real client to a real server. */
class MonoToolsTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    /** Of {@code {"effect":{"order":"o-1","pieces":1},"tool":"order_in_mono","v":1}}. */
    private static final String FINGERPRINT = "5ad9ba45efc8bd1b54ce6636c2027f975c8873e1eca2c8d5f9bb634b85e6dc73";

    private static final String KEY = DownstreamKey.derive(
                    "default", "order_in_mono", "acme:o-1:order_in_mono", FINGERPRINT, null)
            .value();

    private static final List<String> KEYS = new CopyOnWriteArrayList<>();

    private HttpServer server;

    private final AtomicInteger orders = new AtomicInteger();

    private volatile int status = 200;

    @BeforeEach
    void start() throws IOException {
        KEYS.clear();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            KEYS.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
            byte[] body = ("order-" + orders.incrementAndGet()).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    static class Shop {

        private final WebClient client;

        Shop(String url, IdempotencyKeyFilter filter) {
            client = WebClient.builder()
                    .clientConnector(new JdkClientHttpConnector())
                    .baseUrl(url)
                    .filter(filter)
                    .build();
        }

        @SideEffect(
                key = "{ctx.tenant}:{order}",
                fingerprint = "*",
                tool = "order_in_mono",
                failures = @Failures(witnessed = true))
        public Mono<String> placeOrder(String order, int pieces) {
            // Subscribed to on a thread that the tool does not run on.
            return Mono.delay(Duration.ofMillis(1))
                    .flatMap(unused -> client.post().uri("/orders").retrieve().bodyToMono(String.class));
        }
    }

    /** Has no order, and so runs inside the protected attempt. */
    @Aspect
    static class Inside {

        private final AtomicInteger calls = new AtomicInteger();

        @Around("execution(* dev.retrysafe.spring.MonoToolsTest.Shop.placeOrder(..))")
        Object count(ProceedingJoinPoint call) throws Throwable {
            calls.incrementAndGet();
            return Objects.requireNonNull(call.proceed());
        }
    }

    private interface Check {
        void with(Shop shop, Inside inside) throws Exception;
    }

    private void inAnApplication(Check check) {
        inAnApplication(new IdempotencyKeyFilter(), check);
    }

    private void inAnApplication(IdempotencyKeyFilter filter, Check check) {
        inAnApplication("http://localhost:" + server.getAddress().getPort(), filter, check);
    }

    private static void inAnApplication(String url, IdempotencyKeyFilter filter, Check check) {
        Applications.inMemory()
                .withBean(Shop.class, () -> new Shop(url, filter))
                .withBean(Inside.class, Inside::new)
                .run(context -> check.with(context.getBean(Shop.class), context.getBean(Inside.class)));
    }

    private static Mono<String> order(Shop shop, int pieces) {
        try {
            return asTenant(() -> shop.placeOrder("o-1", pieces));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void case_43_eachSubscriptionIsACallAndTheyAreOneEffect() {
        inAnApplication((shop, inside) -> {
            Mono<String> assembled = order(shop, 1);
            assertThat(orders).hasValue(0);
            List<String> answers = Flux.range(0, 8)
                    .flatMap(i -> assembled.subscribeOn(Schedulers.parallel()))
                    .collectList()
                    .block(SOON);
            assertThat(answers).hasSize(8).containsOnly("order-1");
            assertThat(order(shop, 1).block(SOON)).isEqualTo("order-1");
            assertThat(orders).hasValue(1);
            assertThat(inside.calls).hasValue(1);
            assertThat(KEYS).containsExactly(KEY);
            assertThatThrownBy(() -> order(shop, 2).block(SOON)).isInstanceOf(SideEffectConflictException.class);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 422, 429})
    void case_34_aRefusalIsReleasedAndARetryOperatorExecutes(int refused) {
        inAnApplication((shop, inside) -> {
            status = refused;
            assertThat(order(shop, 1)
                            .doOnError(WebClientResponseException.class, e -> status = 200)
                            .retry(1)
                            .block(SOON))
                    .isEqualTo("order-2");
            assertThat(KEYS).hasSize(2).containsOnly(KEY);
            assertThat(inside.calls).hasValue(2);
        });
    }

    /** It sees the last answer alone of a client that may follow redirects or send again. */
    @ParameterizedTest
    @ValueSource(ints = {400, 422, 429})
    void case_34_aRefusalIsInDoubtWhereTheClientMaySendAgain(int refused) {
        inAnApplication(IdempotencyKeyFilter.forClientThatMaySendAgain(), (shop, inside) -> {
            status = refused;
            assertThatThrownBy(() -> order(shop, 1).retry(1).block(SOON))
                    .isInstanceOf(SideEffectInDoubtException.class);
            assertThat(inside.calls).hasValue(1);
        });
    }

    @Test
    void case_34_aServersFailureIsInDoubtWhateverARetryOperatorDoes() {
        inAnApplication((shop, inside) -> {
            status = 502;
            assertThatThrownBy(() -> order(shop, 1).retry(3).block(SOON))
                    .isInstanceOf(SideEffectInDoubtException.class);
            assertThat(orders).hasValue(1);
        });
    }

    @Test
    void case_34_aRefusedConnectionIsReleased() {
        inAnApplication(ClosedPort.url(), new IdempotencyKeyFilter(), (shop, inside) -> {
            assertThatThrownBy(() -> order(shop, 1).retry(2).block(SOON))
                    .isNotInstanceOf(SideEffectInDoubtException.class);
            assertThat(inside.calls).hasValue(3);
        });
    }
}
