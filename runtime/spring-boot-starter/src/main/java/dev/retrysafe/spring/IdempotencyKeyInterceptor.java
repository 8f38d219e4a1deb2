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
 * <p>Once the attempt's lease has passed, nothing more is sent: {@link dev.retrysafe.SendDeadlineException}. The key belongs
 * to the thread that sends. A retry of the client's own belongs inside this interceptor: registered after it, or in the
 * client library below.
 *
 * <p>For tools with {@code failures.witnessed} it tells what became of the request. It sees one answer: the client below
 * must then neither send again by itself nor follow redirects, or a refusal of the last try would hide the first one's
 * effect.
 */
public final class IdempotencyKeyInterceptor implements ClientHttpRequestInterceptor {

    /** Makes an interceptor; one serves many clients. */
    public IdempotencyKeyInterceptor() {}

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
            forwarded.failed(e);
            throw e;
        }
        forwarded.answered(response.getStatusCode().value());
        return response;
    }
}
