package dev.retrysafe.engine;

import static dev.retrysafe.engine.VendorServer.get;
import static dev.retrysafe.engine.VendorServer.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retrysafe.Decision;
import dev.retrysafe.RunningTool;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.SideEffects;
import dev.retrysafe.ToolScope;
import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.http.IdempotentHttpClient;
import dev.retrysafe.observe.CallFinished;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools whose every request is seen: contract §7.6, {@code failures.witnessed}, against a real HTTP server. */
class WitnessedTest {

    private final Desk desk = new Desk();

    private final TicketTool tool = witnessed("create_ticket", more -> more);

    private final HttpClient client = new IdempotentHttpClient(HttpClient.newHttpClient());

    private VendorServer vendor;

    @BeforeEach
    void start() throws IOException {
        vendor = new VendorServer();
    }

    @AfterEach
    void close() throws IOException {
        vendor.close();
        desk.close();
    }

    private static TicketTool witnessed(String name, java.util.function.UnaryOperator<ToolDefinition.Builder> more) {
        return new TicketTool(name, ResultType.of(Ticket.class), b -> more.apply(b.witnessed()));
    }

    /** The vendor's client library: an answer of 400 and more is an exception. */
    private void send(HttpRequest request) throws IOException, InterruptedException {
        send(client, request);
    }

    private static void send(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        check(client.send(request, BodyHandlers.discarding()));
    }

