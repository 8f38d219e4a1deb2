package dev.retrysafe.spring;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.ToolScope;
import dev.retrysafe.http.ForwardedKey;
import dev.retrysafe.http.ForwardedRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Mono;

/**
 * Forwards the operation's key on a {@code WebClient}, by the same rule as {@link IdempotencyKeyInterceptor}. Added to a
 * client by its user:
 *
 * <pre>{@code
 * WebClient.builder().filter(new IdempotencyKeyFilter()).build();
 * }</pre>
 *
 * <p>The tool is the one that the request is subscribed to in: of a method that returns a {@code Mono} on whatever thread,
 * of any other on the thread of the tool.
 */
public final class IdempotencyKeyFilter implements ExchangeFilterFunction {

    /** Makes a filter; one serves many clients. */
    public IdempotencyKeyFilter() {}

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(subscriber -> {
            RunningTool tool = subscriber.getOrDefault(RunningTool.class, ToolScope.current());
            boolean alreadyThere = request.headers().getFirst(ForwardedKey.HEADER) != null;
            ForwardedRequest forwarded =
                    ForwardedRequest.announce(tool, request.method().name(), request.url(), alreadyThere);
            return next.exchange(withKey(request, forwarded.key()))
                    .doOnNext(
                            response -> forwarded.answered(response.statusCode().value()))
                    .doOnError(failure -> forwarded.failed(cause(failure)));
        });
    }

    private static ClientRequest withKey(ClientRequest request, @Nullable DownstreamKey key) {
        return key == null
                ? request
                : ClientRequest.from(request)
                        .header(ForwardedKey.HEADER, key.value())
                        .build();
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof WebClientRequestException e && e.getCause() != null ? e.getCause() : failure;
    }
}
