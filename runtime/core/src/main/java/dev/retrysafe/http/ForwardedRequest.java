package dev.retrysafe.http;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.RunningTool;
import dev.retrysafe.ToolScope;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request that an HTTP interceptor is about to send: which key it carries, and what its answer says about the effect
 * of the tool that sends it. One rule for all clients.
 *
 * <pre>{@code
 * ForwardedRequest forwarded = ForwardedRequest.announce(ToolScope.current(), method, uri, alreadyThere);
 * // put forwarded.key() into the header ForwardedKey.HEADER unless it is null; send; then one of
 * forwarded.answered(status);
 * forwarded.failed(exception);
 * }</pre>
 */
public final class ForwardedRequest {

    /** RFC 9110 section 9.2.1: methods that ask the server for nothing but an answer. Any other may have an effect. */
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final @Nullable DownstreamKey key;

    private final RunningTool.Sent sent;

    private ForwardedRequest(@Nullable DownstreamKey key, RunningTool.Sent sent) {
        this.key = key;
        this.sent = sent;
    }

    /**
     * Announces a request, right before it is sent, once per request.
     *
     * @param tool the tool that sends it; null for none, which is remembered: it may be the request of a tool that handed
     *     its work to this thread without {@link ToolScope}
     * @param method the HTTP method
     * @param uri the request's address
     * @param alreadyThere whether the request has the header; its own key is kept
     * @return the request
     * @throws dev.retrysafe.SendDeadlineException when the attempt may not send any more; the request must not be sent
     * @throws dev.retrysafe.SideEffectInDoubtException when the request needs a key of its own (code {@code UnnamedRequest}):
     *     it is not the first of an {@code IDEMPOTENT} tool; it must not be sent
     */
    public static ForwardedRequest announce(@Nullable RunningTool tool, String method, URI uri, boolean alreadyThere) {
        if (tool == null) {
            ToolScope.strayRequest();
            return new ForwardedRequest(null, () -> {});
        }
        String upperCase = method.toUpperCase(Locale.ROOT);
        boolean mayAct = !SAFE_METHODS.contains(upperCase);
        // First of all: a request that is held back takes no key.
        RunningTool.Sent sent = tool.announce(mayAct);
        DownstreamKey key =
                mayAct && !alreadyThere ? tool.keyForRequest(upperCase, ForwardedKey.hostAndPath(uri)) : null;
        return new ForwardedRequest(key, sent);
    }

    /**
     * The key to put into {@link ForwardedKey#HEADER}.
     *
     * @return the key; null when the request goes out as it is: outside a running tool, with a safe method, or with a key
     *     of its own
     */
    public @Nullable DownstreamKey key() {
        return key;
    }

    /**
     * The remote side answered this very request. Where a client may have followed a redirect or sent something else in
     * between, nothing is told.
     *
     * @param status the HTTP status
     */
    public void answered(int status) {
        if (Refusals.isRefusal(status)) {
            sent.refused();
        }
    }

    /**
     * The request failed without an answer, and no other was sent in its place.
     *
     * @param failure what the client threw
     */
    public void failed(Throwable failure) {
        if (Refusals.neverConnected(failure)) {
            sent.refused();
        }
    }
}