    private static void check(HttpResponse<?> response) {
        if (response.statusCode() >= 400) {
            throw new IllegalStateException("answered " + response.statusCode());
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Callable<Ticket> failing(Work work) {
        return () -> {
            work.run();
            throw new IllegalStateException("the tool failed by itself");
        };
    }

    private Throwable fails(TicketTool called, Callable<?> body) {
        return Objects.requireNonNull(catchThrowable(() -> desk.call(called, body, "approval-17", "high", "")));
    }

    private void assertReleased(Work work) throws Exception {
        assertReleased(tool, failing(work));
    }

    private void assertReleased(TicketTool called, Callable<?> body) throws Exception {
        Throwable thrown = fails(called, body);
        assertThat(thrown).hasNoSuppressedExceptions();
        assertThat(desk.store.commands).containsExactly("claim", "release");
        assertThat(desk.call(called, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOf(Ticket.class);
    }

    private Throwable assertInDoubt(Work work) {
        return assertInDoubt(tool, failing(work));
    }

    private Throwable assertInDoubt(TicketTool called, Callable<?> body) {
        Throwable thrown = fails(called, body);
        assertThat(desk.calls).extracting(CallFinished::decision).containsExactly(Decision.IN_DOUBT);
        assertThatThrownBy(() -> desk.call(called, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOf(SideEffectInDoubtException.class);
        assertThat(desk.store.commands).containsExactly("claim", "markInDoubt", "claim");
        return thrown;
    }

    // ---- one request ------------------------------------------------------------------------------------------------

    @Test
    void aFailureBeforeTheFirstRequestIsReleased() throws Exception {
        assertReleased(() -> {});
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 410, 413, 415, 422, 429})
    void case_34_aRefusedFirstRequestIsReleased(int status) throws Exception {
        assertReleased(() -> send(post(vendor.at("/status/" + status))));
        assertThat(vendor.arrived).containsExactly("POST /status/" + status);
    }

    static IntStream otherStatuses() {
        List<Integer> refusals = List.of(400, 401, 403, 404, 405, 410, 413, 415, 422, 429);
        return IntStream.rangeClosed(200, 599)
                .filter(status -> status < 206 || (status >= 300 && status % 100 <= 31))
                .filter(status -> !refusals.contains(status));
    }

    @ParameterizedTest
    @MethodSource("otherStatuses")
    void case_34_anyOtherAnswerIsInDoubt(int status) {
        assertInDoubt(() -> send(post(vendor.at("/status/" + status))));
        assertThat(vendor.arrived).containsExactly("POST /status/" + status);
    }

    @Test
    void case_34_aRefusedConnectionIsReleased() throws Exception {
        assertReleased(() -> send(post(VendorServer.nobody())));
    }

    @Test
    void case_34_anUnknownHostIsReleased() throws Exception {
        assertReleased(() -> send(post(URI.create("http://no-such-host.invalid/"))));
    }

    @Test
    void case_34_aReadTimeoutIsInDoubt() {
        HttpRequest hasty = HttpRequest.newBuilder(post(vendor.at("/silent")), (name, value) -> true)
                .timeout(Duration.ofMillis(200))
                .build();
        assertThat(assertInDoubt(() -> send(hasty))).isInstanceOf(HttpTimeoutException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 20",
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
                "HTTP/1.1 422 Unfit\r\nContent-Length: 100\r\n\r\n{"
            })
    void case_34_aConnectionResetAfterSendingIsInDoubt(String answered) {
        assertInDoubt(() -> client.send(post(vendor.resettingAfter(answered)), BodyHandlers.ofString()));
        assertThat(vendor.arrived).containsExactly("a request that was reset");
    }

    @Test
    void aRequestThatIsHeldBackWasNotSent() {
        Throwable thrown = fails(tool, failing(() -> {
            desk.clock.forward(Duration.ofSeconds(31));
            send(post(vendor.at("/ok")));
        }));
        assertThat(thrown).isInstanceOf(SendDeadlineException.class);
        assertThat(desk.store.commands).containsExactly("claim", "release");
        assertThat(vendor.arrived).isEmpty();
    }

    @Test
    void aReadingRequestIsARequestToo() throws Exception {
        assertInDoubt(() -> send(get(vendor.at("/ok"))));
    }

    @Test
    void aRefusedReadingRequestIsReleased() throws Exception {
        assertReleased(() -> send(get(vendor.at("/status/404"))));
    }

    // ---- several requests -------------------------------------------------------------------------------------------

    static Stream<String> seconds() {
        return Stream.of("/status/404", "/status/422", "/status/500");
    }

    @ParameterizedTest
    @MethodSource("seconds")
    void case_34_theFailureOfASecondRequestIsInDoubt(String second) {
        assertInDoubt(() -> {
            send(post(vendor.at("/ok")));
            send(get(vendor.at(second)));
        });
    }

    @Test
    void twoRefusedRequestsAreInDoubt() {
        assertInDoubt(() -> {
            assertThatThrownBy(() -> send(post(vendor.at("/status/429")))).isInstanceOf(IllegalStateException.class);
            send(post(vendor.at("/status/429")));
        });
    }

    @Test
    void aRefusalBehindARedirectIsInDoubt() {
        HttpClient following = new IdempotentHttpClient(HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build());
        assertInDoubt(() -> send(following, post(vendor.at("/created-elsewhere"))));
        assertThat(vendor.arrived).containsExactly("POST /created-elsewhere", "GET /status/404");
    }

    @Test
    void aRefusedConnectionOfAClientThatFollowsRedirectsProvesNothing() {
        HttpClient following = new IdempotentHttpClient(HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build());
        assertInDoubt(() -> send(following, post(VendorServer.nobody())));
    }

    // ---- announced by the tool --------------------------------------------------------------------------------------

    @Test
    void aFailureAfterSendingIsInDoubt() {
        assertInDoubt(SideEffects::sending);
    }

    @Test
    void aRefusalAfterSendingIsInDoubt() {
        assertInDoubt(() -> {
            SideEffects.sending();
            send(post(vendor.at("/status/422")));
        });
    }

    // ---- failures that prove nothing in any case --------------------------------------------------------------------

    static Stream<Throwable> alwaysInDoubt() {
        return Stream.of(
                new OutOfMemoryError("no memory"),
                new StackOverflowError(),
                new IllegalStateException(new AssertionError("inside")),
                new InterruptedException(),
                new IllegalStateException(new InterruptedException()),
                new java.nio.channels.ClosedByInterruptException(),
                new java.io.InterruptedIOException(),
                new CancellationException(),
                new ExecutionException(new TimeoutException()));
    }

    @ParameterizedTest
    @MethodSource
    void alwaysInDoubt(Throwable failure) {
        Callable<?> body = () -> {
            if (failure instanceof Error e) {
                throw e;
            }
            throw (Exception) failure;
        };
        assertThat(assertInDoubt(tool, body)).isSameAs(failure);
    }

    @Test
    void anInterruptedCallIsInDoubt() {
        try {
            assertInDoubt(() -> Thread.currentThread().interrupt());
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aNestedRefusalIsInDoubt() {
        assertInDoubt(() -> {
            throw new SideEffectConflictException(
                    new dev.retrysafe.SideEffectException.Facts("Conflict", "nested", "other", null, null),
                    new dev.retrysafe.EffectConflict("conflict", "x", "a", "b", null));
        });
    }

    @Test
    void aToolThatIsNotWitnessedIsInDoubt() {
        assertInDoubt(desk.createTicket, failing(() -> send(post(VendorServer.nobody()))));
    }

    // ---- nested tools -----------------------------------------------------------------------------------------------

    @Test
    void aNestedToolsEffectIsOneOfTheOuterTool() {
        TicketTool outer = witnessed("open_incident", more -> more);
        fails(outer, failing(() -> desk.call(tool, () -> desk.newTicket("high"), "approval-17", "high", "")));
        assertThat(desk.store.commands).containsExactly("claim", "claim", "commit", "markInDoubt");
    }

    @Test
    void aNestedToolThatProvedNoEffectIsNone() {
        TicketTool outer = witnessed("open_incident", more -> more);
        fails(
                outer,
                failing(() ->
                        desk.call(tool, failing(() -> send(post(VendorServer.nobody()))), "approval-17", "high", "")));
        assertThat(desk.store.commands).containsExactly("claim", "claim", "release", "release");
    }

    @Test
    void aTakeoverIsNeverReleasedByItsOwnWitness() {
        TicketTool again =
                witnessed("create_ticket", b -> b.mutation(Mutation.IDEMPOTENT).resendWithin(3600, 0));
        fails(again, failing(() -> send(post(vendor.at("/status/500")))));
        Throwable second = fails(again, failing(() -> send(post(vendor.at("/status/422")))));
        assertThat(second).isInstanceOf(SideEffectInDoubtException.class);
    }

    // ---- other threads, asynchronous clients ------------------------------------------------------------------------

    private CompletableFuture<Ticket> sendAsync(URI uri) {
        return client.sendAsync(post(uri), BodyHandlers.discarding()).thenApply(response -> {
            check(response);
            return desk.newTicket("high");
        });
    }

    @Test
    void anAsynchronousRefusalIsReleased() throws Exception {
        assertReleased(
                () -> assertThat(sendAsync(vendor.at("/status/422")).get()).isNull());
    }

    @Test
    void anAsynchronousRefusedConnectionIsReleased() throws Exception {
        assertReleased(() -> assertThat(sendAsync(VendorServer.nobody()).join()).isNull());
    }

    @Test
    void anAsynchronousFailureIsInDoubt() {
        assertInDoubt(
                () -> assertThat(sendAsync(vendor.at("/status/502")).get()).isNull());
    }

    @Test
    void aFutureOfAWitnessedToolIsReleasedToo() throws Exception {
        TicketTool later = witnessed("create_ticket", ToolDefinition.Builder::completesLater);
        Callable<CompletableFuture<Ticket>> body = () -> sendAsync(VendorServer.nobody());
        CompletableFuture<?> answer =
                (CompletableFuture<?>) Objects.requireNonNull(desk.call(later, body, "approval-17", "high", ""));
        assertThatThrownBy(answer::get).hasCauseInstanceOf(ConnectException.class);
        assertThat(desk.store.commands).containsExactly("claim", "release");
    }

    /** Runs on another thread, to which the tool was carried, or not. */
    private void elsewhere(boolean carried, Work work) throws Exception {
        RunningTool running = Objects.requireNonNull(ToolScope.current());
        AtomicReference<Exception> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try (ToolScope.Scope scope = carried ? ToolScope.enter(running) : ToolScope.outside()) {
                work.run();
            } catch (Exception e) {
                failure.set(e);
            }
        });
        thread.start();
        thread.join();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    @Test
    void aRefusalOnAnotherThreadOfTheToolIsReleased() throws Exception {
        assertReleased(() -> elsewhere(true, () -> send(post(vendor.at("/status/422")))));
    }

    @Test
    void aFailureOnAnotherThreadOfTheToolIsInDoubt() {
        assertInDoubt(() -> elsewhere(true, () -> send(post(vendor.at("/status/500")))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/status/422", "/status/500", "/ok"})
    void aRequestOfAnUnknownThreadProvesNothing(String path) {
        assertInDoubt(() -> elsewhere(false, () -> send(post(vendor.at(path)))));
    }

    @Test
    void whatWasFoundNotToHaveBeenSentIsNotSentLater() throws Exception {
        AtomicReference<RunningTool> kept = new AtomicReference<>();
        assertReleased(() -> kept.set(ToolScope.current()));
        try (ToolScope.Scope scope = ToolScope.enter(Objects.requireNonNull(kept.get()))) {
            assertThat(scope).isNotNull();
            assertThatThrownBy(() -> send(post(vendor.at("/ok")))).isInstanceOf(SendDeadlineException.class);
            assertThatThrownBy(SideEffects::sending).isInstanceOf(SendDeadlineException.class);
        }
        assertThat(vendor.arrived).isEmpty();
    }

    /** The outer tool's record says that nothing happened: what it left running must not make something happen. */
    @Test
    void aNestedToolIsNotEnteredOnceTheOuterOneIsSettled() throws Exception {
        TicketTool outer = witnessed("open_incident", more -> more);
        AtomicReference<RunningTool> kept = new AtomicReference<>();
        fails(outer, failing(() -> kept.set(ToolScope.current())));
        AtomicReference<Ticket> made = new AtomicReference<>();
        try (ToolScope.Scope scope = ToolScope.enter(Objects.requireNonNull(kept.get()))) {
            assertThat(scope).isNotNull();
            assertThatThrownBy(() -> desk.call(
                            desk.createTicket,
                            () -> {
                                made.set(desk.newTicket("high"));
                                return made.get();
                            },
                            "approval-17",
                            "high",
                            ""))
                    .isInstanceOf(SendDeadlineException.class);
        }
        assertThat(made).hasNullValue();
        assertThat(desk.store.commands).containsExactly("claim", "release", "claim", "release");
        assertThat(desk.call(desk.createTicket, () -> desk.newTicket("high"), "approval-17", "high", ""))
                .isInstanceOf(Ticket.class);
    }

    /** What a lookup asks is known to be no tool's. */
    @Test
    void aLookupsRequestMeanwhileProvesNothingAgainstATool() throws Exception {
        assertReleased(() -> elsewhere(false, () -> {
            try (ToolScope.Scope lookup = ToolScope.enclose(null, () -> {})) {
                assertThat(lookup).isNotNull();
                send(post(vendor.at("/ok")));
            }
        }));
    }
}
