package dev.retrysafe.samples.ticketdesk.demo;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A desk process, and how it is called. */
final class Desk {

    /**
     * Who calls, as the trusted front of the desk would say it.
     *
     * @param tenant the tenant; null when the front said none
     * @param conversation the conversation; null when the front said none
     */
    record Caller(@Nullable String tenant, @Nullable String conversation) {

        Map<String, String> headers() {
            Map<String, String> headers = new LinkedHashMap<>();
            if (tenant != null) {
                headers.put("X-Tenant", tenant);
            }
            if (conversation != null) {
                headers.put("X-Conversation", conversation);
            }
            return headers;
        }
    }

    private final Child child;

    private final Http http;

    private Desk(Child child, Http http) {
        this.child = child;
        this.http = http;
    }

    /** Returns when the desk takes calls. */
    static Desk ready(Child child) throws IOException, TimeoutException {
        return new Desk(child, new Http(child.awaitPort()));
    }

    Answer call(String tool, Caller caller, Map<String, ?> arguments) throws InterruptedException {
        try {
            return Answer.of(
                    http.post("/tools/" + tool, caller.headers(), arguments).body());
        } catch (IOException e) {
            return Answer.none();
        }
    }

    Http http() {
        return http;
    }

    Child process() {
        return child;
    }
}
