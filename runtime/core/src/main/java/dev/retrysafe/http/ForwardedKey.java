package dev.retrysafe.http;

import dev.retrysafe.DownstreamKey;
import dev.retrysafe.SendDeadlineException;
import dev.retrysafe.ToolScope;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which HTTP interceptors forward the key of the tool that runs on their thread. One rule for all clients, so
 * that an operation keeps its keys when its client is replaced.
 */
public final class ForwardedKey {

    /** The header that carries the key. */
    public static final String HEADER = "Idempotency-Key";

    private ForwardedKey() {}

    /**
     * Announces a request that is about to be sent, and takes its key. Called on the thread of the tool, once per
     * request. An interceptor that sees the answer too uses {@link ForwardedRequest} instead.
     *
     * @param method the HTTP method
     * @param uri the request's address
     * @param alreadyThere whether the request has the header; its own key is kept
     * @return the key to put into {@link #HEADER}; null when the request goes out as it is: outside a running tool, with
     *     a safe method, or with a key of its own
     * @throws SendDeadlineException when the attempt may not send any more; the request must not be sent
     * @throws dev.retrysafe.SideEffectInDoubtException when the request needs a key of its own (code {@code UnnamedRequest});
     *     it must not be sent
     */
    public static @Nullable DownstreamKey take(String method, URI uri, boolean alreadyThere) {
        return ForwardedRequest.announce(ToolScope.current(), method, uri, alreadyThere)
                .key();
    }

    static String hostAndPath(URI uri) {
        String host = uri.getHost() == null ? hostOf(uri.getRawAuthority()) : uri.getHost();
        String path = uri.getRawPath();
        return host.toLowerCase(Locale.ROOT) + (path == null || path.isEmpty() ? "/" : path);
    }

    /** A host with an underscore is none in the eyes of {@link URI}; some clients send to it all the same. */
    private static String hostOf(@Nullable String authority) {
        return authority == null ? "" : authority.replaceFirst("^.*@", "").replaceFirst(":\\d*$", "");
    }
}
