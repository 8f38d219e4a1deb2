package dev.retrysafe.http;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Which answers and failures prove that a request had no effect. All others prove nothing. */
final class Refusals {

    /**
     * The remote side says that it did not take the request: malformed, not allowed, not there, unfit, too many. Not among
     * them: 408 and 409, which may speak of an earlier copy of the request, and all that servers answer when they fail.
     */
    private static final Set<Integer> STATUSES = Set.of(400, 401, 403, 404, 405, 410, 413, 415, 422, 429);

    /** Causes may form a circle. */
    private static final int MOST_LOOKED_AT = 100;

    private Refusals() {}

    static boolean isRefusal(int status) {
        return STATUSES.contains(status);
    }

    /** No connection, no request. */
    static boolean neverConnected(Throwable failure) {
        Throwable cause = unwrapped(failure);
        boolean refused = cause instanceof ConnectException
                || cause instanceof UnknownHostException
                || cause instanceof UnresolvedAddressException;
        return refused && !mayBeTheSecondTry(cause);
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable inner = failure;
        for (int i = 0; i < MOST_LOOKED_AT; i++) {
            Throwable cause = inner.getCause();
            if (cause == null || !(inner instanceof CompletionException || inner instanceof ExecutionException)) {
                break;
            }
            inner = cause;
        }
        return inner;
    }

    /**
     * {@code HttpURLConnection} sends a request again by itself when its connection closes without an answer. It connects
     * anew where it reads the answer, which its stack trace tells. A library's own exception may have none to tell of. Where
     * there are more causes than are looked at, nobody knows.
     */
    private static boolean mayBeTheSecondTry(Throwable refusal) {
        Throwable t = refusal;
        for (int i = 0; t != null && i < MOST_LOOKED_AT; i++) {
            if (t.getStackTrace().length == 0 && t.getClass().getName().startsWith("java.")) {
                return true;
            }
            for (StackTraceElement frame : t.getStackTrace()) {
                if (frame.getClassName().equals("sun.net.www.http.HttpClient")
                        && frame.getMethodName().startsWith("parseHTTP")) {
                    return true;
                }
            }
            t = t.getCause();
        }
        return t != null;
    }
}
