package dev.retrysafe.spring;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.ToolScope;
import dev.retrysafe.http.ForwardedKey;
import dev.retrysafe.http.ForwardedRequest;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Forwards the operation's key: puts {@code Idempotency-Key} on the unsafe requests that a running tool sends and that
 * have none, the same on every retry. Requests outside a tool pass unchanged. Added to a client by its user:
 *
 * <pre>{@code
 * RestClient.builder().requestInterceptor(new IdempotencyKeyInterceptor()).build();
 * }</pre>
 *
 * <p>In an {@code IDEMPOTENT} tool only the first unsafe request gets a key by itself; each further one names its own, or is
 * refused: {@link dev.retrysafe.SideEffectInDoubtException} with the code {@code UnnamedRequest}.
 *
 * <p>Once the attempt's lease has passed, nothing more is sent: {@link dev.retrysafe.SendDeadlineException}. The key belongs
 * to the thread that sends. A retry of the client's own belongs inside this interceptor: registered after it, or in the
 * client library below.
 *
 * <p>For tools with {@code failures.witnessed} every request is counted, so that a failure before the first one proves that
 * nothing was sent; and the refusal of a first and only request proves as much. Of a client that follows redirects, or
 * sends again by itself, this interceptor sees the last answer alone, which may hide the first request's effect: such a
 * client takes one made by {@link #forClientThatMaySendAgain()}.
 */
public final class IdempotencyKeyInterceptor implements ClientHttpRequestInterceptor {

    private final boolean sendsOnce;

    /**
     * Makes an interceptor for clients that send what they are given once, to one address; it serves many of them. The JDK's
     * {@code HttpClient} is one by default ({@code JdkClientHttpRequestFactory}; Spring Boot's own settings make it follow
     * redirects, unless {@code spring.http.clients.redirects=dont-follow}), Apache's with {@code disableRedirectHandling()}
     * and {@code disableAutomaticRetries()}, Reactor Netty's with {@code disableRetry(true)} and without {@code
     * followRedirect}. The JDK's sends {@code GET} and {@code HEAD} again all the same when a connection closes without an
     * answer, so what has an effect belongs behind an unsafe method; and every request, with the system property {@code
     * jdk.httpclient.enableAllMethodRetry}.
     */
    public IdempotencyKeyInterceptor() {
        this(true);
    }

    private IdempotencyKeyInterceptor(boolean sendsOnce) {
        this.sendsOnce = sendsOnce;
    }

    /**
     * Makes an interceptor for clients that follow redirects or send again by themselves, as {@code HttpURLConnection} does
     * ({@code SimpleClientHttpRequestFactory}), and Apache's client if nothing is disabled.
     *
     * @return an interceptor to which no answer, and no failed connection, proves that nothing happened; it serves many
     *     clients
     */
    public static IdempotencyKeyInterceptor forClientThatMaySendAgain() {
        return new IdempotencyKeyInterceptor(false);
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        HttpHeaders headers = request.getHeaders();
        boolean alreadyThere = headers.getFirst(ForwardedKey.HEADER) != null;
        ForwardedRequest forwarded = ForwardedRequest.announce(
                ToolScope.current(), request.getMethod().name(), request.getURI(), alreadyThere);
        DownstreamKey key = forwarded.key();
        if (key != null) {
            headers.set(ForwardedKey.HEADER, key.value());
        }
        ClientHttpResponse response;
        try {
            response = execution.execute(request, body);
        } catch (IOException e) {
            if (sendsOnce) {
                forwarded.failed(e);
            }
            throw e;
        }
        if (sendsOnce) {
            forwarded.answered(response.getStatusCode().value());
        }
        return response;
    }
}
