package dev.retrysafe.http;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.SideEffectInDoubtException;
import dev.retrysafe.ToolScope;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * A JDK HTTP client that forwards the key of the running tool: inside a tool every request with an unsafe method
 * ({@code POST}, {@code PUT}, {@code PATCH}, {@code DELETE}) that has no {@code Idempotency-Key} gets one, the same on
 * every retry of the operation, and is held back once the attempt's lease has passed. In an {@code IDEMPOTENT} tool only the
 * first one gets it; each further one sets {@code SideEffects.downstreamKey("a name")} itself, or is refused. Outside a tool,
 * and with safe methods, requests go out as they are.
 *
 * <pre>{@code
 * HttpClient client = new IdempotentHttpClient(HttpClient.newHttpClient());
 * }</pre>
 *
 * <p>It witnesses every request, those with safe methods too, for tools with {@code failures.witnessed}. A client that
 * follows redirects proves less: with it a refused connection proves nothing. The JDK's client sends {@code GET} and
 * {@code HEAD} again by itself when a connection closes without an answer, and only the second try's answer is seen: what has
 * an effect belongs behind an unsafe method. With the system property {@code jdk.httpclient.enableAllMethodRetry} it sends
 * every request again, and then nothing that comes back is proof.
 *
 * <p>The key belongs to the thread that sends. The client beneath stays its owner's: closing this one closes nothing.
 */
public final class IdempotentHttpClient extends HttpClient {

    private static final URI WEB_SOCKET = URI.create("ws:web-socket");

    private static final String RETRY = "jdk.httpclient.enableAllMethodRetry";

    private final HttpClient client;

    /** The JDK looks once, at its first request at the latest; this is as near to it as one gets. */
    private final boolean sentAgain = maySendAgain();

    /**
     * Forwards keys on a client.
     *
     * @param client sends the requests; redirects, cookies and so on are its own business
     */
    public IdempotentHttpClient(HttpClient client) {
        this.client = Objects.requireNonNull(client, "client");
    }

    /**
     * Sends a request and waits for its response.
     *
     * @throws SendDeadlineException when the running tool's attempt may not send any more; nothing was sent
     * @throws SideEffectInDoubtException when an {@code IDEMPOTENT} tool sends another unsafe request without a key of its own
     *     (code {@code UnnamedRequest}); it was not sent
     */
    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        ForwardedRequest forwarded = announce(request);
        try {
            return told(forwarded, client.send(withKey(request, forwarded), handler));
        } catch (IOException e) {
            failed(forwarded, e);
            throw e;
        }
    }

    /**
     * Sends a request.
     *
     * @return the response to come; it fails with {@link SendDeadlineException} when the running tool's attempt may not
     *     send any more, and with {@link SideEffectInDoubtException} when the request needs a key of its own (code {@code
     *     UnnamedRequest}); nothing was sent then
     */
    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return sendAsync(request, handler, null);
    }

    /**
     * Sends a request.
     *
     * @return the response to come; it fails with {@link SendDeadlineException} when the running tool's attempt may not
     *     send any more, and with {@link SideEffectInDoubtException} when the request needs a key of its own (code {@code
     *     UnnamedRequest}); nothing was sent then
     */
    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushPromises) {
        ForwardedRequest forwarded;
        try {
            forwarded = announce(request);
        } catch (SendDeadlineException | SideEffectInDoubtException e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletableFuture<HttpResponse<T>> response =
                client.sendAsync(withKey(request, forwarded), handler, pushPromises);
        // What derives from a future of the JDK's client still cancels the request.
        return response.whenComplete((answer, failure) -> {
            if (failure == null) {
                told(forwarded, answer);
            } else {
                failed(forwarded, failure);
            }
        });
    }

    private static ForwardedRequest announce(HttpRequest request) {
        boolean alreadyThere = request.headers().firstValue(ForwardedKey.HEADER).isPresent();
        return ForwardedRequest.announce(ToolScope.current(), request.method(), request.uri(), alreadyThere);
    }

    private static HttpRequest withKey(HttpRequest request, ForwardedRequest forwarded) {
        DownstreamKey key = forwarded.key();
        return key == null
                ? request
                : HttpRequest.newBuilder(request, (name, value) -> true)
                        .setHeader(ForwardedKey.HEADER, key.value())
                        .build();
    }

    /** A refusal at the end of a redirect, or of a second try with credentials, is one only if all before were. */
    private <T> HttpResponse<T> told(ForwardedRequest forwarded, HttpResponse<T> response) {
        boolean allRefused = showsEveryTry();
        Optional<HttpResponse<T>> earlier = response.previousResponse();
        while (earlier.isPresent()) {
            allRefused &= Refusals.isRefusal(earlier.get().statusCode());
            earlier = earlier.get().previousResponse();
        }
        if (allRefused) {
            forwarded.answered(response.statusCode());
        }
        return response;
    }

    /** A client that follows redirects may have failed to reach another host than the one that took the request. */
    private void failed(ForwardedRequest forwarded, Throwable failure) {
        if (client.followRedirects() == Redirect.NEVER && showsEveryTry()) {
            forwarded.failed(failure);
        }
    }

    /** Otherwise the first try may have had the effect, and what comes back speaks of the second. */
    private boolean showsEveryTry() {
        return !sentAgain && !maySendAgain();
    }

    private static boolean maySendAgain() {
        String value = System.getProperty(RETRY);
        return value != null && !value.equalsIgnoreCase("false");
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        // What goes over a web socket is not seen.
        ForwardedRequest unused = ForwardedRequest.announce(ToolScope.current(), "GET", WEB_SOCKET, true);
        return client.newWebSocketBuilder();
    }
}
