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
 *
 * <p>Of a client that follows redirects, or sends again by itself, it sees the last answer alone, which proves nothing to a
 * tool with {@code failures.witnessed}: such a client takes one made by {@link #forClientThatMaySendAgain()}.
 */
public final class IdempotencyKeyFilter implements ExchangeFilterFunction {

    private final boolean sendsOnce;

    /**
     * Makes a filter for clients that send what they are given once, to one address, with no filter behind this one that
     * sends again; it serves many of them. The JDK's {@code HttpClient} is one by default ({@code JdkClientHttpConnector});
     * Reactor Netty's with {@code disableRetry(true)} and without {@code followRedirect}. As to {@code GET} and {@code HEAD},
     * and to {@code jdk.httpclient.enableAllMethodRetry}, {@link IdempotencyKeyInterceptor#IdempotencyKeyInterceptor()} says
     * what the JDK's does.
     */
    public IdempotencyKeyFilter() {
        this(true);
    }

    private IdempotencyKeyFilter(boolean sendsOnce) {
        this.sendsOnce = sendsOnce;
    }

    /**
     * Makes a filter for clients that follow redirects or send again by themselves, as Reactor Netty's does if it is not
     * told otherwise.
     *
     * @return a filter to which no answer, and no failed connection, proves that nothing happened; it serves many clients
     */
    public static IdempotencyKeyFilter forClientThatMaySendAgain() {
        return new IdempotencyKeyFilter(false);
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(subscriber -> {
            RunningTool tool = subscriber.getOrDefault(RunningTool.class, ToolScope.current());
            boolean alreadyThere = request.headers().getFirst(ForwardedKey.HEADER) != null;
            ForwardedRequest forwarded =
                    ForwardedRequest.announce(tool, request.method().name(), request.url(), alreadyThere);
            Mono<ClientResponse> response = next.exchange(withKey(request, forwarded.key()));
            return !sendsOnce
                    ? response
                    : response.doOnNext(answer ->
                                    forwarded.answered(answer.statusCode().value()))
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
