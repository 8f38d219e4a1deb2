package dev.retrysafe.spring;

import dev.retrysafe.RunningTool;
import dev.retrysafe.ToolScope;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
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
 * <p>Once the attempt's lease has passed, nothing more is sent: {@link dev.retrysafe.SendDeadlineException}.
 */
public final class IdempotencyKeyInterceptor implements ClientHttpRequestInterceptor {

    private static final String HEADER = "Idempotency-Key";

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    /** Makes an interceptor; one serves many clients. */
    public IdempotencyKeyInterceptor() {}

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        RunningTool tool = ToolScope.current();
        String method = request.getMethod().name();
        if (tool != null && !SAFE.contains(method)) {
            if (request.getHeaders().getFirst(HEADER) == null) {
                URI uri = request.getURI();
                request.getHeaders()
                        .set(
                                HEADER,
                                tool.keyForRequest(method, uri.getHost() + uri.getRawPath())
                                        .value());
            }
            tool.sending();
        }
        return execution.execute(request, body);
    }
}
